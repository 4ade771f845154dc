package io.tapgateway.agents;

import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.Asking;
import java.util.function.Consumer;

/**
 * What to write for an answer, in the words of each agent (G-020). Immutable.
 *
 * @param event what is answered
 */
record HookDialect(HookAgent agent, HookEvent event) implements HookAnswer.Visitor<Consumer<JsonWriter>> {
    @Override
    public Consumer<JsonWriter> onSilence(HookAnswer.Silence silence) {
        return out -> {};
    }

    /** Cursor has no place for a text beside the use of a tool. */
    @Override
    public Consumer<JsonWriter> onContext(HookAnswer.Context context) {
        return switch (agent) {
            case CLAUDE, CODEX, GEMINI, QWEN, OPENCODE, COPILOT, VSCODE ->
                specific(part -> part.text("additionalContext", context.text()));
            case CURSOR ->
                out -> {
                    if (event.wanted().isEmpty()) {
                        out.text("additional_context", context.text());
                    }
                };
        };
    }

    @Override
    public Consumer<JsonWriter> onDeny(HookAnswer.Deny deny) {
        return decision("deny", deny.reason());
    }

    @Override
    public Consumer<JsonWriter> onAsk(HookAnswer.Ask ask) {
        return agent.asking() == Asking.RETURN
                ? decision("ask", ask.reason())
                : decision("deny", ask.reason() + " This agent cannot ask its user on behalf of a hook.");
    }

    private Consumer<JsonWriter> decision(String word, String reason) {
        return switch (agent) {
            case CLAUDE, CODEX, QWEN, OPENCODE, COPILOT, VSCODE ->
                specific(part -> part.text("permissionDecision", word).text("permissionDecisionReason", reason));
            case GEMINI -> out -> out.text("decision", word).text("reason", reason);
            // Which of the two the model hears has changed between its versions.
            case CURSOR ->
                out -> out.text("permission", word).text("user_message", reason).text("agent_message", reason);
        };
    }

    /**
     * Only Codex has to be told that the tool may be used, as it takes no other arguments otherwise; Cursor would not
     * ask its user then.
     */
    @Override
    public Consumer<JsonWriter> onChanged(HookAnswer.Changed changed) {
        Consumer<JsonWriter> context = part -> {
            if (!changed.context().isEmpty()) {
                part.text("additionalContext", changed.context());
            }
        };
        return switch (agent) {
            case CLAUDE, OPENCODE, VSCODE ->
                specific(context.andThen(part -> part.value("updatedInput", changed.args())));
            case CODEX ->
                specific(context.andThen(
                        part -> part.text("permissionDecision", "allow").value("updatedInput", changed.args())));
            case GEMINI -> specific(context.andThen(part -> part.value("tool_input", changed.args())));
            case COPILOT -> specific(context.andThen(part -> part.value("modifiedArgs", changed.args())));
            case CURSOR -> out -> out.value("updated_input", changed.args());
            case QWEN -> decision("deny", "It is to be used with other arguments, which this agent does not do.");
        };
    }

    @Override
    public Consumer<JsonWriter> onGoOn(HookAnswer.GoOn more) {
        Consumer<JsonWriter> blocked = out -> out.text("decision", "block").text("reason", more.text());
        return switch (agent) {
            case CLAUDE, CODEX, GEMINI, QWEN, OPENCODE, COPILOT -> blocked;
            case VSCODE -> specific(blocked);
            case CURSOR -> out -> out.text("followup_message", more.text());
        };
    }

    /** Copilot has no part of its own for what an event may be answered with. */
    private Consumer<JsonWriter> specific(Consumer<JsonWriter> members) {
        return agent == HookAgent.COPILOT
                ? members
                : out -> out.object("hookSpecificOutput", part -> {
                    part.text(
                            "hookEventName",
                            event.accept(agent == HookAgent.GEMINI ? EventName.OF_GEMINI : EventName.OF_CLAUDE));
                    members.accept(part);
                });
    }

    /** What agents call the events to which there is more to say than yes or no. */
    private record EventName(String toolWanted, String prompted, String toolUsed) implements HookEvent.Visitor<String> {
        static final EventName OF_CLAUDE = new EventName("PreToolUse", "UserPromptSubmit", "PostToolUse");
        static final EventName OF_GEMINI = new EventName("BeforeTool", "BeforeAgent", "AfterTool");

        @Override
        public String onToolWanted(HookEvent.ToolWanted event) {
            return toolWanted;
        }

        @Override
        public String onToolUsed(HookEvent.ToolUsed event) {
            return toolUsed;
        }

        @Override
        public String onPrompted(HookEvent.Prompted event) {
            return prompted;
        }

        @Override
        public String onTurnEnded(HookEvent.TurnEnded event) {
            return "Stop";
        }

        @Override
        public String onBegan(HookEvent.Began event) {
            return "SessionStart";
        }

        @Override
        public String onEnded(HookEvent.Ended event) {
            return "SessionEnd";
        }

        @Override
        public String onInterrupted(HookEvent.Interrupted event) {
            return "Interrupt";
        }

        @Override
        public String onOther(HookEvent.Other event) {
            return "";
        }
    }
}
