package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.HeaderParameters;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters that heads of calls repeat, of the tools that the server has listed last. Confined to its talk. */
final class RepeatedParameters {
    private final Map<String, HeaderParameters> byTool = new LinkedHashMap<>();

    /** The server has answered with a page of its tools. */
    void listed(RpcMessage answer) {
        if (answer instanceof RpcMessage.Result page) {
            page.value()
                    .get("tools")
                    .filter(it -> it.kind() == JsonKind.ARRAY)
                    .map(JsonValue::elements)
                    .orElse(List.of())
                    .forEach(this::tool);
        }
    }

    private void tool(JsonValue tool) {
        tool.get("name").flatMap(JsonReader.TEXT::tryRead).ifPresent(name -> {
            byTool.remove(name);
            HeaderParameters found = parameters(tool);
            if (!found.paths().isEmpty()) {
                byTool.put(name, found);
            }
            if (byTool.size() > McpLimit.LISTED.most()) {
                byTool.remove(byTool.keySet().iterator().next());
            }
        });
    }

    /** A tool that marks what cannot be repeated is called by nobody. */
    private static HeaderParameters parameters(JsonValue tool) {
        try {
            return HeaderParameters.read(tool.get("inputSchema").orElse(JsonValue.EMPTY_OBJECT));
        } catch (JsonFault fault) {
            return HeaderParameters.NONE;
        }
    }

    /** The headers of the call of a tool. */
    Map<String, String> headers(JsonValue call) {
        return call.get("name")
                .flatMap(JsonReader.TEXT::tryRead)
                .flatMap(name -> Optional.ofNullable(byTool.get(name)))
                .map(it -> it.headers(call.get("arguments").orElse(JsonValue.EMPTY_OBJECT)))
                .orElse(Map.of());
    }
}
