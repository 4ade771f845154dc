package io.tapgateway.model;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.TurnStop;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A language model as the agent of one session.
 *
 * <p>What the user writes and what providers inject start turns, one after the other. In a turn the model is asked
 * until it wants no more tools; before each answer it is told of the tools that are there at that moment. {@link
 * AgentLimits} bound all of it. Whatever fails ends a turn with one sentence and no more; the next turn begins afresh,
 * with what was said before.
 *
 * <pre>{@code
 * ThinkingAgent agent = ThinkingAgent.of(model).build();
 * GatewaySession session = agent.drive(gateway.openSession(info, agent));
 * session.publish(SessionHostEvent.userMessage("What is new?"));
 * }</pre>
 *
 * <p>Thread-safe. Turns run on a thread of its own, which is gone while there is nothing to do.
 */
public final class ThinkingAgent implements SessionHost {
    private static final Logger LOG = LoggerFactory.getLogger(ThinkingAgent.class);

    private volatile LanguageModel model;
    private volatile PromptSections sections;
    private volatile CallOptions calls = CallOptions.NONE;
    private final Map<String, HostTool> tools;
    private final AgentLimits limits;
    private final Consumer<AgentNews> listener;
    private final TurnQueue queue;
    private final List<Consumer<TurnEvent>> turnListeners;
    private volatile Memory memory;
    private final Thinker thinker = new Thinker();
    private volatile Optional<GatewaySession> driven = Optional.empty();

    ThinkingAgent(ThinkingAgentBuilder builder) {
        model = builder.model;
        sections = builder.sections;
        tools = Map.copyOf(builder.tools);
        limits = builder.limits;
        listener = builder.listener;
        turnListeners = List.copyOf(builder.turnListeners);
        queue = new TurnQueue(limits.waitingPrompts());
        memory = new Memory(limits.memoryChars());
    }

    /** An agent that thinks with that model. */
    public static ThinkingAgentBuilder of(LanguageModel model) {
        return new ThinkingAgentBuilder(model);
    }

    /**
     * Takes over a session whose host this is. The names of the host's own tools are kept from providers (D-119).
     *
     * @return the session to be used from now on: a user's message that is published there starts a turn, and an
     *     interrupt ends the turn that runs
     */
    public GatewaySession drive(GatewaySession session) {
        Set<String> reserved = new HashSet<>(session.info().reservedToolNames());
        reserved.addAll(tools.keySet());
        session.reserveToolNames(reserved);
        driven = Optional.of(session);
        if (queue.hasWork()) {
            thinker.execute(this::work);
        }
        return new ThinkingSession(session, this);
    }

    /**
     * The user says something to an agent that has time for it: it is published, and starts a turn at once, or right
     * after turns that providers have asked for, ahead of those that wait. A blank text is a turn in which nobody is
     * asked anything.
     *
     * @return the number of the turn, as in {@link TurnEvent.Started}; empty, and nothing has happened, if something
     *     that the user has said is being worked on, or waits, or the agent has ended
     * @throws IllegalStateException if it drives no session yet
     */
    @MayChange
    public OptionalLong tryHear(String text) {
        return tryHear(text, Optional.empty());
    }

    /** The same, and the turn is taken in that manner; later ones are as ever. */
    @MayChange
    public OptionalLong tryHear(String text, TurnManner manner) {
        return tryHear(text, Optional.of(manner));
    }

    private OptionalLong tryHear(String text, Optional<TurnManner> manner) {
        GatewaySession session =
                driven.orElseThrow(() -> new IllegalStateException("tryHear: the agent drives no session"));
        OptionalLong taken = queue.tryAddOfUser(text, manner);
        if (taken.isPresent()) {
            tell(AgentNews.Kind.HEARD, text);
            session.publish(SessionHostEvent.userMessage(text));
            thinker.execute(this::work);
        }
        return taken;
    }

    /** Nothing that was said so far is remembered in later turns; the running one goes on, and is not either. */
    @MayChange
    public void forget() {
        memory = new Memory(limits.memoryChars());
    }

    /** Thinks with another model from the next turn on. */
    @MayChange
    public void think(LanguageModel next) {
        model = next;
    }

    /** Tells the model something else before each turn, from the next one on. */
    @MayChange
    public void brief(PromptSections next) {
        sections = next;
    }

    /**
     * What it does is part of that run of a harness from the next turn on: those who watch the gateway are told so with
     * each call of a provider's tool.
     *
     * @throws IllegalArgumentException if the name has more than {@value CallOptions#MOST_OF_RUN} characters
     */
    @MayChange
    public void partOf(String run) {
        calls = CallOptions.NONE.partOf(run);
    }

    /** Ends the running turn with its calls, and drops what waits for it. Harmless if there is nothing. */
    public void stop() {
        queue.stop();
        if (driven.isPresent()) {
            thinker.execute(this::work);
        }
    }

    @Override
    public CompletionStage<Void> send(InjectedPrompt prompt) {
        boolean accepted = take(Optional.of(prompt.source().provider().value()), prompt.framed());
        return accepted
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(
                        new IllegalStateException("the agent has ended, or as many prompts wait for it as may"));
    }

    @Override
    public void toolsChanged(List<RegisteredTool> now) {
        // The model is told of the tools that are there when it is asked.
    }

    @Override
    public void log(TimelineEntry entry) {
        // For people; what concerns the model comes as a result or as a prompt.
    }

    @Override
    public void closed() {
        queue.end();
        thinker.close();
    }

    /** The user wrote something. */
    void hear(String text) {
        if (text.isBlank()) {
            return;
        }
        tell(AgentNews.Kind.HEARD, text);
        if (!take(Optional.empty(), text)) {
            tell(
                    AgentNews.Kind.TURN_FAILED,
                    "The agent has " + limits.waitingPrompts()
                            + " prompts to take up already and did not take this one; wait, or stop it.");
        }
    }

