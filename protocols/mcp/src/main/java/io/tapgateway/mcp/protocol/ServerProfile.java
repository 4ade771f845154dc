package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonWriter;

/**
 * What a server says of itself in the handshake. Immutable.
 *
 * @param title its name for people
 * @param instructions what a model should know before it uses the tools
 */
public record ServerProfile(String name, String title, String version, String instructions) {
    /** Writes the result of {@code initialize}. */
    void write(JsonWriter out, McpRevision revision) {
        out.text("protocolVersion", revision.label())
                .object("capabilities", it -> {
                    it.object("tools", tools -> tools.flag("listChanged", true))
                            .object(
                                    "resources",
                                    resources ->
                                            resources.flag("subscribe", true).flag("listChanged", true))
                            .object("prompts", prompts -> prompts.flag("listChanged", true))
                            .object("logging", none -> {});
                    if (revision.hasStructuredResults()) {
                        it.object("completions", none -> {});
                    }
                })
                .object(
                        "serverInfo",
                        it -> it.text("name", name).text("title", title).text("version", version))
                .text("instructions", instructions);
    }
}
