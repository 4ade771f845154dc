package io.tapgateway.model;

import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.thread.IdlePool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    private final LanguageModel model;
    private final PromptSections sections;
    private final Map<String, HostTool> tools;
    private final AgentLimits limits;
    private final Consumer<AgentNews> listener;
    private final TurnQueue queue;
    private final Memory memory;
    private final IdlePool thread = IdlePool.ofErrands("tapgateway-agent", 1);
    private volatile Optional<GatewaySession> driven = Optional.empty();

    ThinkingAgent(ThinkingAgentBuilder builder) {
        model = builder.model;
        sections = builder.sections;
        tools = Map.copyOf(builder.tools);
        limits = builder.limits;
        listener = builder.listener;
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
        thread.execute(this::work);
        return new ThinkingSession(session, this);
    }

    /** Ends the running turn with its calls, and drops what waits for it. Harmless if there is nothing. */
    public void stop() {
        queue.stop();
    }

    @Override
    public CompletionStage<Void> send(InjectedPrompt prompt) {
        boolean accepted = take(new TurnQueue.Opening(prompt.source().provider().value(), prompt.framed()));
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
        thread.close();
    }

    /** The user wrote something. */
    void hear(String text) {
        if (!text.isBlank() && !take(new TurnQueue.Opening("the user", text))) {
            tell(
                    AgentNews.Kind.TURN_FAILED,
                    "The agent has " + limits.waitingPrompts()
                            + " prompts to take up already and did not take this one; wait, or stop it.");
        }
    }

    private boolean take(TurnQueue.Opening opening) {
        boolean accepted = queue.add(opening);
        if (accepted && driven.isPresent()) {
            thread.execute(this::work);
        }
        return accepted;
    }

    /** All turns that wait. On the agent's thread. */
    private void work() {
        GatewaySession session = driven.orElseThrow();
        for (Optional<TurnQueue.Opening> next = queue.begin(); next.isPresent(); next = queue.begin()) {
            boolean nothingWaits;
            try {
                tell(
                        AgentNews.Kind.TURN_STARTED,
                        "A turn begins, for " + next.get().by() + ".");
                take(session, next.get());
            } finally {
                nothingWaits = queue.finish();
            }
            if (nothingWaits) {
                session.idle();
            }
        }
    }

    private void take(GatewaySession session, TurnQueue.Opening opening) {
        Turn turn = new Turn(opening.text(), limits);
        try {
            PromptAssembly prompt = Waiting.on(session.assemblePrompt(sections));
            turn = new Turn(PromptText.opening(prompt, opening.text()), limits);
            converse(session, turn, PromptText.instructions(prompt));
        } catch (InterruptedException e) {
            if (turn.cancelled()) {
                // Whoever stopped it may have ended the session's calls just before the last ones were made.
                session.interrupt();
            }
        } catch (ModelFailure e) {
            turn.failed(e.sentence());
        } catch (RuntimeException e) {
            LOG.error("a turn failed", e);
            if (turn.end().isEmpty()) {
                turn.failed("The turn failed for a reason that only the log tells.");
            }
        }
        memory.add(turn.messages());
        turn.end()
                .filter(end -> end.kind() != TurnEnd.Kind.ANSWERED)
                .ifPresent(end -> tell(AgentNews.Kind.TURN_FAILED, end.text()));
    }

    private void converse(GatewaySession session, Turn turn, String instructions)
            throws ModelFailure, InterruptedException {
        Toolbox toolbox = new Toolbox(session, tools, limits.resultChars());
        while (turn.end().isEmpty()) {
            queue.goOn();
            ModelMessage.Answer answer = model.answer(new Question(conversation(instructions, turn), toolbox.tools()));
            List<ToolRequest> requests = turn.answered(answer);
            if (!answer.text().isBlank()) {
                tell(AgentNews.Kind.SAID, answer.text());
            }
            if (!requests.isEmpty()) {
                queue.goOn();
                requests.forEach(request -> tell(AgentNews.Kind.TOOL_USED, request.tool()));
                turn.used(toolbox.use(requests));
            }
        }
    }

    private List<ModelMessage> conversation(String instructions, Turn turn) {
        List<ModelMessage> all = new ArrayList<>();
        all.add(new ModelMessage.Instructions(instructions));
        all.addAll(memory.messages());
        all.addAll(turn.messages());
        return all;
    }

    private void tell(AgentNews.Kind kind, String text) {
        try {
            listener.accept(new AgentNews(kind, text));
        } catch (RuntimeException e) {
            LOG.warn("a listener of the agent failed; the turn goes on", e);
        }
    }
}
