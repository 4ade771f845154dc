package io.tapgateway.agents;

import io.tapgateway.agents.RememberedAnswers.Question;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHostEvent;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers what the hooks of one agent's window ask, out of its session. Thread-safe. */
public final class WindowHooks {
    /** How often in a row an agent is kept from ending its turn. */
    public static final int MAX_IN_A_ROW = 4;

    /** How long the end of a turn waits for a prompt. */
    static final Duration PATIENCE = Duration.ofMillis(50);

    /**
     * When a tool that nobody has decided about is denied: a second before agents stop waiting, and use it (G-022).
     * What takes longer has no prompts along: nobody may be there to take them (M-043).
     */
    static final Duration DECIDED_WITHIN = Duration.ofSeconds(9);

    /** How often prompts renew what providers may push at most (G-031). */
    static final Duration RENEWAL = Duration.ofSeconds(10);

    /** The argument by which gates hear under which name an agent has a tool. */
    private static final String AGENT_TOOL = "agentTool";

    private static final HookAnswer SILENCE = new HookAnswer.Silence();
    private static final HookAnswer TOO_LATE =
            new HookAnswer.Deny("Denied: the gateway was too busy to ask anybody. Try again in a while.");
    private static final PromptSections NO_SECTIONS = PromptSections.of(Map.of());

    private final GatewaySession session;
    private final WindowSide side;
    private final GatewayClock clock;
    private final RememberedAnswers remembered;
    private final IssuedMarks marks = new IssuedMarks(new SecureRandom());
    private final AtomicInteger inARow = new AtomicInteger();

    /** When prompts may renew what providers may push again. */
    private final AtomicLong renewable;

    public WindowHooks(GatewaySession session, WindowSide side, GatewayClock clock) {
        this.session = session;
        this.side = side;
        this.clock = clock;
        this.remembered = new RememberedAnswers(clock::nanos);
        this.renewable = new AtomicLong(clock.nanos());
    }

    /** The session that is asked. */
    public GatewaySession session() {
        return session;
    }

    /**
     * Answers an event.
     *
     * @param agent whose event it is
     * @param asked when its hook did, in nanoseconds of the clock
     * @return completes on the gateway's executor: of a tool at the latest {@link #DECIDED_WITHIN} after that
     */
    public CompletionStage<HookReply> answer(HookAgent agent, HookEvent event, long asked) {
        CompletionStage<HookAnswer> answer = event.accept(new Answers(agent, asked));
        // A word too many, and an agent may not understand that it has been told no.
        return event.wanted().isPresent()
                ? answer.thenApply(it -> new HookReply(it, List.of()))
                : answer.thenApply(it -> new HookReply(it, agent.showsLines() ? side.newLines() : List.of()));
    }

    private CompletionStage<HookAnswer> decide(HookAgent agent, HookEvent.ToolWanted event, long asked) {
        String name = GateName.of(event.tool());
        Duration left = DECIDED_WITHIN.minusNanos(clock.nanos() - asked);
        if (left.isNegative() || left.isZero()) {
            return CompletableFuture.completedFuture(TOO_LATE);
        }
        CheckOptions options = new CheckOptions(agent.asking(), agent.changes(), Optional.of(left));
        return session.preToolUse(name, named(name, event), options)
                .thenApply(decision -> decision.accept(new Decided(agent, event)));
    }

    /** Whether the agent may have stopped waiting. */
    private boolean isLate(long asked) {
        return clock.nanos() - asked >= DECIDED_WITHIN.toNanos();
    }

    private static boolean isRenamed(String asked, HookEvent.ToolWanted event) {
        return !asked.equals(event.tool()) && event.args().get(AGENT_TOOL).isEmpty();
    }

    /** The agent's own name goes along where gates are asked under another one (G-023). */
    private static JsonValue named(String asked, HookEvent.ToolWanted event) {
        if (!isRenamed(asked, event)) {
            return event.args();
        }
        Map<String, JsonValue> args = new LinkedHashMap<>(event.args().members());
        args.put(AGENT_TOOL, JsonValue.of(event.tool()));
        return JsonValue.object(args);
    }

    /** The arguments as the agent has them, without what was added for gates. */
    private static JsonValue unnamed(JsonValue changed, HookEvent.ToolWanted event) {
        if (!isRenamed(GateName.of(event.tool()), event)) {
            return changed;
        }
        Map<String, JsonValue> args = new LinkedHashMap<>(changed.members());
        args.remove(AGENT_TOOL);
        return JsonValue.object(args);
    }

    /** The decision about a tool as an answer. */
    private record Decided(HookAgent agent, HookEvent.ToolWanted event) implements HookDecision.Visitor<HookAnswer> {
        @Override
        public HookAnswer onAllow(HookDecision.Allow allow) {
            HookAnswer context = context(allow.contexts().stream().map(CallContext::framed));
            return allow.changedArgs()
                    .map(changed -> changed(unnamed(changed, event), text(context)))
                    .orElse(context);
        }

        private HookAnswer changed(JsonValue args, String context) {
            return agent.canChange(event.args(), args)
                    ? new HookAnswer.Changed(args, context)
                    : new HookAnswer.Deny("Denied: the tool is to be used without some of its arguments, which "
                            + agent.word() + " does not do for a hook.");
        }

