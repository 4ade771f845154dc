package io.tapgateway.benchmarks.mcp;

import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.benchmarks.load.Turns;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What MCP costs on either side of a gateway: the command line. */
@CommandLine.Command(
        name = "mcp",
        mixinStandardHelpOptions = true,
        description = {
            "Measures calls by agents and of tools of servers that speak MCP, beside the least that does the same"
                    + " or what the official SDK for Java takes, in turn, and says whether they are within their bars."
        })
final class McpLoad implements Callable<Integer> {
    /** How many characters a call brings along. */
    static final int CHARACTERS = 150;

    /** The arguments of each call. */
    static final String ARGUMENTS = "{\"text\":\"" + "x".repeat(CHARACTERS) + "\"}";

    @Mixin
    private final Turns turns = new Turns();

    @Option(
            names = "--only",
            paramLabel = "PART",
            description = "One of ${COMPLETION-CANDIDATES}; may be given several times (default: all).")
    private List<Part> only = List.of();

    /** What is measured. */
    private enum Part {
        SERVER,
        HTTP,
        PROXY,
        STDIO;

        void take(Turns turns) throws Exception {
            switch (this) {
                case SERVER -> ServerLoad.take(turns);
                case HTTP -> HttpFaceLoad.take(turns);
                case PROXY -> ProxyLoad.take(turns);
                case STDIO -> StdioFaceLoad.take(turns);
            }
        }
    }

    public static void main(String[] args) {
        QuietLibraries.hush();
        System.exit(new CommandLine(new McpLoad())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Set<Part> parts = only.isEmpty() ? EnumSet.allOf(Part.class) : EnumSet.copyOf(only);
        for (Part part : parts) {
            part.take(turns);
        }
        return 0;
    }
}
