package io.tapgateway.app.agents;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.agents.HookAgent;
import io.tapgateway.agents.HookAnswer;
import io.tapgateway.agents.HookEvent;
import io.tapgateway.agents.HookReply;
import io.tapgateway.agents.WindowHooks;
import io.tapgateway.app.connect.AgentKind;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.ReservedNames;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.system.RunningProcess;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Which session is meant when an agent's hook asks (G-001): the one whose host the agent has started, or that knows the
 * agent's name for the conversation; else one of the window's own, which ends with the conversation or the agent's
 * process. Only a host that the agent has started itself is remembered: what is merely likely is judged again each
 * time, as the agent's own host may be on its way. Thread-safe.
 */
public final class AgentWindows {
    /** What Codex calls its conversation in what it adds to calls; its hooks know the same name. */
    private static final String THREAD = "threadId";

    /** How many names of conversations are remembered; of more, the newest. The others are found by their process. */
    static final int MAX_CONVERSATIONS = 1_000;

    private final AppSessions sessions;
    private final GatewayClock clock;
    private final AnswerRecord record;
    private final Consumer<AppSessions.Open> doorkeeper;
    private final ReentrantLock lock = new ReentrantLock();

    /** One session of a window's own is opened at a time, as two questions at once may both find none. */
    private final ReentrantLock opening = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Conversation, SessionId> conversations = new LinkedHashMap<>();

    @GuardedBy("lock")
    private final Map<SessionId, Window> windows = new HashMap<>();

    /**
     * @param record is told of each answer before its agent hears it
     * @param doorkeeper is shown each session of a window's own before anything is asked there
     */
    public AgentWindows(
            AppSessions sessions, GatewayClock clock, AnswerRecord record, Consumer<AppSessions.Open> doorkeeper) {
        this.sessions = sessions;
        this.clock = clock;
        this.record = record;
        this.doorkeeper = doorkeeper;
        sessions.whenEnded(this::forget);
    }

    /** Where answers to hooks are recorded. */
    @FunctionalInterface
    public interface AnswerRecord {
        /** What a window's agent was told. */
        void onHookAnswered(SessionId session, HookEvent event, HookAnswer answer);
    }

    /**
     * Who asks.
     *
     * @param name the agent's own for the conversation
     * @param process the agent's; 0 if that is gone
     */
    private record Conversation(HookAgent agent, String name, long process) {
        private static Conversation of(HookAgent agent, HookEvent event, Ancestry asking) {
            long process = asking.agent().map(ProcessHandle::pid).orElse(0L);
            return new Conversation(agent, event.origin().conversation(), process);
        }
    }

    /**
     * A session whose agent asks.
     *
     * @param session with both of its ends
     * @param opener the agent's process, if it was opened here for that
     */
    private record Window(AppSessions.Open session, WindowHooks hooks, OptionalLong opener) {
        private SessionId id() {
            return session.gateway().info().id();
        }

        private boolean isOwn() {
            return opener.isPresent();
        }
    }

    /** Why a host elsewhere may be that of whoever asks; the best reason first. */
    private enum Reason {
        /** The agent has started it. */
        DESCENT,
        /** It says so. */
        NAME,
        /** Somebody above the agent has started it: it may be that of an agent beside. */
        RELATION
    }

    /**
     * A host that may be meant.
     *
     * @param steps how far away it is
     * @param named whether it knows the conversation, as one of several that the agent has started may
     * @param settled whether it can be no other agent's
     */
    private record Candidate(AppSessions.Open session, Reason reason, int steps, boolean named, boolean settled) {
        private static final Comparator<Candidate> BEST_FIRST = Comparator.comparing(Candidate::reason)
                .thenComparing(Candidate::steps)
                .thenComparing(Candidate::named, Comparator.reverseOrder());
    }

    /**
     * Answers an event.
     *
     * @param process the number of the process that has started the hook
     * @throws IllegalStateException if there can be no further session; the message is fit for people
     */
    public CompletionStage<HookReply> answer(HookAgent agent, HookEvent event, long process) {
        long asked = clock.nanos();
        Ancestry asking = Ancestry.of(process);
        Conversation conversation = Conversation.of(agent, event, asking);
        Supplier<Optional<Window>> needed = () -> Optional.of(windowOf(conversation, event.origin(), asking));
        Supplier<Optional<Window>> useful = () -> existing(conversation, asking);
        Optional<Window> window = event.accept(new Role<>(
                needed,
                // A session of the window's own would end again a moment later, when the agent's server opens one.
                agent.startsServersAfterPrompts() ? useful : needed,
                useful,
                () -> {
                    leave(conversation);
                    return Optional.empty();
                }));
        return window.map(it -> answer(it, agent, event, asked))
                .orElseGet(() -> CompletableFuture.completedFuture(HookReply.SILENCE));
    }

