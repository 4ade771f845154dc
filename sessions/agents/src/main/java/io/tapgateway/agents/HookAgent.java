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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** An agent whose hooks are understood, and how it talks to them (G-020). Immutable. */
public enum HookAgent {
    /** Claude Code, which has names of its own for the server of a plugin. */
    CLAUDE("mcp__tap__", "mcp__plugin_tapgateway_tap__"),
    /** Codex. */
    CODEX("mcp__tap__"),
    /** Gemini CLI. */
    GEMINI("mcp_tap_"),
    /** Qwen Code. */
    QWEN("mcp__tap__"),
    /** GitHub Copilot CLI. */
    COPILOT("tap-"),
    /** opencode, whose plugin of ours asks in Claude's words. */
    OPENCODE("tap_"),
    /** Cursor, which does not say whose server a tool is of: those of ours are asked about as all others are. */
    CURSOR(),
    /** VS Code, which takes over the hooks of Copilot CLI. What it calls our tools is not documented. */
    VSCODE();

    private static final String EVENT = "hook_event_name";
    private static final String EVENT_OF_CODE = "hookEventName";

    /** How long the name of a conversation may be. */
    public static final int MAX_CONVERSATION_CHARACTERS = 256;

    /** How the names of the tools of our server begin. */
    @SuppressWarnings("ImmutableEnumChecker") // a list that nobody can change
    private final List<String> ours;

    HookAgent(String... ours) {
        this.ours = List.of(ours);
    }

