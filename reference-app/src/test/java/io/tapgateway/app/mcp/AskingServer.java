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
 * An MCP server whose one tool, {@code asking_ask} in a session, has the person fill in a form of all kinds of fields.
 */
public final class AskingServer {
    private static final String PROGRAM = """
            form='{"type":"object","required":["name","colour"],"properties":{"name":{"type":"string","title":"Your name","minLength":2,"maxLength":40},"mail":{"type":"string","title":"Mail","description":"where the report goes","format":"email"},"copies":{"type":"integer","title":"Copies","minimum":1,"maximum":9,"default":1},"colour":{"type":"string","title":"Colour","enum":["red","blue"],"enumNames":["Red, as a brick","Blue"]},"bound":{"type":"boolean","title":"Bound"}}}'
            while read -r line; do
                id=${line#*\\"id\\":}
                id=${id%%[,\\}]*}
                case $line in
                *'"initialize"'*) answer='"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"asking","version":"1"}}' ;;
                *'"tools/list"'*) answer='"result":{"tools":[{"name":"ask","description":"Asks who is there.","inputSchema":{"type":"object"}}]}' ;;
                *'"tools/call"'*) echo '{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"Who gets the report?","requestedSchema":'"$form"'}}'; continue ;;
                *'"method"'*'"id":'*|*'"id":'*'"method"'*) answer='"error":{"code":-32601,"message":"no"}' ;;
                *) continue ;;
                esac
                echo '{"jsonrpc":"2.0","id":'"$id"','"$answer"'}'
            done
            """;

    private AskingServer() {}

    /** Configures it in a home, approved. */
    public static void approved(HomeDirectory home, Path directory) throws Problem, IOException {
        Path program = Files.writeString(directory.resolve("serve"), PROGRAM);
        McpEntry entry =
                McpEntry.read("asking", JsonValue.of(Map.of("command", "sh", "args", List.of(program.toString()))));
        McpServersFile.in(home).put(List.of(entry));
        McpApprovals.in(home).add(entry, McpFiles.of(entry, Path.of("").toAbsolutePath()));
    }
}
