package io.tapgateway.app.cli.mcp;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpFiles;
import io.tapgateway.app.mcp.McpServersFile;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What commands about MCP servers share. Confined to the main thread. */
record McpServers(HomeDirectory home, Output output) {
    McpServersFile file() {
        return McpServersFile.in(home);
    }

    /** The server of that name, which must be there. */
    McpEntry named(String key) throws Problem {
        return file().find(key)
                .orElseThrow(() -> new Problem("There is no MCP server '" + key + "' in " + file().path()
                        + "; 'tapgateway mcp-server list' shows those there are."));
    }

    /**
     * The server of that name: one of the home, or, where that has none, one that a workspace has
     * brought into a session.
     */
    Named anywhere(String key) throws Problem {
        Optional<McpEntry> own = file().find(key);
        if (own.isPresent()) {
            return new Named(own.get(), of(own.get(), places()));
        }
        List<JsonValue> places = places().stream()
                .filter(McpServers::isOfWorkspace)
                .filter(it -> ApiText.text(it, "key").equalsIgnoreCase(key))
                .toList();
        if (places.isEmpty()) {
            return new Named(named(key), List.of());
        }
        Path config = Path.of(ApiText.text(places.get(0), "config"));
        McpEntry entry =
                ProjectConfig.read(
                                config, Optional.ofNullable(config.getParent()).orElse(config))
                        .servers()
                        .stream()
                        .filter(it -> it.key().value().equalsIgnoreCase(key))
                        .findFirst()
                        .orElseThrow(() -> new Problem(config + " has no MCP server '" + key + "' any more."));
        return new Named(entry, places);
    }

    /** A server, and where it is. */
    record Named(McpEntry entry, List<JsonValue> places) {}

    /** Whether a workspace has brought it along. */
    static boolean isOfWorkspace(JsonValue place) {
        return !ApiText.text(place, "config").isEmpty();
    }

    /** The gateway, if one runs, takes over what has changed. */
    void tellGateway() throws Problem {
        Optional<ControlClient> running = ControlClient.findRunning(home);
        if (running.isPresent()) {
            var unused = running.get().post("api/mcp-servers/reload");
        }
    }

    /** The gateway, if one runs, starts it anew in the sessions where it is. */
    void restart(McpEntry entry) throws Problem {
        tellGateway();
        Optional<ControlClient> running = ControlClient.findRunning(home);
        if (running.isPresent() && !of(entry, places()).isEmpty()) {
            var unused = running.get()
                    .post("api/mcp-servers/" + ControlClient.segment(entry.key().value()) + "/restart");
        }
    }

    /** The servers as the gateway has them, one for each session; none if no gateway runs. */
    List<JsonValue> places() throws Problem {
        Optional<ControlClient> running = ControlClient.findRunning(home);
        return running.isPresent() ? ApiText.list(running.get().get("api/mcp-servers"), "servers") : List.of();
    }

    /** Those of one server. */
    static List<JsonValue> of(McpEntry entry, List<JsonValue> places) {
        return places.stream()
                .filter(it -> !isOfWorkspace(it))
                .filter(it -> ApiText.text(it, "key").equals(entry.key().value()))
                .toList();
    }

    /** What would be started in this directory. */
    static McpFiles files(McpEntry entry) throws Problem {
        return McpFiles.of(entry, Path.of("").toAbsolutePath());
    }

    /** The server as it is written, and the files that go with it, for people. */
    static List<String> described(McpEntry entry, McpFiles files) {
        List<String> lines = new ArrayList<>();
        if (entry.isAtAddress()) {
            lines.add("The MCP server '" + entry.key() + "' is connected to for every session, and gets what agents"
                    + " give its tools:");
            lines.add("  " + entry.written().json());
            return lines.stream().map(PlainText::of).toList();
        }
        lines.add("The MCP server '" + entry.key() + "' is started for every session, with your rights:");
        lines.add("  " + entry.written().json());
        if (files.hashes().isEmpty()) {
            lines.add("What it starts or reads itself is not covered by your answer.");
        } else {
            lines.add("Your answer covers these files as they are now, and no others that they start or read:");
            files.hashes().keySet().forEach(file -> lines.add("  " + file));
        }
        return lines.stream().map(PlainText::of).toList();
    }
}