    /**
     * Under which name our server would list a tool that the agent calls so, if it is one of that server.
     *
     * @param tool the agent's name for it
     */
    Optional<String> ours(String tool) {
        return ours.stream()
                .filter(tool::startsWith)
                .map(it -> tool.substring(it.length()))
                .findFirst();
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
     * Who has written what a hook of this agent was given: VS Code uses those of Copilot CLI, but names the event.
     *
     * @param text also one that cannot be read, which {@link #read} complains of
     */
    public HookAgent writer(String text) {
        try {
            return this == COPILOT && namesEvent(JsonObject.of(JsonValue.parse(text))) ? VSCODE : this;
        } catch (MalformedJson | JsonFault unreadable) {
            return this;
        }
    }

    /**
     * Reads what the agent gives a hook.
     *
     * @throws MalformedHook if that cannot be read: nothing is known then, and a tool must not be used
     */
    public HookEvent read(String text) throws MalformedHook {
        try {
            JsonObject in = JsonObject.of(JsonValue.parse(text));
            return switch (this) {
                case CLAUDE, CODEX, GEMINI, QWEN, OPENCODE -> named(in);
                case VSCODE -> code(in);
                case COPILOT -> copilot(in);
                case CURSOR -> cursor(in);
            };
        } catch (MalformedJson e) {
            throw new MalformedHook("What " + word() + " has sent to its hook is no JSON: " + e.reason() + ".");
        } catch (JsonFault e) {
            throw new MalformedHook("What " + word() + " has sent to its hook cannot be understood: '" + e.pointer()
                    + "' " + e.reason() + ".");
        }
    }

    /** The agents that tell the event by its name. */
    private static HookEvent named(JsonObject in) {
        return named(in, origin(in, "session_id"), in.required(EVENT, JsonReader.TEXT));
    }

    /** VS Code is documented with other names than those that it has used, too. */
    private static HookEvent code(JsonObject in) {
        return in.has(EVENT_OF_CODE)
                ? named(in, origin(in, "sessionId"), in.required(EVENT_OF_CODE, JsonReader.TEXT))
                : named(in);
    }

    private static boolean namesEvent(JsonObject in) {
        return in.has(EVENT_OF_CODE) || in.has(EVENT);
    }

    private static HookEvent named(JsonObject in, Origin origin, String event) {
        return switch (event) {
            case "PreToolUse", "BeforeTool" -> wanted(in, origin);
            case "PostToolUse", "AfterTool" -> used(in, origin, ToolUsed.End.SUCCESS);
            case "PostToolUseFailure" ->
                used(in, origin, in.flag("is_interrupt") ? ToolUsed.End.INTERRUPTED : ToolUsed.End.FAILURE);
            case "UserPromptSubmit", "BeforeAgent" ->
                prompted(
                        in,
                        origin,
                        in.optional("prompt_id", JsonReader.TEXT).or(() -> in.optional("turn_id", JsonReader.TEXT)));
            case "Stop", "AfterAgent" -> new TurnEnded(origin, in.flag("stop_hook_active"));
            case "SessionStart" -> new Began(origin);
            case "SessionEnd" -> new Ended(origin);
            case "Interrupt" -> new Interrupted(origin);
            default -> new Other(origin);
        };
    }

    private static ToolWanted wanted(JsonObject in, Origin origin) {
        return new ToolWanted(
                origin,
                in.optional("tool_use_id", JsonReader.TEXT),
                in.required("tool_name", JsonReader.TEXT),
                in.optional("tool_input", JsonReader.ANY).map(HookAgent::args).orElse(JsonValue.EMPTY_OBJECT));
    }

    /** Qwen says so before each request to its model, most of which nobody has written anything for. */
    private static HookEvent prompted(JsonObject in, Origin origin, Optional<String> id) {
        String text = in.optional("prompt", JsonReader.TEXT).orElse("");
        return text.isEmpty() ? new Other(origin) : new Prompted(origin, id, text);
    }

    private static ToolUsed used(JsonObject in, Origin origin, ToolUsed.End end) {
        return new ToolUsed(
                origin, in.required("tool_name", JsonReader.TEXT), end, in.optionalWholeNumber("duration_ms"));
    }

    /** Cursor has names of its own. A tool that was denied has not been used, and a turn may end by its user. */
    private static HookEvent cursor(JsonObject in) {
        Origin origin = new Origin(
                conversation(in, "conversation_id"),
                in.list("workspace_roots", JsonReader.TEXT).stream().findFirst().flatMap(HookAgent::path));
        return switch (in.required(EVENT, JsonReader.TEXT)) {
            case "preToolUse" -> wanted(in, origin);
            case "postToolUse" -> used(in, origin, ToolUsed.End.SUCCESS);
            case "postToolUseFailure" ->
                in.optional("failure_type", JsonReader.TEXT).orElse("").equals("permission_denied")
                        ? new Other(origin)
                        : used(in, origin, in.flag("is_interrupt") ? ToolUsed.End.INTERRUPTED : ToolUsed.End.FAILURE);
            case "beforeSubmitPrompt" -> prompted(in, origin, in.optional("generation_id", JsonReader.TEXT));
            case "stop" ->
                in.optional("status", JsonReader.TEXT).orElse("").equals("aborted")
                        ? new Interrupted(origin)
                        : new TurnEnded(
                                origin, in.optionalWholeNumber("loop_count").orElse(0) > 0);
            case "sessionStart" -> new Began(origin);
            case "sessionEnd" -> new Ended(origin);
            default -> new Other(origin);
        };
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
            return new TurnEnded(origin, in.flag("stop_hook_active"));
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
        return new Origin(
                conversation(in, conversation),
                in.optional("cwd", JsonReader.TEXT).flatMap(HookAgent::path));
    }

    private static String conversation(JsonObject in, String member) {
        String name = in.required(member, JsonReader.TEXT);
        if (name.isBlank() || name.length() > MAX_CONVERSATION_CHARACTERS) {
            throw new JsonFault("/" + member, "must have 1 to " + MAX_CONVERSATION_CHARACTERS + " characters");
        }
        return name;
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
            case CLAUDE, COPILOT, VSCODE -> Asking.RETURN;
            case CODEX, GEMINI, QWEN, OPENCODE, CURSOR -> Asking.WAIT;
        };
    }

    /** Whether the agent uses a tool with other arguments if its hook says so (G-024). */
    ChangedArgs changes() {
        return switch (this) {
            case CLAUDE, CODEX, GEMINI, COPILOT, OPENCODE, CURSOR, VSCODE -> ChangedArgs.RUN;
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
            case CLAUDE, CODEX, GEMINI, QWEN, VSCODE -> true;
            case COPILOT, OPENCODE, CURSOR -> false;
        };
    }

    /**
     * Whether the model hears what an answer to a prompt has for it. Of Cursor and VS Code that is not documented: what
     * must not be lost waits for another occasion.
     */
    boolean hearsWithPrompts() {
        return this != CURSOR && this != VSCODE;
    }

    /** Whether the model hears what an answer to the end of a tool's run has for it. */
    boolean hearsAfter(ToolUsed.End end) {
        return this != CURSOR || end == ToolUsed.End.SUCCESS;
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
            reply.answer().accept(new HookDialect(this, event)).accept(out);
        });
    }
}
