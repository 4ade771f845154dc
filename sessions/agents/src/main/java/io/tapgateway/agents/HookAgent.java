package io.tapgateway.agents;

import io.tapgateway.agents.HookEvent.Began;
import io.tapgateway.agents.HookEvent.Ended;
import io.tapgateway.agents.HookEvent.Origin;
import io.tapgateway.agents.HookEvent.Other;
import io.tapgateway.agents.HookEvent.Prompted;
import io.tapgateway.agents.HookEvent.ToolUsed;
import io.tapgateway.agents.HookEvent.ToolWanted;
import io.tapgateway.agents.HookEvent.TurnEnded;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** An agent whose hooks are understood, and how it talks to them (G-020). Immutable. */
public enum HookAgent {
    /** Claude Code. */
    CLAUDE("mcp__tap__"),
    /** Codex. */
    CODEX("mcp__tap__"),
    /** Gemini CLI. */
    GEMINI("mcp_tap_"),
    /** Qwen Code. */
    QWEN("mcp__tap__"),
    /** GitHub Copilot CLI. */
    COPILOT("tap-"),
    /** opencode, whose plugin of ours asks in Claude's words. */
    OPENCODE("tap_");

    /** How long the name of a conversation may be. */
    public static final int MAX_CONVERSATION_CHARACTERS = 256;

    private static final String NOTHING = "{}";

    private final String ours;

    HookAgent(String ours) {
        this.ours = ours;
    }

    /**
     * The tool of the session that the agent has under a name of its own, if the name is that of one from our server.
     *
     * @param tool the agent's name for it
     */
    Optional<String> ours(String tool) {
        return tool.startsWith(ours) ? Optional.of(tool.substring(ours.length())) : Optional.empty();
    }

    /** What it is called in paths and commands. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the agent asks about the first prompt of a window before it has started its servers. */
    public boolean startsServersAfterPrompts() {
        return this == COPILOT || this == OPENCODE;
    }

    /** The agent of that {@link #word}. */
    public static Optional<HookAgent> of(String word) {
        return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
    }

    /**
     * Reads what the agent gives a hook.
     *
     * @throws MalformedHook if that cannot be read: nothing is known then, and a tool must not be used
     */
    public HookEvent read(String text) throws MalformedHook {
        try {
            JsonObject in = JsonObject.of(JsonValue.parse(text));
            return this == COPILOT ? copilot(in) : named(in);
        } catch (MalformedJson e) {
            throw new MalformedHook("What " + word() + " has sent to its hook is no JSON: " + e.reason() + ".");
        } catch (JsonFault e) {
            throw new MalformedHook("What " + word() + " has sent to its hook cannot be understood: '" + e.pointer()
                    + "' " + e.reason() + ".");
        }
    }

    /** The agents that tell the event by its name. */
    private static HookEvent named(JsonObject in) {
        Origin origin = origin(in, "session_id");
        return switch (in.required("hook_event_name", JsonReader.TEXT)) {
            case "PreToolUse", "BeforeTool" ->
                new ToolWanted(
                        origin,
                        in.optional("tool_use_id", JsonReader.TEXT),
                        in.required("tool_name", JsonReader.TEXT),
                        in.optional("tool_input", JsonReader.ANY)
                                .map(HookAgent::args)
                                .orElse(JsonValue.EMPTY_OBJECT));
            case "PostToolUse", "AfterTool" -> used(in, origin, true);
            case "PostToolUseFailure" -> used(in, origin, false);
            case "UserPromptSubmit", "BeforeAgent" -> prompted(in, origin);
            case "Stop", "AfterAgent" -> new TurnEnded(origin, in.isSet("stop_hook_active"));
            case "SessionStart" -> new Began(origin);
            case "SessionEnd" -> new Ended(origin);
            default -> new Other(origin);
        };
    }

    /** Qwen says so before each request to its model, most of which nobody has written anything for. */
    private static HookEvent prompted(JsonObject in, Origin origin) {
        String text = in.optional("prompt", JsonReader.TEXT).orElse("");
        return text.isEmpty()
                ? new Other(origin)
                : new Prompted(
                        origin,
                        in.optional("prompt_id", JsonReader.TEXT).or(() -> in.optional("turn_id", JsonReader.TEXT)),
                        text);
    }

    private static ToolUsed used(JsonObject in, Origin origin, boolean ok) {
        return new ToolUsed(
                origin, in.required("tool_name", JsonReader.TEXT), ok, in.optionalWholeNumber("duration_ms"));
    }

