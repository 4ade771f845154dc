package io.tapgateway.app.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.text.ProgramName;
import io.tapgateway.model.AgentNews;
import io.tapgateway.model.LanguageModel;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.ReservedNames;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.text.TokenText;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.KeptNote;
import io.tapgateway.user.Note;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.SessionUserListener;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.UserRequest;
import io.tapgateway.user.UserTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The sessions of the app: those that people play in, all of them open to holders of the discovery token, and those of
 * agents in other processes. Thread-safe.
 */
public final class AppSessions {
    /** How many may be open at once. */
    public static final int MAX_SESSIONS = 100;

    private static final String SOURCE = "gateway";

    /** Empty for what is no question of an agent. */
    private static final UserRequest.Visitor<String> TEXT_OF_QUESTION = new UserRequest.Visitor<>() {
        @Override
        public String onApproval(ApprovalRequest approval) {
            return "";
        }

        @Override
        public String onQuestion(UserQuestion question) {
            return question.text();
        }
    };

    /** Who asks in the name of the agent. */
    private static final String AGENT = "host";

    private final Gateway gateway;
    private final GatewayEvents events;
    private final UserTime time;
    private final Absence absence;
    private final Semaphore places = new Semaphore(MAX_SESSIONS);
    private final Map<SessionId, Open> open = new ConcurrentHashMap<>();
    private final List<TimelineListener> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock opening = new ReentrantLock();

    /** Of questions in all sessions, which are answered at one prompt and denied by one verb. */
    private final AtomicLong numbers = new AtomicLong();

    @GuardedBy("opening")
    private final List<Consumer<Open>> openings = new ArrayList<>();

    private final List<Consumer<SessionInfo>> welcomers = new CopyOnWriteArrayList<>();
    private final List<Consumer<Open>> porters = new CopyOnWriteArrayList<>();
    private final List<Consumer<SessionId>> mourners = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<SessionId, SessionUserListener.Topic>> onlookers = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<CallQuestion, CallApproval>> clerks = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<SessionId, Said>> hearers = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<SessionId, RunningTurn.Change>> followers = new CopyOnWriteArrayList<>();
    private final List<QuestionListener> witnesses = new CopyOnWriteArrayList<>();

    private volatile Predicate<CallQuestion> agreed = question -> false;

    /** @param nanos monotonic time, in which nothing becomes due */
    public AppSessions(Gateway gateway, LongSupplier nanos) {
        this(gateway, UserTime.ofCaller(nanos), Absence.DENY);
    }

    /**
     * @param time of the persons at its sessions
     * @param absence what becomes of what they are asked while none is there
     */
    public AppSessions(Gateway gateway, UserTime time, Absence absence) {
        this.gateway = gateway;
        this.events = SharedEvents.of(gateway.events());
        this.time = time;
        this.absence = absence;
    }

    /**
     * The gateway's events, for listeners that are done with each in no time: all of the app share one subscription,
     * since each one wakes a thread.
     */
    public GatewayEvents events() {
        return events;
    }

    /** Has the person not asked about what {@code agreed} says; from now on, in all sessions. */
    void agreeTo(Predicate<CallQuestion> agreed) {
        this.agreed = agreed;
    }

    /**
     * A session with both of its ends.
     *
     * @param host what the app remembers of it
     * @param gateway what the app can do with it
     */
    public record Open(AppSession host, GatewaySession gateway) {}

    /**
     * Opens a session; it is in the foreground if no other one is.
     *
     * @throws IllegalStateException if the id is in use or there are too many sessions; the message is fit for people
     */
    public Open open(NewSession request) {
        SessionInfo info = new SessionInfo(
                request.id(), request.label(), request.cwd(), foreground().isEmpty(), true, ReservedNames.NONE);
        Open session = open(info, SessionHost.ignoringEverything());
        session.host().opened();
        return session;
    }

    /**
     * Opens a session of an agent in another process; it is in the foreground if that says so, or if no other one is.
     *
     * @throws IllegalStateException if the id is in use or there are too many sessions; the message is fit for people
     */
    public Open openFor(SessionHost agent, SessionInfo info) {
        Open session = open(inFront(info), agent);
        session.host().playedBy(AppSession.Player.PROGRAM);
        porters.forEach(listener -> listener.accept(session));
        session.host().opened();
        return session;
    }

