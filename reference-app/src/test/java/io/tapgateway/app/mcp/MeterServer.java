package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An MCP server with one tool, whose definition can be changed under it; {@code meter_read} in a session. Immutable.
 */
public record MeterServer(Path directory) {
    /** What it is called. */
    public static final String KEY = "meter";

    private static final String PROGRAM = """
            while read -r line; do
                id=${line#*\\"id\\":}
                case $line in
                *'"initialize"'*) answer='"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"meter","version":"1"}}' ;;
                *'"tools/list"'*) answer='"result":'$(cat "$1") ;;
                *'"tools/call"'*) answer='"result":{"content":[{"type":"text","text":"12 kWh"}]}' ;;
                *'"id":'*) answer='"error":{"code":-32601,"message":"no"}' ;;
                *) continue ;;
                esac
                echo '{"jsonrpc":"2.0","id":'"${id%%[,\\}]*}"','"$answer"'}'
            done
            """;

    /** Nobody knows it yet. */
    public static MeterServer in(Path directory) throws IOException {
        MeterServer server = new MeterServer(directory);
        Files.writeString(directory.resolve("serve"), PROGRAM);
        server.describe("Reads the meter.");
        return server;
    }

    /** Configured in a home and approved, with a tool that reads the meter. */
    public static MeterServer approved(HomeDirectory home, Path directory) throws Problem, IOException {
        MeterServer server = in(directory);
        McpEntry entry = McpEntry.read(KEY, server.written());
        McpServersFile.in(home).put(List.of(entry));
        McpApprovals.in(home).add(entry, McpFiles.of(entry, Path.of("").toAbsolutePath()));
        return server;
    }

    /** As agents are configured with it. */
    public JsonValue written() {
        List<JsonValue> arguments =
                List.of(JsonValue.of(directory.resolve("serve").toString()), JsonValue.of(tools().toString()));
        return JsonValue.object(Map.of("command", JsonValue.of("sh"), "args", JsonValue.array(arguments)));
    }

    /** What it says of its tool when it is asked the next time. */
    public void describe(String description) throws IOException {
        Files.writeString(
                tools(),
                "{\"tools\":[{\"name\":\"read\",\"description\":\"" + description
                        + "\",\"inputSchema\":{\"type\":\"object\"}}]}");
    }

    private Path tools() {
        return directory.resolve("tools.json");
    }
}