    /** Copilot does not name the event; it is known by what it has. */
    private static HookEvent copilot(JsonObject in) {
        Origin origin = origin(in, "sessionId");
        Optional<String> tool = in.optional("toolName", JsonReader.TEXT);
        if (tool.isPresent()) {
            return in.has("toolResult") || in.has("error")
                    ? new ToolUsed(origin, tool.get(), !in.has("error"), OptionalLong.empty())
                    : new ToolWanted(
                            origin,
                            Optional.empty(),
                            tool.get(),
                            in.optional("toolArgs", JsonReader.ANY)
                                    .map(HookAgent::args)
                                    .orElse(JsonValue.EMPTY_OBJECT));
        }
        if (in.has("prompt")) {
            return new Prompted(origin, Optional.empty(), in.required("prompt", JsonReader.TEXT));
        }
        if (in.has("stopReason")) {
            return new TurnEnded(origin, in.isSet("stop_hook_active"));
        }
        if (in.has("source")) {
            return new Began(origin);
        }
        return in.has("reason") ? new Ended(origin) : new Other(origin);
    }

    /** Some agents write the arguments as a text of JSON; what is no object is one of a single member. */
    private static JsonValue args(JsonValue written) {
        return switch (written.kind()) {
            case OBJECT -> written;
            case STRING -> parsed(written);
            case NULL -> JsonValue.EMPTY_OBJECT;
            case ARRAY, BOOLEAN, NUMBER -> single(written);
        };
    }

    private static JsonValue parsed(JsonValue text) {
        try {
            return args(JsonValue.parse(text.asString()));
        } catch (MalformedJson e) {
            return single(text);
        }
    }

    private static JsonValue single(JsonValue value) {
        return JsonWriter.toValue(out -> out.value("input", value));
    }

    private static Origin origin(JsonObject in, String conversation) {
        String name = in.required(conversation, JsonReader.TEXT);
        if (name.isBlank() || name.length() > MAX_CONVERSATION_CHARACTERS) {
            throw new JsonFault("/" + conversation, "must have 1 to " + MAX_CONVERSATION_CHARACTERS + " characters");
        }
        return new Origin(name, in.optional("cwd", JsonReader.TEXT).flatMap(HookAgent::path));
    }

    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text)).filter(Path::isAbsolute);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /**
     * The answer to an event as the agent expects it.
     *
     * @return an object of JSON, <code>{}</code> where there is nothing to say
     */
    public String write(HookEvent event, HookAnswer answer) {
        return answer.accept(new HookAnswer.Visitor<String>() {
            @Override
            public String onSilence(HookAnswer.Silence silence) {
                return NOTHING;
            }

            @Override
            public String onContext(HookAnswer.Context context) {
                return HookAgent.this == COPILOT
                        ? JsonWriter.toText(out -> out.text("additionalContext", context.text()))
                        : specific(event, out -> out.text("additionalContext", context.text()));
            }

            @Override
            public String onDeny(HookAnswer.Deny deny) {
                return decision("deny", deny.reason());
            }

            @Override
            public String onAsk(HookAnswer.Ask ask) {
                return switch (HookAgent.this) {
                    case CLAUDE, COPILOT -> decision("ask", ask.reason());
                    case CODEX, GEMINI, QWEN, OPENCODE ->
                        decision("deny", ask.reason() + " This agent cannot ask its user on behalf of a hook.");
                };
            }

            private String decision(String word, String reason) {
                return switch (HookAgent.this) {
                    case CLAUDE, CODEX, QWEN, OPENCODE ->
                        specific(
                                event,
                                out -> out.text("permissionDecision", word).text("permissionDecisionReason", reason));
                    case GEMINI ->
                        JsonWriter.toText(out -> out.text("decision", word).text("reason", reason));
                    case COPILOT ->
                        JsonWriter.toText(
                                out -> out.text("permissionDecision", word).text("permissionDecisionReason", reason));
                };
            }

            @Override
            public String onGoOn(HookAnswer.GoOn more) {
                return JsonWriter.toText(out -> out.text("decision", "block").text("reason", more.text()));
            }
        });
    }

    private String specific(HookEvent event, Consumer<JsonWriter> members) {
        return JsonWriter.toText(out -> out.object("hookSpecificOutput", part -> {
            part.text("hookEventName", event.accept(this == GEMINI ? EventName.OF_GEMINI : EventName.OF_CLAUDE));
            members.accept(part);
        }));
    }

    /** What agents call the events to which there is more to say than yes or no. */
    private record EventName(String toolWanted, String prompted, String toolUsed) implements HookEvent.Visitor<String> {
        static final EventName OF_CLAUDE = new EventName("PreToolUse", "UserPromptSubmit", "PostToolUse");
        static final EventName OF_GEMINI = new EventName("BeforeTool", "BeforeAgent", "AfterTool");

        @Override
        public String onToolWanted(ToolWanted event) {
            return toolWanted;
        }

        @Override
        public String onToolUsed(ToolUsed event) {
            return toolUsed;
        }

        @Override
        public String onPrompted(Prompted event) {
            return prompted;
        }

        @Override
        public String onTurnEnded(TurnEnded event) {
            return "Stop";
        }

        @Override
        public String onBegan(Began event) {
            return "SessionStart";
        }

        @Override
        public String onEnded(Ended event) {
            return "SessionEnd";
        }

        @Override
        public String onOther(Other event) {
            return "";
        }
    }
}
