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
                .object("capabilities", it -> {
                    it.object("roots", roots -> roots.flag("listChanged", false));
                    writeElicitation(it);
                })
                .object("clientInfo", this::writeSelf);
    }

    /** Writes what each request says in {@code _meta} where there is no handshake. */
    void writeMeta(JsonWriter out) {
        out.text(MetaKey.PROTOCOL_VERSION, McpRevision.standingAlone().label())
                .object(MetaKey.CLIENT_INFO, this::writeSelf)
                .object(MetaKey.CLIENT_CAPABILITIES, it -> {
                    it.object("roots", none -> {});
                    writeElicitation(it);
                });
    }

    private static void writeElicitation(JsonWriter capabilities) {
        capabilities.object(
                "elicitation", modes -> modes.object("form", none -> {}).object("url", none -> {}));
    }

    private void writeSelf(JsonWriter out) {
        out.text("name", name).text("title", title).text("version", version);
    }

    /** The result of {@code roots/list}. */
    JsonValue roots() {
        List<Root> all = root.stream().toList();
        return JsonWriter.toValue(out -> out.objects("roots", all, (it, each) -> each.write(it)));
    }
}
