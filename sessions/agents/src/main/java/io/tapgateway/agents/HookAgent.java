package io.tapgateway.agents;

import io.tapgateway.agents.HookEvent.Began;
import io.tapgateway.agents.HookEvent.Ended;
import io.tapgateway.agents.HookEvent.Interrupted;
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
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.ChangedArgs;
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

    private final String ours;

    HookAgent(String ours) {
        this.ours = ours;
    }

    /**
     * Under which name our server would list a tool that the agent calls so, if it is one of that server.
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
            case "PostToolUse", "AfterTool" -> used(in, origin, ToolUsed.End.SUCCESS);
            case "PostToolUseFailure" ->
                used(in, origin, in.isSet("is_interrupt") ? ToolUsed.End.INTERRUPTED : ToolUsed.End.FAILURE);
            case "UserPromptSubmit", "BeforeAgent" -> prompted(in, origin);
            case "Stop", "AfterAgent" -> new TurnEnded(origin, in.isSet("stop_hook_active"));
            case "SessionStart" -> new Began(origin);
            case "SessionEnd" -> new Ended(origin);
            case "Interrupt" -> new Interrupted(origin);
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

    private static ToolUsed used(JsonObject in, Origin origin, ToolUsed.End end) {
        return new ToolUsed(
                origin, in.required("tool_name", JsonReader.TEXT), end, in.optionalWholeNumber("duration_ms"));
    }

    /** Copilot does not name the event; it is known by what it has. */
    private static HookEvent copilot(JsonObject in) {
        Origin origin = origin(in, "sessionId");
        Optional<String> tool = in.optional("toolName", JsonReader.TEXT);
        if (tool.isPresent()) {
            return in.has("toolResult") || in.has("error")
                    ? new ToolUsed(
                            origin,
                            tool.get(),
                            in.has("error") ? ToolUsed.End.FAILURE : ToolUsed.End.SUCCESS,
                            OptionalLong.empty())
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

    /** Who asks the person where rules want that: an agent that can, does so in its own way (G-024). */
    Asking asking() {
        return switch (this) {
            case CLAUDE, COPILOT -> Asking.RETURN;
            case CODEX, GEMINI, QWEN, OPENCODE -> Asking.WAIT;
        };
    }

    /** Whether the agent uses a tool with other arguments if its hook says so (G-024). */
    ChangedArgs changes() {
        return switch (this) {
            case CLAUDE, CODEX, GEMINI, COPILOT, OPENCODE -> ChangedArgs.RUN;
            case QWEN -> ChangedArgs.REFUSE;
        };
    }

    /**
     * Whether the agent can use a tool with these arguments in place of those: Gemini adds them to what the model
     * wants, and so takes nothing away.
     */
    boolean canChange(JsonValue wanted, JsonValue changed) {
        return this != GEMINI
                || changed.members().keySet().containsAll(wanted.members().keySet());
    }

    /** Whether the agent shows its user what hooks have to say (G-032). */
    boolean showsLines() {
        return switch (this) {
            case CLAUDE, CODEX, GEMINI, QWEN -> true;
            case COPILOT, OPENCODE -> false;
        };
    }

    /**
     * The answer to an event as the agent expects it.
     *
     * @return an object of JSON, <code>{}</code> where there is nothing to say
     */
    public String write(HookEvent event, HookReply reply) {
        return JsonWriter.toText(out -> {
            if (!reply.lines().isEmpty() && showsLines()) {
                out.text("systemMessage", String.join("\n", reply.lines()));
            }
            reply.answer().accept(new Dialect(event)).accept(out);
        });
    }

    /** What to write for an answer. */
    private final class Dialect implements HookAnswer.Visitor<Consumer<JsonWriter>> {
        private final HookEvent event;

        private Dialect(HookEvent event) {
            this.event = event;
        }

        @Override
        public Consumer<JsonWriter> onSilence(HookAnswer.Silence silence) {
            return out -> {};
        }

        @Override
        public Consumer<JsonWriter> onContext(HookAnswer.Context context) {
            return specific(part -> part.text("additionalContext", context.text()));
        }

        @Override
        public Consumer<JsonWriter> onDeny(HookAnswer.Deny deny) {
            return decision("deny", deny.reason());
        }

        @Override
        public Consumer<JsonWriter> onAsk(HookAnswer.Ask ask) {
            return switch (asking()) {
                case RETURN -> decision("ask", ask.reason());
                case WAIT -> decision("deny", ask.reason() + " This agent cannot ask its user on behalf of a hook.");
            };
        }

        private Consumer<JsonWriter> decision(String word, String reason) {
            return HookAgent.this == GEMINI
                    ? out -> out.text("decision", word).text("reason", reason)
                    : specific(part -> part.text("permissionDecision", word).text("permissionDecisionReason", reason));
        }

        /** Only Codex has to be told that the tool may be used, as it takes no other arguments otherwise. */
        @Override
        public Consumer<JsonWriter> onChanged(HookAnswer.Changed changed) {
            Consumer<JsonWriter> context = part -> {
                if (!changed.context().isEmpty()) {
                    part.text("additionalContext", changed.context());
                }
            };
            return switch (HookAgent.this) {
                case CLAUDE, OPENCODE -> specific(context.andThen(part -> part.value("updatedInput", changed.args())));
                case CODEX ->
                    specific(context.andThen(
                            part -> part.text("permissionDecision", "allow").value("updatedInput", changed.args())));
                case GEMINI -> specific(context.andThen(part -> part.value("tool_input", changed.args())));
                case COPILOT -> specific(context.andThen(part -> part.value("modifiedArgs", changed.args())));
                case QWEN -> decision("deny", "It is to be used with other arguments, which this agent does not do.");
            };
        }

        @Override
        public Consumer<JsonWriter> onGoOn(HookAnswer.GoOn more) {
            return out -> out.text("decision", "block").text("reason", more.text());
        }

        /** Copilot has no part of its own for what an event may be answered with. */
        private Consumer<JsonWriter> specific(Consumer<JsonWriter> members) {
            return HookAgent.this == COPILOT
                    ? members
                    : out -> out.object("hookSpecificOutput", part -> {
                        part.text(
                                "hookEventName",
                                event.accept(HookAgent.this == GEMINI ? EventName.OF_GEMINI : EventName.OF_CLAUDE));
                        members.accept(part);
                    });
        }
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
        public String onInterrupted(Interrupted event) {
            return "Interrupt";
        }

        @Override
        public String onOther(Other event) {
            return "";
        }
    }
}