    private CompletionStage<HookReply> answer(Window window, HookAgent agent, HookEvent event, long asked) {
        return window.session()
                .host()
                .whenOpened()
                .thenCompose(opened -> window.hooks().answer(agent, event, asked))
                .thenApply(reply -> {
                    record.onHookAnswered(window.id(), event, reply.answer());
                    return reply;
                });
    }

    private Window windowOf(Conversation conversation, HookEvent.Origin origin, Ancestry asking) {
        Optional<Window> already = existing(conversation, asking);
        if (already.isPresent()) {
            return already.get();
        }
        opening.lock();
        try {
            return existing(conversation, asking)
                    .orElseGet(() -> known(conversation, open(conversation.agent(), origin, asking)));
        } finally {
            opening.unlock();
        }
    }

    private Optional<Window> existing(Conversation conversation, Ancestry asking) {
        Optional<Window> known = recalled(conversation);
        if (known.filter(it -> !it.isOwn()).isPresent()) {
            return known;
        }
        Optional<Window> own = own(conversation);
        Optional<Candidate> host = host(conversation, asking);
        if (host.filter(it -> it.reason() != Reason.RELATION).isPresent()) {
            // The agent has a host of its own by now: that one is its window.
            own.ifPresent(it -> giveWayTo(host.get().session(), it));
            return host.map(it -> it.settled() ? known(conversation, windowOf(it.session())) : windowOf(it.session()));
        }
        return own.map(it -> known(conversation, it))
                .or(() -> elsewhere(conversation))
                .or(() -> host.map(it -> windowOf(it.session())));
    }

    private Optional<Window> recalled(Conversation conversation) {
        lock.lock();
        try {
            return Optional.ofNullable(conversations.get(conversation)).map(windows::get);
        } finally {
            lock.unlock();
        }
    }