    /** The same for an agent that the app itself speaks for. */
    public Open openHere(SessionHost agent, SessionInfo info) {
        Open session = open(inFront(info), agent);
        session.host().playedBy(AppSession.Player.PROGRAM);
        session.host().opened();
        return session;
    }

    private SessionInfo inFront(SessionInfo info) {
        return info.withForeground(info.foreground() || foreground().isEmpty());
    }

    private Open open(SessionInfo info, SessionHost agent) {
        SessionId id = info.id();
        if (!isOpen(id)) {
            // The gateway has let go of the last one of that name, whose host is about to hear of it.
            Optional.ofNullable(open.get(id)).ifPresent(former -> ended(id, former.host()));
        }
        if (!places.tryAcquire()) {
            throw new IllegalStateException("There are " + MAX_SESSIONS + " sessions already; end one first.");
        }
        Open session = opened(info, agent);
        add(session).forEach(listener -> listener.accept(session));
        if (session.host().isClosed()) {
            // It has ended before anybody could find it here.
            ended(id, session.host());
        }
        welcomers.forEach(listener -> listener.accept(info));
        return session;
    }

    private Open opened(SessionInfo info, SessionHost agent) {
        SessionId id = info.id();
        try {
            SessionUser user = SessionUser.create(time, new Onlooker(id), absence.patience(), numbers::incrementAndGet);
            AppSession host = new AppSession(
                    id,
                    agent,
                    user,
                    this::onEntry,
                    ended -> ended(id, ended),
                    question -> agreed.test(question),
                    this::onAnswer);
            return new Open(host, new HeardSession(gateway.openSession(info, host), user));
        } catch (RuntimeException refused) {
            places.release();
            throw refused;
        }
    }

    /** Passes on what is shown to the person at a session; notes are lines of its timeline as well. */
    private final class Onlooker implements SessionUserListener {
        private final SessionId session;

        private Onlooker(SessionId session) {
            this.session = session;
        }

        @Override
        public void changed(Topic topic) {
            onlookers.forEach(listener -> listener.accept(session, topic));
        }

        @Override
        public void acted() {
            Optional.ofNullable(open.get(session)).ifPresent(it -> it.gateway().userActed());
        }

        @Override
        public void opened(OpenQuestion question) {
            tellOf(question, (asker, text) -> asker + " asks: " + text);
        }

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {
            witnesses.forEach(listener -> listener.closed(session, question, how));
            String said = how.said().map(words -> ": " + words).orElse("");
            tellOf(question, (asker, text) -> "what " + asker + " asks is " + how.text() + said);
            Optional.ofNullable(open.get(session)).ifPresent(it -> {
                String asked = question.request().accept(TEXT_OF_QUESTION);
                if (!asked.isEmpty()) {
                    said(it, Said.Who.ASKED, asked + "\n" + how.text() + said);
                }
            });
        }

        private static String named(ProviderName asker) {
            return asker.value().equals(AGENT) ? "the agent" : "'" + asker + "'";
        }

        /** What becomes of a request to use a tool is told with its call. */
        private void tellOf(OpenQuestion question, BinaryOperator<String> line) {
            String asked = question.request().accept(TEXT_OF_QUESTION);
            if (!asked.isEmpty()) {
                String asker = named(question.request().asker());
                tell(session, TimelineEntry.Level.INFO, SOURCE, TokenText.blanked(line.apply(asker, asked)));
            }
        }

        /** What became of a request to use a tool is told with its call. */
        @Override
        public void refused(UserRequest request, String why) {
            request.accept(new UserRequest.Visitor<Boolean>() {
                @Override
                public Boolean onApproval(ApprovalRequest approval) {
                    return false;
                }

                @Override
                public Boolean onQuestion(UserQuestion question) {
                    tell(
                            session,
                            TimelineEntry.Level.WARNING,
                            SOURCE,
                            "A question of '" + question.asker() + "' was not asked: " + why);
                    return true;
                }
            });
        }

