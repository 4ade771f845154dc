package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;

/**
 * What a server says of itself. Immutable.
 *
 * @param title its name for people
 * @param instructions what a model should know before it uses the tools
 * @param leadsToHandshake whether clients that are better served with a handshake are made to begin with one (G-014)
 */
public record ServerProfile(String name, String title, String version, String instructions, boolean leadsToHandshake) {
    /** Whether a client that could do without a handshake is told nothing of that. */
    boolean prefersHandshake(ClientInfo client) {
        return leadsToHandshake && client.isBetterWithHandshake();
    }

    /** Writes the result of {@code initialize}. */
    void write(JsonWriter out, McpRevision revision) {
        out.text("protocolVersion", revision.label());
        capabilities(out, revision);
        out.object("serverInfo", this::writeSelf).text("instructions", instructions);
    }

    /** The result of {@code server/discover}. */
    JsonValue discovered(McpRevision revision) {
        return JsonWriter.toValue(out -> {
            out.texts("supportedVersions", McpRevision.named());
            capabilities(out, revision);
            out.text("instructions", instructions);
        });
    }

    /** How requests that stand by themselves are answered. */
    AnswerForm form(boolean keeps) {
        return AnswerForm.of(JsonWriter.toValue(this::writeSelf), keeps);
    }

    private static void capabilities(JsonWriter out, McpRevision revision) {
        out.object("capabilities", it -> {
            it.object("tools", tools -> tools.flag("listChanged", true))
                    .object(
                            "resources",
                            resources -> resources.flag("subscribe", true).flag("listChanged", true))
                    .object("prompts", prompts -> prompts.flag("listChanged", true))
                    .object("logging", none -> {});
            if (revision.hasStructuredResults()) {
                it.object("completions", none -> {});
            }
        });
    }

    private void writeSelf(JsonWriter out) {
        out.text("name", name).text("title", title).text("version", version);
    }
}
