package io.tapgateway.benchmarks.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.session.Absence;
import io.tapgateway.benchmarks.load.ProcessCpu;
import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A process with the gateway of a home, as {@code tapgateway run} has it: agents come to it over HTTP, and hosts over
 * its link. It answers {@code cpu} with the nanoseconds of processor time that it has used.
 */
public final class McpTarget {
    /** An argument that has it attach the tool to each session by itself. */
    static final String WITH_TOOL = "with-tool";

    private McpTarget() {}

    /** The first argument is the home. */
    public static void main(String[] args) throws Exception {
        QuietLibraries.hush();
        Path home = Path.of(args[0]);
        GatewayProcess process = GatewayProcess.start(new RunOptions(
                new HomeDirectory(home, home),
                new RunOptions.Ports(0, 0),
                List.of(),
                PairingPolicy.standard(),
                Absence.DENY,
                new RunOptions.Company(false, false, false),
                false));
        if (Set.of(args).contains(WITH_TOOL)) {
            process.sessions()
                    .whenOpened(session -> LocalProviderTransport.to(process.gateway())
                            .executor(Runnable::run)
                            .attach(session.id(), echo()));
        }
        String token = Files.readString(process.home().ownerToken()).strip();
        System.out.println("listening http://127.0.0.1:" + process.record().controlPort() + "/mcp " + token);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(ProcessCpu.nanos());
        }
        process.stop();
        System.exit(0);
    }

    /** The same tool as that of an {@link EchoServer}. */
    static Provider echo() {
        return Provider.named("echo")
                .tool(
                        EchoServer.TOOL,
                        "Echoes",
                        Schema.object().required("text", Schema.string()),
                        call -> EchoServer.ANSWER)
                .build();
    }
}