        @Override
        public void noted(KeptNote kept) {
            Note note = kept.note();
            boolean warns = note.level() == Note.Level.WARN || note.level() == Note.Level.ERROR;
            tell(
                    session,
                    warns ? TimelineEntry.Level.WARNING : TimelineEntry.Level.INFO,
                    note.source().value(),
                    note.text());
        }
    }

    /** @return who has to be told of it: everybody who has not found it here */
    private List<Consumer<Open>> add(Open session) {
        SessionId id = session.gateway().info().id();
        opening.lock();
        try {
            if (open.put(id, session) != null) {
                over(id);
            }
            return List.copyOf(openings);
        } finally {
            opening.unlock();
        }
    }

    /**
     * From now on a model is the agent of a session that a person has played; what it says and does is on the timeline.
     */
    public void letThink(Open session, LanguageModel model) {
        SessionId id = session.gateway().info().id();
        TurnWatch watch = new TurnWatch(change -> followers.forEach(listener -> listener.accept(id, change)));
        var unused = hand(
                session,
                user -> ThinkingAgent.of(model)
                        .sections(SamplePrompt.SECTIONS)
                        .user(user)
                        .listener(news -> onNews(session, news))
                        .turnListener(event -> event.accept(watch))
                        .build(),
                ThinkingAgent::drive);
        session.host().thinks(watch);
    }

    private void onNews(Open session, AgentNews news) {
        Instant now = Instant.now();
        ModelLines.of(news, now).forEach(session.host()::log);
        ModelLines.speaker(news).ifPresent(who -> said(session, who, news.text()));
    }

    private void said(Open session, Said.Who who, String text) {
        Said said = session.host().say(who, text, Instant.now());
        hearers.forEach(listener -> listener.accept(session.gateway().info().id(), said));
    }

    /**
     * From now on another host has that session, whose host has been nobody.
     *
     * @param hostOf makes it for the person at the session
     * @param drive has it take the session over; what that returns stands in front of the session from now on
     */
    public <H extends SessionHost> Handed<H> hand(
            Open session, Function<SessionUser, H> hostOf, BiFunction<H, GatewaySession, GatewaySession> drive) {
        H host = hostOf.apply(session.host().user());
        session.host().handOver(host);
        session.host().playedBy(AppSession.Player.PROGRAM);
        Open handed = new Open(session.host(), drive.apply(host, session.gateway()));
        open.replace(session.gateway().info().id(), session, handed);
        return new Handed<>(handed, host);
    }

    /** A session with the host that it was handed to. */
    public record Handed<H extends SessionHost>(Open session, H host) {}

    /**
     * From now on another agent has that session, with all that is in it: it is told what the session is like now, and
     * what the former one had not been told yet (D-067).
     *
     * @throws IllegalStateException if the session has ended
     */
    public void handOver(Open session, SessionHost next) {
        session.host().handOver(next);
        session.gateway().resume(session.host());
    }

    /**
     * Takes part in a session, whoever is its agent (M-011): is told what the gateway says of it, and not what the app
     * adds.
     *
     * @throws IllegalStateException if there is no session of that id, or it takes no more guests; the message is a
     *     sentence
     */
    public SessionAccess attach(SessionId session, SessionListener guest) {
        return gateway.attach(session, guest);
    }

    /** The open session of that id. */
    public Optional<Open> find(String id) {
        return id.isEmpty() || id.length() > SessionId.MAX_LENGTH
                ? Optional.empty()
                : Optional.ofNullable(open.get(new SessionId(id)));
    }

    /** Whether the gateway has a session of that id, be it one that is ending. */
    public boolean isOpen(SessionId id) {
        return views().stream().anyMatch(view -> view.info().id().equals(id));
    }

    /** The session that the user looks at; empty only where there is none. */
    public Optional<Open> foreground() {
        return views().stream()
                .filter(view -> view.info().foreground())
                .filter(view -> view.state() == SessionView.State.ACTIVE)
                .findFirst()
                .flatMap(view -> find(view.info().id().value()));
    }