    private boolean take(Optional<String> provider, String text) {
        boolean accepted = queue.add(provider, text);
        if (accepted && driven.isPresent()) {
            thinker.execute(this::work);
        }
        return accepted;
    }

    /** All turns that wait. On the agent's thread. */
    private void work() {
        GatewaySession session = driven.orElseThrow();
        for (Optional<TurnQueue.Opening> next = queue.begin(); next.isPresent(); next = queue.begin()) {
            TurnQueue.Opening opening = next.get();
            TurnReport report = new TurnReport(turnListeners);
            boolean nothingWaits;
            try {
                tell(AgentNews.Kind.TURN_STARTED, "A turn begins, for " + opening.by() + ".");
                report.started(opening);
                take(session, opening, report);
            } finally {
                nothingWaits = queue.finish();
            }
            if (nothingWaits) {
                session.idle();
            }
            report.ended(opening, nothingWaits);
            tellDropped();
        }
        tellDropped();
    }

    private void tellDropped() {
        queue.dropped().forEach(new TurnReport(turnListeners)::dropped);
    }

    private void take(GatewaySession session, TurnQueue.Opening opening, TurnReport report) {
        if (opening.text().isBlank()) {
            report.over(new TurnEnd(TurnEnd.Kind.ANSWERED, ""));
            return;
        }
        Memory former = memory;
        AgentLimits bounds =
                opening.manner().map(it -> limits.upTo(it.answers())).orElse(limits);
        Turn turn = new Turn(opening.text(), bounds);
        AnswerSteps steps = new AnswerSteps(session);
        try {
            PromptAssembly prompt = Waiting.on(session.assemblePrompt(sections));
            turn = new Turn(PromptText.opening(prompt, opening.text()), bounds);
            String instructions = PromptText.instructions(prompt);
            converse(session, opening, turn, new Conversation(instructions, former.messages()), report, steps);
        } catch (InterruptedException e) {
            if (turn.cancelled()) {
                // Whoever stopped it may have ended the session's calls just before the last ones were made.
                session.interrupt();
            }
        } catch (ModelFailure e) {
            turn.failed(e);
        } catch (RuntimeException | Error e) {
            LOG.error("a turn failed", e);
            if (turn.end().isEmpty()) {
                turn.failed("The turn failed for a reason that only the log tells.");
            }
        }
        former.add(turn.messages());
        turn.end().ifPresent(end -> steps.end(stop(end, report), failure(end)));
        turn.end()
                .filter(end -> end.kind() != TurnEnd.Kind.ANSWERED)
                .ifPresent(end -> tell(AgentNews.Kind.TURN_FAILED, end.text()));
        turn.end().ifPresent(report::over);
    }

    /** How the answer has ended that was the last of a turn. */
    private static TurnStop stop(TurnEnd end, TurnReport report) {
        return switch (end.kind()) {
            case ANSWERED -> report.reason() == FinishReason.LENGTH ? TurnStop.LENGTH : TurnStop.END_TURN;
            case LIMIT -> TurnStop.TOOL_USE;
            case CANCELLED -> TurnStop.ABORTED;
            case FAILED, INVALID, BLOCKED -> TurnStop.ERROR;
        };
    }

    private static Optional<String> failure(TurnEnd end) {
        return switch (end.kind()) {
            case FAILED, INVALID, BLOCKED -> Optional.of(end.text());
            case ANSWERED, LIMIT, CANCELLED -> Optional.empty();
        };
    }

    private void converse(
            GatewaySession session,
            TurnQueue.Opening opening,
            Turn turn,
            Conversation conversation,
            TurnReport report,
            AnswerSteps steps)
            throws ModelFailure, InterruptedException {
        LanguageModel asked = opening.manner().map(TurnManner::model).orElse(model);
        boolean oneByOne = opening.manner().filter(TurnManner::oneByOne).isPresent();
        Toolbox toolbox = new Toolbox(session, tools, calls, limits.resultChars(), oneByOne, report);
        while (turn.end().isEmpty()) {
            queue.goOn();
            Optional<String> refusal = steps.begin();
            if (refusal.isPresent()) {
                turn.blocked(refusal.get());
                return;
            }
            report.stepStarted(steps.holdBack());
            Question question = new Question(conversation.with(turn), toolbox.tools());
            ModelMessage.Answer answer = report.isHeard() ? asked.answer(question, report) : asked.answer(question);
            String shown = steps.shown(answer.text());
            report.answered(answer, shown);
            List<ToolRequest> requests = turn.answered(answer);
            if (!shown.isBlank()) {
                tell(AgentNews.Kind.SAID, shown);
            }
            if (!requests.isEmpty()) {
                queue.goOn();
                requests.forEach(request -> tell(AgentNews.Kind.TOOL_USED, request.tool()));
                turn.used(toolbox.use(requests));
            }
            report.stepFinished();
            if (!requests.isEmpty()) {
                steps.end(TurnStop.TOOL_USE, Optional.empty());
            }
        }
    }

    /**
     * What a model is told in each question of one turn.
     *
     * @param former messages of the turns before
     */
    private record Conversation(String instructions, List<ModelMessage> former) {
        List<ModelMessage> with(Turn turn) {
            List<ModelMessage> all = new ArrayList<>();
            all.add(new ModelMessage.Instructions(instructions));
            all.addAll(former);
            all.addAll(turn.messages());
            return all;
        }
    }

    private void tell(AgentNews.Kind kind, String text) {
        try {
            listener.accept(new AgentNews(kind, text));
        } catch (RuntimeException | Error e) {
            LOG.warn("a listener of the agent failed; the turn goes on", e);
        }
    }
}
