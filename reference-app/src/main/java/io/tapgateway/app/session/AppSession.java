package io.tapgateway.app.session;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.user.Ability;
import io.tapgateway.user.Approval;
import io.tapgateway.user.Asked;
import io.tapgateway.user.SessionUser;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the app remembers of one session: the newest of what its agent has been shown and asked. The agent is a program
 * in another process or a language model, or a person plays it. Thread-safe.
 */
public final class AppSession implements SessionHost {
    /** How many lines of the timeline are remembered. */
    public static final int TIMELINE_LINES = 1_000;

    /** How much of what the user and a model have said is remembered. */
    public static final int SAID = 100;

    /** How many injected prompts are remembered. */
    public static final int INJECTED_PROMPTS = 200;

    private final SessionId id;
    private final SessionUser user;
    private final Map<String, Asked<Approval>> asked = new ConcurrentHashMap<>();
    private final TimelineListener listener;
    private final Consumer<AppSession> whenClosed;
    private final Predicate<CallQuestion> agreed;
    private final BiConsumer<CallQuestion, CallApproval> whenAnswered;
    private final AtomicReference<Optional<AgentWindow>> window;
    private volatile SessionHost agent;
    private volatile Player played = Player.PERSON;
    private volatile Optional<TurnWatch> turns = Optional.empty();
    private volatile Set<String> dangerous = Set.of();
    private volatile boolean closed;

    /** Who plays the agent of a session. */
    public enum Player {
        /** A person, by hand. */
        PERSON,
        /** A language model that this process asks. */
        MODEL,
        /** A program, be it in another process. */
        PROGRAM
    }

    /** Providers that are on their way; the opening counts as one. Zero for good once all have come. */
    private final AtomicInteger expected = new AtomicInteger(1);

    private final CompletableFuture<Void> opened = new CompletableFuture<>();

    private final Ring<NumberedEntry> timeline = new Ring<>(TIMELINE_LINES);
    private final Ring<InjectedPrompt> injected = new Ring<>(INJECTED_PROMPTS);
    private final Ring<Said> said = new Ring<>(SAID);

    /**
     * @param agent is told everything as well, but for what a person is to be asked
     * @param user the person at the session
     * @param agreed whether the person has agreed to something before any session began
     * @param whenAnswered is told what a person has said, before the gateway is
     */
    AppSession(
            SessionId id,
            SessionHost agent,
            SessionUser user,
            TimelineListener listener,
            Consumer<AppSession> whenClosed,
            Predicate<CallQuestion> agreed,
            BiConsumer<CallQuestion, CallApproval> whenAnswered) {
        this.id = id;
        this.agent = agent;
        this.user = user;
        this.window = new AtomicReference<>(agent.window());
        this.listener = listener;
        this.whenClosed = whenClosed;
        this.agreed = agreed;
        this.whenAnswered = whenAnswered;
    }

    /** Has another agent told everything from now on. */
    void handOver(SessionHost next) {
        window.set(next.window());
        agent = next;
        if (expected.get() > 0) {
            next.providersExpected(true);
        }
    }

    /** Says who plays the agent from now on, a person until then. */
    void playedBy(Player who) {
        played = who;
    }

    /** Who plays the agent. */
    public Player played() {
        return played;
    }

    /** Something was said between the user and the model. */
    Said say(Said.Who who, String text, Instant at) {
        return said.add(seq -> new Said(seq, at, who, text));
    }

    /** What the user and a model have said, oldest first, as far as it is remembered. */
    public List<Said> said() {
        return said.after(0);
    }

    /** A model plays the agent from now on. */
    void thinks(TurnWatch watch) {
        turns = Optional.of(watch);
        playedBy(Player.MODEL);
    }

    /** The turn that the model is at, which plays the agent. */
    public Optional<RunningTurn> turn() {
        return turns.flatMap(TurnWatch::now);
    }

    /** The person at the session. */
    public SessionUser user() {
        return user;
    }

    /**
     * A provider is started for the session, of which its agent is told (M-012). For whoever is told that the session
     * is being opened, and for those who are expected themselves; later on it has no effect.
     *
     * @return for when the provider has come, or will not; harmless to repeat
     */
    public Runnable expect() {
        if (expected.getAndUpdate(it -> it == 0 ? 0 : it + 1) == 0) {
            return () -> {};
        }
        agent.providersExpected(true);
        AtomicBoolean come = new AtomicBoolean();
        return () -> {
            if (!come.getAndSet(true) && expected.decrementAndGet() == 0) {
                agent.providersExpected(false);
            }
        };
    }