    /**
     * Ends a session in good order. If the user looked at it, the oldest of the others comes to the foreground.
     *
     * @return completes when the session is gone
     */
    public CompletionStage<Void> end(Open session) {
        CompletionStage<Void> ended = session.gateway().close();
        if (foreground().isEmpty()) {
            views().stream()
                    .filter(view -> view.state() == SessionView.State.ACTIVE)
                    .findFirst()
                    .flatMap(view -> find(view.info().id().value()))
                    .ifPresent(next -> next.gateway().bringToForeground());
        }
        return ended;
    }

    /** How the gateway sees the sessions, oldest first. */
    public List<SessionView> views() {
        return gateway.sessions();
    }

    /** Tells {@code listener} every later line of every timeline. */
    public void listen(TimelineListener listener) {
        listeners.add(listener);
    }

    /** Tells {@code listener} of every session, those that are open now and those that are opened later. */
    public void forEach(Consumer<Open> listener) {
        List<Open> already;
        opening.lock();
        try {
            openings.add(listener);
            already = List.copyOf(open.values());
        } finally {
            opening.unlock();
        }
        already.forEach(listener);
    }

    /** Tells {@code listener} of every later session, on the thread that opens it. */
    public void whenOpened(Consumer<SessionInfo> listener) {
        welcomers.add(listener);
    }

    /**
     * Tells {@code listener} of every later session of an agent in another process, on the thread that opens it; it
     * must not block.
     */
    public void whenAgentCame(Consumer<Open> listener) {
        porters.add(listener);
    }

    /** Tells {@code listener} of every later end of a session, on the gateway's executor; it must not block. */
    public void whenEnded(Consumer<SessionId> listener) {
        mourners.add(listener);
    }

    /**
     * Tells {@code listener} from now on in which session something else is shown to a person; it must neither block
     * nor throw.
     */
    public void whenShown(BiConsumer<SessionId, SessionUserListener.Topic> listener) {
        onlookers.add(listener);
    }

    /** Tells {@code listener} from now on what users and models say; it must neither block nor throw. */
    public void whenSaid(BiConsumer<SessionId, Said> listener) {
        hearers.add(listener);
    }

    /** Tells {@code listener} from now on how the turns of models go; it must neither block nor throw. */
    public void whenTurning(BiConsumer<SessionId, RunningTurn.Change> listener) {
        followers.add(listener);
    }

    /** Tells {@code listener} from now on how questions end; it must neither block nor throw. */
    public void whenClosed(QuestionListener listener) {
        witnesses.add(listener);
    }

    /** Hears how questions to people end. */
    public interface QuestionListener {
        /** One that was open is not any more. */
        void closed(SessionId session, OpenQuestion question, QuestionEnd how);
    }

    /** Tells {@code listener} from now on what people say to the use of tools, before the gateway hears of it. */
    public void whenAnswered(BiConsumer<CallQuestion, CallApproval> listener) {
        clerks.add(listener);
    }

    private void onAnswer(CallQuestion question, CallApproval answer) {
        clerks.forEach(listener -> listener.accept(question, answer));
    }

    /**
     * Adds a line of the app's own to a timeline, with its commands as they are to be typed; nothing happens if the
     * session has ended.
     */
    public void tell(SessionId session, String sentence) {
        tell(
                session,
                TimelineEntry.Level.INFO,
                SOURCE,
                ProgramName.ofThisProcess().in(sentence));
    }

    /**
     * Adds what somebody says to a timeline, in as many lines as it takes; nothing happens if the session has ended.
     */
    public void tell(SessionId session, TimelineEntry.Level level, String source, String text) {
        Open found = open.get(session);
        if (found != null) {
            Instant now = Instant.now();
            TimelineText.lines(text).forEach(line -> found.host().log(new TimelineEntry(now, level, source, line)));
        }
    }

    /** Says once that a session has ended, whoever notices it first. */
    private void ended(SessionId id, AppSession host) {
        Open session = open.get(id);
        if (session != null && session.host() == host && open.remove(id, session)) {
            over(id);
        }
    }

    private void over(SessionId id) {
        places.release();
        mourners.forEach(listener -> listener.accept(id));
    }

    private void onEntry(SessionId session, NumberedEntry entry) {
        listeners.forEach(listener -> listener.onEntry(session, entry));
    }
}
