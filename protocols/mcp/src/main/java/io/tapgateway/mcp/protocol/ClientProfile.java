package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.List;
import java.util.Optional;

/**
 * What a client says of itself, and what it tells servers that ask. Immutable.
 *
 * @param title its name for people
 * @param root where it works
 */
public record ClientProfile(String name, String title, String version, Optional<Root> root) {
    /**
     * A directory.
     *
     * @param uri with the scheme {@code file}
     * @param name for people
     */
    public record Root(String uri, String name) {
        private void write(JsonWriter out) {
            out.text("uri", uri).text("name", name);
        }
    }

    /** Writes the parameters of {@code initialize}. */
    void write(JsonWriter out) {
        out.text("protocolVersion", McpRevision.newest().label())
                .object(
                        "capabilities",
                        it -> it.object("roots", roots -> roots.flag("listChanged", false))
                                .object(
                                        "elicitation",
                                        modes ->
                                                modes.object("form", none -> {}).object("url", none -> {})))
                .object(
                        "clientInfo",
                        it -> it.text("name", name).text("title", title).text("version", version));
    }

    /** The result of {@code roots/list}. */
    JsonValue roots() {
        List<Root> all = root.stream().toList();
        return JsonWriter.toValue(out -> out.objects("roots", all, (it, each) -> each.write(it)));
    }
}
