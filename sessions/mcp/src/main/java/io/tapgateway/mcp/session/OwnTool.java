package io.tapgateway.mcp.session;

import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.GatewaySession;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A tool that the face itself has, beside those of providers. Immutable. */
enum OwnTool {
    /** What providers have put into the conversation (M-043). */
    INBOX(
            "tap_inbox",
            "Shows what programs of the session want you to know or to do, and has not been shown to you yet. With"
                    + " wait_ms it waits for that.");

    /** How long {@link #INBOX} waits. */
    static final String WAIT = "wait_ms";

    private final String shown;
    private final String description;

    OwnTool(String shown, String description) {
        this.shown = shown;
        this.description = description;
    }

    /** What it is called. */
    String shown() {
        return shown;
    }

    /** The tool of that name. */
    static Optional<OwnTool> of(String name) {
        return Arrays.stream(values()).filter(it -> it.shown.equals(name)).findFirst();
    }

    /** The names that no provider may have. */
    static Set<String> names() {
        return Arrays.stream(values()).map(OwnTool::shown).collect(Collectors.toUnmodifiableSet());
    }

    void write(JsonWriter out) {
        out.text("name", shown)
                .text("description", description)
                .object(
                        "inputSchema",
                        schema -> schema.text("type", "object")
                                .object("properties", this::properties)
                                .flag("additionalProperties", false));
    }

    private void properties(JsonWriter out) {
        switch (this) {
            case INBOX ->
                out.object(
                        WAIT,
                        wait -> wait.text("type", "integer")
                                .text("description", "For how long to wait if there is nothing, in milliseconds")
                                .number("minimum", 0)
                                .number("maximum", GatewaySession.LONGEST_WAIT_FOR_PROMPTS.toMillis()));
        }
    }
}
