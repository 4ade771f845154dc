package io.tapgateway.app.cli.mcp;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists MCP servers. Confined to the main thread. */
@Command(
        name = "list",
        description = {
            "List the MCP servers that are configured, and how each is in each session: what is in its way, which of its"
                    + " tools wait for your approval and what is new of them, and which the session cannot have.",
            "For example: tapgateway mcp-server list"
        },
        mixinStandardHelpOptions = true)
public final class ListMcpServersCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(names = "--json", description = "Print the list as one JSON document.")
    private boolean json;

    ListMcpServersCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        McpServers servers = new McpServers(home.directory(), output);
        List<McpEntry> configured = servers.file().read();
        List<JsonValue> present = servers.places();
        if (json) {
            output.json(out -> out.objects(
                            "configured",
                            configured,
                            (it, entry) -> it.text("key", entry.key())
                                    .text("command", entry.isAtAddress() ? "" : entry.target())
                                    .text("url", entry.url())
                                    .flag("enabled", entry.isEnabled()))
                    .value("servers", JsonValue.array(present)));
            return 0;
        }
        Table table = new Table("KEY", "COMMAND OR URL", "SESSION", "STATE", "TOOLS", "WAITING");
        List<String> notes = new ArrayList<>();
        for (McpEntry entry : configured) {
            List<JsonValue> places = McpServers.of(entry, present);
            if (places.isEmpty()) {
                table.row(entry.key().value(), entry.target(), "", "", "", "");
            }
            places.forEach(place -> row(table, place, notes));
        }
        present.stream().filter(McpServers::isOfWorkspace).forEach(place -> row(table, place, notes));
        output.table(table, "There are no MCP servers; 'tapgateway mcp-server add --help' says how to add one.");
        notes.stream().distinct().forEach(output::line);
        return 0;
    }

    private static void row(Table table, JsonValue place, List<String> notes) {
        table.row(
                ApiText.text(place, "key"),
                ApiText.text(place, "target"),
                ApiText.text(place, "sessionId"),
                ApiText.text(place, "state"),
                "" + ApiText.list(place, "tools").size(),
                "" + ApiText.list(place, "waiting").size());
        if (McpServers.isOfWorkspace(place)) {
            notes.add(ApiText.text(place, "key") + ": of " + ApiText.text(place, "config"));
        }
        note(place, notes);
    }

    private static void note(JsonValue place, List<String> notes) {
        String key = ApiText.text(place, "key");
        String problem = ApiText.text(place, "problem");
        if (!problem.isEmpty()) {
            notes.add(key + ": " + problem);
        }
        for (JsonValue tool : ApiText.list(place, "waiting")) {
            notes.add(key + ": the tool '" + ApiText.text(tool, "tool") + "' waits for your approval");
            ApiText.list(tool, "difference").forEach(line -> notes.add("    " + line.asString()));
        }
        ApiText.list(place, "leftOut")
                .forEach(tool -> notes.add(
                        key + ": without " + ApiText.text(tool, "tool") + ": " + ApiText.text(tool, "reason")));
    }
}