    /** Everybody was told that it is being opened. */
    void opened() {
        opened.complete(null);
        if (expected.decrementAndGet() == 0) {
            agent.providersExpected(false);
        }
    }

    /**
     * Completes once everybody who puts rules in force in new sessions has done so, or the session has ended: until
     * then, nothing may be asked in it for an agent.
     */
    public CompletionStage<Void> whenOpened() {
        return opened.minimalCompletionStage();
    }

    /** Whether the gateway has said that the session has ended. */
    public boolean isClosed() {
        return closed;
    }

    /** The lines of the timeline that are still remembered and have a higher number, oldest first. */
    public List<NumberedEntry> timelineAfter(long seq) {
        return timeline.after(seq);
    }

    /** What providers asked the agent to take up, oldest first, as far as it is remembered. */
    public List<InjectedPrompt> injected() {
        return injected.after(0);
    }

    @Override
    public void toolsChanged(List<RegisteredTool> tools) {
        dangerous = tools.stream()
                .filter(it -> it.profile().annotations().destructive().orElse(false))
                .map(it -> it.name().value())
                .collect(Collectors.toSet());
        agent.toolsChanged(tools);
    }

    @Override
    public void toolChanged(ToolChange change) {
        agent.toolChanged(change);
    }

    @Override
    public void log(TimelineEntry entry) {
        NumberedEntry numbered = timeline.add(seq -> new NumberedEntry(seq, entry));
        listener.onEntry(id, numbered);
        agent.log(entry);
    }

    @Override
    public CompletionStage<Void> send(InjectedPrompt prompt) {
        injected.add(number -> prompt);
        return agent.send(prompt);
    }

    @Override
    public boolean collectsPrompts() {
        return agent.collectsPrompts();
    }

    @Override
    public void offeringsChanged() {
        agent.offeringsChanged();
    }

    @Override
    public void promptWaits(InjectedPrompt prompt) {
        injected.add(number -> prompt);
        agent.promptWaits(prompt);
    }

    @Override
    public void inboxChanged(InboxView inbox) {
        agent.inboxChanged(inbox);
    }

    @Override
    public CompletionStage<CallApproval> approve(CallQuestion question) {
        Asked<Approval> former = asked.get(question.id());
        if (former != null) {
            // The gateway asks again when another agent has taken over; the person is asked once.
            return former.answer().thenApply(this::answer);
        }
        if (agreed.test(question)) {
            whenAnswered.accept(question, CallApproval.APPROVED);
            return CompletableFuture.completedFuture(CallApproval.APPROVED);
        }
        Asked<Approval> pending = user.approve(PersonsWords.request(question, dangerous.contains(question.tool())));
        asked.put(question.id(), pending);
        adviseIfAlone(question, pending);
        return pending.answer().thenApply(answer -> {
            asked.remove(question.id());
            CallApproval approval = answer(answer);
            whenAnswered.accept(question, approval);
            return approval;
        });
    }

    private CallApproval answer(Approval answer) {
        return PersonsWords.of(answer, user.isPresent(Ability.APPROVALS));
    }

    /** Whoever waits for somebody to come would wait for long if nobody knew how. */
    private void adviseIfAlone(CallQuestion question, Asked<Approval> pending) {
        if (!user.isPresent(Ability.APPROVALS)
                && user.open().stream().anyMatch(it -> it.id().equals(pending.id()))) {
            String line = "Nobody is there yet who could approve '" + question.tool() + "'. " + PersonsWords.ADVICE;
            log(new TimelineEntry(Instant.now(), TimelineEntry.Level.WARNING, "gateway", line));
        }
    }

    @Override
    public void approvalWithdrawn(CallQuestion question, ApprovalWithdrawal why) {
        Optional.ofNullable(asked.remove(question.id())).ifPresent(it -> it.withdraw(PersonsWords.of(why)));
    }

    @Override
    public Optional<Set<String>> pathArguments() {
        return agent.pathArguments();
    }

    @Override
    public Optional<AgentWindow> window() {
        return Objects.requireNonNull(window.get(), "a window, or none");
    }

    /** The agent's other parts know the conversation by that name, too (G-001). */
    public void knownAs(String conversation) {
        window.updateAndGet(known -> known.map(it -> it.knownAs(conversation)));
    }

    @Override
    public void closed() {
        closed = true;
        opened.complete(null);
        user.end();
        whenClosed.accept(this);
        agent.closed();
    }
}
