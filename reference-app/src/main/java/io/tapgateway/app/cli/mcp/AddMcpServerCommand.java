package io.tapgateway.app.cli.mcp;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.ProgramWords;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpApprovals;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpFiles;
import io.tapgateway.app.terminal.ConsentQuestion;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds an MCP server. Confined to the main thread. */
@Command(
        name = "add",
        description = {
            "Add an MCP server, or replace the one of that name. You are asked whether it may be started; where nobody can"
                    + " be asked, 'approve' does that later.",
            "For example:",
            "  tapgateway mcp-server add files npx -y @modelcontextprotocol/server-filesystem .",
            "  tapgateway mcp-server add --env 'TOKEN=$${GITHUB_TOKEN}' github npx -y @modelcontextprotocol/server-github",
            "  tapgateway mcp-server add --header 'Authorization=Bearer $${TOKEN}' issues https://issues.example.com/mcp",
            "  tapgateway mcp-server add --client-id abc --client-secret '$${SECRET}' tasks https://tasks.example.com/mcp",
            "A variable is looked up at each start, in mcp.env of the home and then in the gateway's environment."
        },
        mixinStandardHelpOptions = true)
final class AddMcpServerCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "A variable in its environment; may be repeated. Write secrets as $${NAME}.")
    private Map<String, String> environment = new LinkedHashMap<>();

    @Option(
            names = "--header",
            paramLabel = "NAME=VALUE",
            description = "A header of each request to its url; may be repeated. Write secrets as $${NAME}.")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(
            names = "--client-id",
            paramLabel = "ID",
            description =
                    "What you are known as where you log in at its url, or the https:// address of a document that"
                            + " says it. Default: the gateway introduces itself.")
    private @Nullable String clientId;

    @Option(
            names = "--client-secret",
            paramLabel = "$${NAME}",
            description = "The secret that belongs to it: a variable, whose value is in mcp.env of the home.")
    private @Nullable String clientSecret;

    @Option(
            names = "--callback-port",
            paramLabel = "PORT",
            description = "Your browser comes back to http://localhost:PORT/callback after a login, if that address has"
                    + " to be known beforehand.")
    private @Nullable Integer callbackPort;

    @Option(names = "--sse", description = "The server at the url speaks HTTP as in 2024-11-05, with two addresses.")
    private boolean sse;

    @Option(names = "--cwd", paramLabel = "DIR", description = "Where it begins. Default: the directory of the session")
    private @Nullable String directory;

    @Option(names = "--timeout", paramLabel = "MS", description = "How long one of its calls may run, in milliseconds.")
    private @Nullable Long timeout;

    @Option(names = "--no-prefix", description = "Do not put its name in front of the names of its tools.")
    private boolean bare;

    @Parameters(index = "0", paramLabel = "KEY", description = "What the server is called here.")
    private String key = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = ProgramWords.LABEL + "|URL",
            description = "The program, and its arguments; or where the server is.")
    private List<String> command = new ArrayList<>();

    AddMcpServerCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        List<String> program = ProgramWords.after("KEY", command, "mcp-server add");
        McpServers servers = new McpServers(home.directory(), output);
        McpEntry entry = entry(program);
        McpFiles files = McpServers.files(entry);
        servers.file().put(List.of(entry));
        output.line("'" + entry.key() + "' is in " + servers.file().path() + ".");
        Optional<Boolean> agreed = ConsentQuestion.isAgreed(McpServers.described(entry, files), "Start it?");
        if (agreed.orElse(false)) {
            McpApprovals.in(servers.home()).add(entry, files);
        } else {
            output.advise("It is not started before you approve it: tapgateway mcp-server approve " + entry.key());
        }
        servers.tellGateway();
        return 0;
    }

    private McpEntry entry(List<String> program) throws Problem {
        boolean isUrl = program.size() == 1 && program.get(0).matches("https?://.*");
        JsonValue written = JsonWriter.toValue(out -> {
            if (isUrl) {
                out.text("type", sse ? "sse" : "http").text("url", program.get(0));
            } else {
                out.text("command", program.get(0));
                out.texts("args", program.subList(1, program.size()));
            }
            if (!headers.isEmpty()) {
                out.value("headers", JsonValue.of(headers));
            }
            if (clientId != null || clientSecret != null || callbackPort != null) {
                out.object("oauth", this::writeOauth);
            }
            if (!environment.isEmpty()) {
                out.value("env", JsonValue.of(environment));
            }
            out.text("cwd", Optional.ofNullable(directory));
            if (timeout != null) {
                out.number("timeout", timeout);
            }
            if (bare) {
                out.flag("prefix", false);
            }
        });
        try {
            return McpEntry.read(key, written);
        } catch (JsonFault fault) {
            throw new Problem("The server cannot be used: " + fault.pointer() + " " + fault.reason() + ".");
        }
    }

    private void writeOauth(JsonWriter out) {
        out.text("clientId", Optional.ofNullable(clientId)).text("clientSecret", Optional.ofNullable(clientSecret));
        if (callbackPort != null) {
            out.number("callbackPort", callbackPort);
        }
    }
}
