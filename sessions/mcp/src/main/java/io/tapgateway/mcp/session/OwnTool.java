package io.tapgateway.mcp.session;

import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.GatewaySession;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A tool that the face itself has, beside those of providers. Immutable. */
enum OwnTool {
    /** What providers have put into the conversation (M-043). */
    INBOX(
            "tap_inbox",
            "Shows what programs of the session want you to know or to do, and has not been shown to you yet. With"
                    + " wait_ms it waits for that."),

    /** Which tools there are (M-027). */
    FIND(
            "tap_find_tools",
            "Finds tools of programs in this session by words of what they are for, with their descriptions and schemas."
                    + " More of them may be there than you are shown, and others than a moment ago. tap_call_tool calls"
                    + " them."),

    /** Calls one of them. */
    CALL("tap_call_tool", "Calls a tool that tap_find_tools has found, with arguments that fit its schema.");

    /** How long {@link #INBOX} waits. */
    static final String WAIT = "wait_ms";

    /** What {@link #FIND} looks for, and how many it shows. */
    static final String QUERY = "query";

    static final String LIMIT = "limit";

    /** How many tools are found at most, and without being asked for a number. */
    static final int MOST_FOUND = 50;

    static final int USUALLY_FOUND = 10;

    /** What {@link #CALL} calls, and with what. */
    static final String NAME = "name";

    static final String ARGS = "args";

    private static final long LONGEST_WAIT_MILLIS = GatewaySession.LONGEST_WAIT_FOR_PROMPTS.toMillis();

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
        out.text("name", shown).text("description", description).object("inputSchema", this::schema);
    }

    private void schema(JsonWriter out) {
        out.text("type", "object").object("properties", this::properties);
        if (!required().isEmpty()) {
            out.texts("required", required());
        }
        out.flag("additionalProperties", false);
    }

    private List<String> required() {
        return switch (this) {
            case INBOX -> List.of();
            case FIND -> List.of(QUERY);
            case CALL -> List.of(NAME);
        };
    }

    private void properties(JsonWriter out) {
        switch (this) {
            case INBOX ->
                number(out, WAIT, "For how long to wait if there is nothing, in milliseconds", 0, LONGEST_WAIT_MILLIS);
            case FIND -> {
                out.object(QUERY, it -> it.text("type", "string").text("description", "Words; none for all tools"));
                number(out, LIMIT, "How many to show, " + USUALLY_FOUND + " if left out", 1, MOST_FOUND);
            }
            case CALL -> {
                out.object(
                        NAME, it -> it.text("type", "string").text("description", "The tool's name as it was found"));
                out.object(ARGS, it -> it.text("type", "object").text("description", "Its arguments"));
            }
        }
    }

    private static void number(JsonWriter out, String name, String description, long least, long most) {
        out.object(
                name,
                it -> it.text("type", "integer")
                        .text("description", description)
                        .number("minimum", least)
                        .number("maximum", most));
    }
}