    /** The window of a conversation that goes on in another process. */
    private Optional<Window> elsewhere(Conversation conversation) {
        lock.lock();
        try {
            return conversations.entrySet().stream()
                    .filter(each -> each.getKey().agent() == conversation.agent()
                            && each.getKey().name().equals(conversation.name()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .map(windows::get);
        } finally {
            lock.unlock();
        }
    }

    /** A session that was opened here for this process, be it for another conversation. */
    private Optional<Window> own(Conversation conversation) {
        lock.lock();
        try {
            return windows.values().stream()
                    .filter(it -> it.isOwn() && it.opener().getAsLong() == conversation.process())
                    .findFirst();
        } finally {
            lock.unlock();
        }
    }

    /** The session of a host elsewhere that is most likely meant. */
    private Optional<Candidate> host(Conversation conversation, Ancestry asking) {
        return sessions.views().stream()
                .flatMap(view -> sessions.find(view.info().id().value()).stream())
                .filter(it -> it.host().window().isPresent())
                .filter(it -> !isOfAnother(it, conversation))
                .flatMap(it -> candidate(it, conversation, asking).stream())
                .min(Candidate.BEST_FIRST);
    }

    /** Whether another agent's process has turned out to have started that host. */
    private boolean isOfAnother(AppSessions.Open session, Conversation conversation) {
        SessionId id = session.gateway().info().id();
        lock.lock();
        try {
            return conversations.entrySet().stream()
                    .filter(each -> each.getValue().equals(id))
                    .anyMatch(each -> each.getKey().process() != conversation.process());
        } finally {
            lock.unlock();
        }
    }

    private static Optional<Candidate> candidate(AppSessions.Open session, Conversation conversation, Ancestry asking) {
        AgentWindow window = session.host().window().orElseThrow();
        boolean named = window.conversations().contains(conversation.name());
        Optional<Ancestry.Kinship> kinship = asking.kinship(Ancestry.of(window.process()));
        if (kinship.filter(Ancestry.Kinship::isDirect).isPresent()) {
            return kinship.map(it -> new Candidate(session, Reason.DESCENT, it.steps(), named, true));
        }
        if (AgentKind.ofSession(session.gateway().info().id())
                .filter(kind -> !kind.label().equals(conversation.agent().word()))
                .isPresent()) {
            // An agent that another one has started, maybe with the other's environment.
            return Optional.empty();
        }
        if (kinship.filter(Ancestry.Kinship::isDescent).isPresent()) {
            return kinship.map(it -> new Candidate(session, Reason.DESCENT, it.steps(), named, false));
        }
        boolean beside = asking.agent()
                .filter(agent -> Ancestry.isBelow(window.process(), agent))
                .isEmpty();
        return named && beside
                ? Optional.of(new Candidate(session, Reason.NAME, 0, true, false))
                : kinship.map(it -> new Candidate(session, Reason.RELATION, it.steps(), named, false));
    }

    /**
     * Looks into what an agent's host has added to a call for the name of the conversation.
     *
     * @return whether there is one, which the host knows from now on
     */
    boolean learnName(AppSessions.Open session, JsonValue additions) {
        Optional<String> name = AgentKind.ofSession(session.gateway().info().id())
                .filter(AgentKind.CODEX::equals)
                .flatMap(codex -> additions.get(THREAD))
                .flatMap(JsonReader.TEXT::tryRead);
        name.ifPresent(it -> {
            session.host().knownAs(it);
            judgeAgain(it);
        });
        return name.isPresent();
    }

    /** Forgets which host elsewhere a conversation of Codex leads to: one that knows its name may be meant. */
    private void judgeAgain(String conversation) {
        lock.lock();
        try {
            List<SessionId> own = windows.values().stream()
                    .filter(Window::isOwn)
                    .map(Window::id)
                    .toList();
            conversations
                    .entrySet()
                    .removeIf(each -> each.getKey().agent() == HookAgent.CODEX
                            && each.getKey().name().equals(conversation)
                            && !own.contains(each.getValue()));
        } finally {
            lock.unlock();
        }
    }

    /**
     * A session of a window's own that a host has taken over.
     *
     * @param opener the agent's process
     */
    public record Adoption(AppSessions.Open session, long opener) {}

    /**
     * Has a host of the agent's own go on with the session that was opened here for its window (M-011).
     *
     * @return empty if there is none, or the host names no window
     */
    public Optional<Adoption> adopt(SessionHost host) {
        Optional<Adoption> adopted = host.window().flatMap(this::adoptable);
        try {
            adopted.ifPresent(it -> sessions.handOver(it.session(), host));
            return adopted;
        } catch (IllegalStateException ended) {
            return Optional.empty();
        }
    }

    /** From now on it is not the app's own. */
    private Optional<Adoption> adoptable(AgentWindow window) {
        Ancestry host = Ancestry.of(window.process());
        lock.lock();
        try {
            for (Window each : windows.values()) {
                if (each.isOwn() && isFor(each, window, host)) {
                    windows.put(
                            each.id(), new Window(each.session(), hooks(each.session(), true), OptionalLong.empty()));
                    return Optional.of(
                            new Adoption(each.session(), each.opener().getAsLong()));
                }
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether the agent has started that host, with nobody in between who might be an agent of its own, or one that it
     * has not started knows the name of its conversation.
     */
    @GuardedBy("lock")
    private boolean isFor(Window own, AgentWindow window, Ancestry host) {
        long opener = own.opener().getAsLong();
        int down = host.processes().indexOf(opener);
        if (down >= 0) {
            return down <= 1;
        }
        for (Map.Entry<Conversation, SessionId> each : conversations.entrySet()) {
            if (each.getValue().equals(own.id())
                    && window.conversations().contains(each.getKey().name())) {
                return ProcessHandle.of(opener)
                        .filter(agent -> Ancestry.isBelow(window.process(), agent))
                        .isEmpty();
            }
        }
        return false;
    }

    /**
     * The host that has adopted a session is gone: it is the app's own again, as long as the agent is there. Nothing
     * happens if it has ended.
     */
    public void takeBack(Adoption adopted) {
        AppSessions.Open session = adopted.session();
        Window own = new Window(session, hooks(session, false), OptionalLong.of(adopted.opener()));
        boolean known;
        lock.lock();
        try {
            known = windows.replace(own.id(), own) != null;
        } finally {
            lock.unlock();
        }
        if (!known) {
            return;
        }
        try {
            sessions.handOver(session, SessionHost.collectingPrompts());
        } catch (IllegalStateException ended) {
            forget(own.id());
        }
        if (ProcessHandle.of(adopted.opener()).isEmpty()) {
            end(own);
        }
    }

    /** The window of a host elsewhere, which remembers answers. */
    private Window windowOf(AppSessions.Open session) {
        SessionId id = session.gateway().info().id();
        Window window;
        lock.lock();
        try {
            Window known = windows.get(id);
            window = known != null && known.session().host().equals(session.host())
                    ? known
                    : new Window(session, hooks(session, true), OptionalLong.empty());
            windows.put(id, window);
        } finally {
            lock.unlock();
        }
        return unlessEnded(window);
    }

    private Window open(HookAgent agent, HookEvent.Origin origin, Ancestry asking) {
        ProcessHandle lives = asking.agent()
                .orElseThrow(() -> new IllegalStateException("There is no such process of an agent here."
                        + " The gateway has to run where the agent does."));
        String label = origin.cwd()
                .map(Path::getFileName)
                .map(directory -> agent.word() + ": " + directory)
                .orElse(agent.word());
        SessionInfo info = new SessionInfo(id(agent, lives), label, origin.cwd(), false, true, ReservedNames.NONE);
        AppSessions.Open session = sessions.openFor(SessionHost.collectingPrompts(), info);
        doorkeeper.accept(session);
        Window opened = new Window(session, hooks(session, false), OptionalLong.of(lives.pid()));
        var unused = lives.onExit().thenRun(() -> exited(opened));
        return opened;
    }

    private WindowHooks hooks(AppSessions.Open session, boolean served) {
        return new WindowHooks(session.gateway(), new SessionSide(session, served), clock);
    }

    /** At the next gateway it is the same, for the same process: what was guarded is found again by it (G-005). */
    private SessionId id(HookAgent agent, ProcessHandle process) {
        RunningProcess running = RunningProcess.of(process);
        String unique = running.pid() + " "
                + running.mark()
                        .or(() -> running.started().map(String::valueOf))
                        .orElse("");
        SessionId lasting = new SessionId(agent.word() + "-" + Sha256.brief(unique));
        // The last one of this process may still be ending.
        return sessions.isOpen(lasting)
                ? new SessionId(
                        agent.word() + "-" + Sha256.brief(UUID.randomUUID().toString()))
                : lasting;
    }

    /** From now on the conversation leads to this window. */
    private Window known(Conversation conversation, Window window) {
        lock.lock();
        try {
            conversations.remove(conversation);
            conversations.put(conversation, window.id());
            if (conversations.size() > MAX_CONVERSATIONS) {
                conversations.remove(conversations.keySet().iterator().next());
            }
            windows.put(window.id(), window);
        } finally {
            lock.unlock();
        }
        return unlessEnded(window);
    }

    private Window unlessEnded(Window window) {
        if (window.session().host().isClosed()) {
            // It has ended before anybody could find it here.
            forget(window.id());
        }
        return window;
    }

    /** The conversation is over; the session of a window's own ends with its last one. */
    private void leave(Conversation conversation) {
        Optional<Window> left = recalled(conversation);
        boolean last;
        lock.lock();
        try {
            SessionId id = conversations.remove(conversation);
            last = id != null && !conversations.containsValue(id);
        } finally {
            lock.unlock();
        }
        left.filter(it -> last && it.isOwn()).ifPresent(this::end);
    }

    /** The agent's process has ended; a host that has adopted its session says itself when it is gone. */
    private void exited(Window opened) {
        Optional<Window> present;
        lock.lock();
        try {
            present = Optional.ofNullable(windows.get(opened.id()));
        } finally {
            lock.unlock();
        }
        if (present.filter(it -> !it.isOwn()).isEmpty()) {
            end(opened);
        }
    }

    /** The user goes on looking at the window, whichever session is its own. */
    private void giveWayTo(AppSessions.Open other, Window own) {
        if (own.session().gateway().info().foreground()) {
            other.gateway().bringToForeground();
        }
        end(own);
    }

    /** Ends it; what is asked from now on is asked elsewhere. */
    private void end(Window window) {
        forget(window.id());
        var unused = sessions.end(window.session());
    }

    private void forget(SessionId ended) {
        lock.lock();
        try {
            windows.remove(ended);
            conversations.values().removeIf(ended::equals);
        } finally {
            lock.unlock();
        }
    }
}
