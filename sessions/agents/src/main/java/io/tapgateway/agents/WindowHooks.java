package io.tapgateway.agents;

import io.tapgateway.agents.RememberedAnswers.Question;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHostEvent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers what the hooks of one agent's window ask, out of its session. Thread-safe. */
public final class WindowHooks {
    /** How often in a row an agent is kept from ending its turn. */
    public static final int MAX_IN_A_ROW = 4;

    /** How long the end of a turn waits for a prompt. */
    static final Duration PATIENCE = Duration.ofMillis(50);

    private static final HookAnswer SILENCE = new HookAnswer.Silence();
    private static final PromptSections NO_SECTIONS = PromptSections.of(Map.of());

    private final GatewaySession session;
    private final boolean hasTools;
    private final RememberedAnswers remembered;
    private final AtomicInteger inARow = new AtomicInteger();

    /**
     * @param hasTools whether the agent has the session's tools as those of an MCP server; their calls ask by
     *     themselves then
     */
    public WindowHooks(GatewaySession session, boolean hasTools, GatewayClock clock) {
        this.session = session;
        this.hasTools = hasTools;
        this.remembered = new RememberedAnswers(clock::nanos);
    }

    /** The session that is asked. */
    public GatewaySession session() {
        return session;
    }

    /**
     * Answers an event.
     *
     * @param agent whose event it is
     * @return completes on the gateway's executor, at the latest after the five seconds that gates have (D-176)
     */
    public CompletionStage<HookAnswer> answer(HookAgent agent, HookEvent event) {
        return event.accept(new Answers(agent));
    }

    private CompletionStage<HookAnswer> decide(HookEvent.ToolWanted event) {
        String asked = GateName.of(event.tool());
        return session.preToolUse(asked, named(asked, event), Asking.RETURN).thenApply(WindowHooks::answer);
    }

    /** The agent's own name goes along where gates are asked under another one (G-023). */
    private static JsonValue named(String asked, HookEvent.ToolWanted event) {
        if (asked.equals(event.tool()) || event.args().get("agentTool").isPresent()) {
            return event.args();
        }
        Map<String, JsonValue> args = new LinkedHashMap<>(event.args().members());
        args.put("agentTool", JsonValue.of(event.tool()));
        return JsonValue.object(args);
    }

    private static HookAnswer answer(HookDecision decision) {
        return decision.accept(new HookDecision.Visitor<HookAnswer>() {
            @Override
            public HookAnswer onAllow(HookDecision.Allow allow) {
                return context(allow.contexts().stream().map(CallContext::framed));
            }

            @Override
            public HookAnswer onDeny(HookDecision.Deny deny) {
                return new HookAnswer.Deny(
                        deny.by().map(by -> "Denied by " + by + ": ").orElse("Denied: ") + deny.reason());
            }

            @Override
            public HookAnswer onAsk(HookDecision.Ask ask) {
                return new HookAnswer.Ask(ask.question().why());
            }
        });
    }

    private static HookAnswer context(Stream<String> texts) {
        String all = texts.collect(Collectors.joining("\n\n"));
        return all.isEmpty() ? SILENCE : new HookAnswer.Context(all);
    }

    private CompletionStage<HookAnswer> prompted(HookEvent.Prompted event) {
        session.publish(SessionHostEvent.userMessage(event.text()));
        return session.assemblePrompt(NO_SECTIONS)
                .thenApply(prompt -> context(Stream.of(prompt.startupContext(), prompt.context())
                        .flatMap(List::stream)
                        .map(PromptAssembly.Context::framed)));
    }

    /** What waits goes along; never with an answer that is remembered, which would repeat it (M-043). */
    private CompletionStage<HookAnswer> withPrompts(HookAnswer answer, PromptOccasion occasion) {
        return session.takePrompts(occasion, Duration.ZERO)
                .thenApply(waiting -> waiting.isEmpty()
                        ? answer
                        : context(Stream.concat(
                                answer instanceof HookAnswer.Context context
                                        ? Stream.of(context.text())
                                        : Stream.empty(),
                                waiting.stream().map(InjectedPrompt::framed))));
    }

    private static CompletionStage<HookAnswer> silence() {
        return CompletableFuture.completedFuture(SILENCE);
    }

    private final class Answers implements HookEvent.Visitor<CompletionStage<HookAnswer>> {
        private final HookAgent agent;

        private Answers(HookAgent agent) {
            this.agent = agent;
        }

        private boolean asksByItself(String tool) {
            return hasTools && agent.ours(tool).flatMap(session::tool).isPresent();
        }

        @Override
        public CompletionStage<HookAnswer> onToolWanted(HookEvent.ToolWanted event) {
            if (asksByItself(event.tool())) {
                return silence();
            }
            String subject = event.tool() + "\n" + event.args().json();
            return once(event.origin(), "tool", event.id(), subject, () -> decide(event));
        }

        @Override
        public CompletionStage<HookAnswer> onPrompted(HookEvent.Prompted event) {
            inARow.set(0);
            return once(event.origin(), "prompt", event.id(), event.text(), () -> prompted(event))
                    .thenCompose(answer -> withPrompts(answer, PromptOccasion.USER_PROMPT));
        }

        private CompletionStage<HookAnswer> once(
                HookEvent.Origin origin,
                String kind,
                Optional<String> id,
                String subject,
                Supplier<CompletionStage<HookAnswer>> answer) {
            return id.map(it -> remembered.of(Question.about(origin, kind, it, subject), answer))
                    .orElseGet(answer);
        }

        @Override
        public CompletionStage<HookAnswer> onToolUsed(HookEvent.ToolUsed event) {
            if (!asksByItself(event.tool())) {
                String tool = GateName.of(event.tool());
                Map<String, JsonValue> data = new LinkedHashMap<>();
                data.put("tool", JsonValue.of(tool));
                data.put("agentTool", JsonValue.of(event.tool()));
                data.put("ok", JsonValue.of(event.ok()));
                event.durationMillis().ifPresent(it -> data.put("durationMs", JsonValue.of(it)));
                session.publish(new SessionHostEvent(SessionHostEvent.TOOL_EXECUTION_COMPLETE, JsonValue.object(data)));
            }
            return withPrompts(SILENCE, PromptOccasion.TOOL_RESULT);
        }

        @Override
        public CompletionStage<HookAnswer> onTurnEnded(HookEvent.TurnEnded event) {
            if (!event.again()) {
                inARow.set(0);
            }
            session.idle();
            if (inARow.get() >= MAX_IN_A_ROW) {
                return silence();
            }
            return session.takePrompts(PromptOccasion.TURN_END, PATIENCE).thenApply(all -> {
                if (all.isEmpty()) {
                    return SILENCE;
                }
                inARow.incrementAndGet();
                return new HookAnswer.GoOn(
                        all.stream().map(InjectedPrompt::framed).collect(Collectors.joining("\n\n")));
            });
        }

        @Override
        public CompletionStage<HookAnswer> onBegan(HookEvent.Began event) {
            return silence();
        }

        @Override
        public CompletionStage<HookAnswer> onEnded(HookEvent.Ended event) {
            return silence();
        }

        @Override
        public CompletionStage<HookAnswer> onOther(HookEvent.Other event) {
            return silence();
        }
    }
}