        @Override
        public HookAnswer onDeny(HookDecision.Deny deny) {
            return new HookAnswer.Deny(
                    deny.by().map(by -> "Denied by " + by + ": ").orElse("Denied: ") + deny.reason());
        }

        /** What a person is shown by the agent are the arguments that the agent has asked about. */
        @Override
        public HookAnswer onAsk(HookDecision.Ask ask) {
            JsonValue asked = unnamed(ask.permit().args(), event);
            return asked.equals(event.args())
                    ? new HookAnswer.Ask(ask.question().why())
                    : new HookAnswer.Deny("Denied: a person is to be asked about other arguments, which " + agent.word()
                            + " does not do for a hook.");
        }
    }

    private static String text(HookAnswer answer) {
        return answer instanceof HookAnswer.Context context ? context.text() : "";
    }

    private static HookAnswer context(Stream<String> texts) {
        String all = texts.collect(Collectors.joining("\n\n"));
        return all.isEmpty() ? SILENCE : new HookAnswer.Context(all);
    }

    private CompletionStage<HookAnswer> prompted(HookEvent.Prompted event) {
        if (!marks.isIn(event.text())) {
            inARow.set(0);
            SessionHostEvent message = SessionHostEvent.userMessage(event.text());
            session.publish(renews() ? message : message.asHearsay());
            if (!session.info().foreground()) {
                session.bringToForeground();
            }
        }
        return session.assemblePrompt(NO_SECTIONS)
                .thenApply(prompt -> context(Stream.of(prompt.startupContext(), prompt.context())
                        .flatMap(List::stream)
                        .map(PromptAssembly.Context::framed)));
    }

    /** An agent may tell of prompts that nobody has written. */
    private boolean renews() {
        long now = clock.nanos();
        long from = renewable.get();
        return now - from >= 0 && renewable.compareAndSet(from, now + RENEWAL.toNanos());
    }

    /** What waits goes along; never with an answer that is remembered, which would repeat it (M-043). */
    private CompletionStage<HookAnswer> withPrompts(HookAnswer answer, PromptOccasion occasion, long asked) {
        if (isLate(asked)) {
            return CompletableFuture.completedFuture(answer);
        }
        return session.takePrompts(occasion, Duration.ZERO)
                .thenApply(waiting -> waiting.isEmpty()
                        ? answer
                        : context(Stream.concat(
                                Stream.of(text(answer)).filter(it -> !it.isEmpty()),
                                waiting.stream().map(InjectedPrompt::framed))));
    }

    private static CompletionStage<HookAnswer> silence() {
        return CompletableFuture.completedFuture(SILENCE);
    }

    private final class Answers implements HookEvent.Visitor<CompletionStage<HookAnswer>> {
        private final HookAgent agent;
        private final long asked;

        private Answers(HookAgent agent, long asked) {
            this.agent = agent;
            this.asked = asked;
        }

        private boolean asksByItself(String tool) {
            return agent.ours(tool).filter(it -> side.lists(agent, it)).isPresent();
        }

        @Override
        public CompletionStage<HookAnswer> onToolWanted(HookEvent.ToolWanted event) {
            if (asksByItself(event.tool())) {
                return silence();
            }
            String subject = event.tool() + "\n" + event.args().json();
            return once(event.origin(), "tool", event.id(), subject, () -> decide(agent, event, asked));
        }

        @Override
        public CompletionStage<HookAnswer> onPrompted(HookEvent.Prompted event) {
            CompletionStage<HookAnswer> answer =
                    once(event.origin(), "prompt", event.id(), event.text(), () -> prompted(event));
            return agent.hearsWithPrompts()
                    ? answer.thenCompose(it -> withPrompts(it, PromptOccasion.USER_PROMPT, asked))
                    : answer;
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
                data.put("ok", JsonValue.of(event.end() == HookEvent.ToolUsed.End.SUCCESS));
                event.durationMillis().ifPresent(it -> data.put("durationMs", JsonValue.of(it)));
                session.publish(new SessionHostEvent(SessionHostEvent.TOOL_EXECUTION_COMPLETE, JsonValue.object(data)));
            }
            if (event.end() == HookEvent.ToolUsed.End.INTERRUPTED) {
                session.interrupt();
            }
            return agent.hearsAfter(event.end()) ? withPrompts(SILENCE, PromptOccasion.TOOL_RESULT, asked) : silence();
        }

        @Override
        public CompletionStage<HookAnswer> onTurnEnded(HookEvent.TurnEnded event) {
            if (!event.again()) {
                inARow.set(0);
            }
            session.idle();
            if (inARow.get() >= MAX_IN_A_ROW || isLate(asked)) {
                return silence();
            }
            return session.takePrompts(PromptOccasion.TURN_END, PATIENCE).thenApply(all -> {
                if (all.isEmpty()) {
                    return SILENCE;
                }
                inARow.incrementAndGet();
                return new HookAnswer.GoOn(
                        marks.mark(all.stream().map(InjectedPrompt::framed).collect(Collectors.joining("\n\n"))));
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
        public CompletionStage<HookAnswer> onInterrupted(HookEvent.Interrupted event) {
            session.interrupt();
            return silence();
        }

        @Override
        public CompletionStage<HookAnswer> onOther(HookEvent.Other event) {
            return silence();
        }
    }
}
