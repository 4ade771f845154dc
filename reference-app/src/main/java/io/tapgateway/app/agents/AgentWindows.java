package io.tapgateway.app.agents;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.agents.HookAgent;
import io.tapgateway.agents.HookAnswer;
import io.tapgateway.agents.HookEvent;
import io.tapgateway.agents.WindowHooks;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.ReservedNames;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Which session is meant when an agent's hook asks (G-001): the one whose host knows the agent's name for the
 * conversation, or was started by the same process; else one of the window's own, which ends with the conversation or
 * the agent's process. Thread-safe.
 */
public final class AgentWindows {
    /** How many names of conversations are remembered; of more, the newest. The others are found by their process. */
    static final int MAX_CONVERSATIONS = 1_000;

    private static final String BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int RANDOM_CHARACTERS = 8;

    private final AppSessions sessions;
    private final GatewayClock clock;
    private final AnswerRecord record;
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Conversation, SessionId> conversations = new LinkedHashMap<>();

    @GuardedBy("lock")
    private final Map<SessionId, Window> windows = new HashMap<>();

    /** @param record is told of each answer before its agent hears it */
    public AgentWindows(AppSessions sessions, GatewayClock clock, AnswerRecord record) {
        this.sessions = sessions;
        this.clock = clock;
        this.record = record;
        sessions.whenEnded(this::forget);
    }

    /** Where answers to hooks are recorded. */
    @FunctionalInterface
    public interface AnswerRecord {
        /** What a window's agent was told. */
        void onHookAnswered(SessionId session, HookEvent event, HookAnswer answer);
    }

    private record Conversation(HookAgent agent, String name) {}

    /**
     * A session whose agent asks.
     *
     * @param session with both of its ends
     * @param ancestry of what the agent has started to be its host, or to ask
     * @param own whether it was opened here
     */
    private record Window(AppSessions.Open session, WindowHooks hooks, Ancestry ancestry, boolean own) {}

    /**
     * Answers an event.
     *
     * @param process the number of the process that has started the hook
     * @throws IllegalStateException if there can be no further session; the message is fit for people
     */
    public CompletionStage<HookAnswer> answer(HookAgent agent, HookEvent event, long process) {
        Conversation conversation = new Conversation(agent, event.origin().conversation());
        Supplier<Optional<WindowHooks>> needed = () ->
                Optional.of(windowOf(conversation, event.origin(), process).hooks());
        Supplier<Optional<WindowHooks>> useful =
                () -> existing(conversation, process).map(Window::hooks);
        Optional<WindowHooks> hooks = event.accept(new Role<>(
                needed,
                // A session of the window's own would end again a moment later, when the agent's server opens one.
                agent.startsServersAfterPrompts() ? useful : needed,
                useful,
                () -> {
                    leave(conversation);
                    return Optional.empty();
                }));
        return hooks.map(it -> answer(it, agent, event))
                .orElseGet(() -> CompletableFuture.completedFuture(new HookAnswer.Silence()));
    }

    private CompletionStage<HookAnswer> answer(WindowHooks hooks, HookAgent agent, HookEvent event) {
        SessionId session = hooks.session().info().id();
        return hooks.answer(agent, event).thenApply(answer -> {
            record.onHookAnswered(session, event, answer);
            return answer;
        });
    }

    private Window windowOf(Conversation conversation, HookEvent.Origin origin, long process) {
        return existing(conversation, process).orElseGet(() -> {
            Window opened = open(conversation.agent(), origin, process);
            Optional<Window> other = recalled(conversation);
            if (other.isPresent()) {
                // Two questions at a time have found none.
                end(opened);
                return other.get();
            }
            return known(conversation, opened);
        });
    }

    private Optional<Window> existing(Conversation conversation, long process) {
        Optional<Window> known = recalled(conversation);
        if (known.filter(it -> !it.own()).isPresent()) {
            return known;
        }
        Optional<Window> hosted = hosted(conversation.name(), process);
        if (hosted.isPresent()) {
            // The agent has a host of its own by now: that one is its window.
            known.ifPresent(this::end);
            return Optional.of(known(conversation, hosted.get()));
        }
        return known.isPresent() ? known : beside(process).map(it -> known(conversation, it));
    }

    private Optional<Window> recalled(Conversation conversation) {
        lock.lock();
        try {
            return Optional.ofNullable(conversations.get(conversation)).map(windows::get);
        } finally {
            lock.unlock();
        }
    }

    /** A session of a host elsewhere that knows the conversation, or that the same agent has started. */
    private Optional<Window> hosted(String conversation, long process) {
        List<AppSessions.Open> candidates = sessions.views().stream()
                .flatMap(view -> sessions.find(view.info().id().value()).stream())
                .filter(it -> it.host().window().isPresent())
                .toList();
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        Ancestry asking = Ancestry.of(process);
        return candidates.stream()
                .filter(it -> it.host().window().orElseThrow().conversations().contains(conversation))
                .findFirst()
                .map(this::windowOf)
                .or(() -> candidates.stream()
                        .map(this::windowOf)
                        .filter(it -> asking.distance(it.ancestry()).isPresent())
                        .min(Comparator.comparing(
                                it -> asking.distance(it.ancestry()).orElseThrow())));
    }

    /** A session of the window's own that another conversation of the same agent has opened. */
    private Optional<Window> beside(long process) {
        Optional<Long> agent = Ancestry.of(process).agent().map(ProcessHandle::pid);
        lock.lock();
        try {
            return windows.values().stream()
                    .filter(Window::own)
                    .filter(it -> agent.isPresent()
                            && it.ancestry().agent().map(ProcessHandle::pid).equals(agent))
                    .findFirst();
        } finally {
            lock.unlock();
        }
    }

    private Window windowOf(AppSessions.Open session) {
        SessionId id = session.gateway().info().id();
        lock.lock();
        try {
            Window known = windows.get(id);
            if (known != null && known.session().host().equals(session.host())) {
                return known;
            }
        } finally {
            lock.unlock();
        }
        long process = session.host().window().orElseThrow().process();
        return new Window(session, new WindowHooks(session.gateway(), true, clock), Ancestry.of(process), false);
    }

    private Window open(HookAgent agent, HookEvent.Origin origin, long process) {
        Ancestry ancestry = Ancestry.of(process);
        ProcessHandle lives = ancestry.agent()
                .orElseThrow(() -> new IllegalStateException("There is no process " + process
                        + " of an agent here. The gateway has to run where the agent does."));
        String label = origin.cwd()
                .map(Path::getFileName)
                .map(directory -> agent.word() + ": " + directory)
                .orElse(agent.word());
        SessionId id = new SessionId(agent.word() + "-" + random());
        SessionInfo info = new SessionInfo(id, label, origin.cwd(), false, true, ReservedNames.NONE);
        AppSessions.Open session = sessions.openFor(SessionHost.collectingPrompts(), info);
        Window opened = new Window(session, new WindowHooks(session.gateway(), false, clock), ancestry, true);
        var unused = lives.onExit().thenRun(() -> end(opened));
        return opened;
    }

    private String random() {
        return random.ints(RANDOM_CHARACTERS, 0, BASE32.length())
                .mapToObj(i -> String.valueOf(BASE32.charAt(i)))
                .collect(Collectors.joining());
    }

    /** From now on the conversation leads to this window. */
    private Window known(Conversation conversation, Window window) {
        SessionId id = window.session().gateway().info().id();
        lock.lock();
        try {
            conversations.remove(conversation);
            conversations.put(conversation, id);
            if (conversations.size() > MAX_CONVERSATIONS) {
                conversations.remove(conversations.keySet().iterator().next());
            }
            windows.put(id, window);
        } finally {
            lock.unlock();
        }
        if (window.session().host().isClosed()) {
            // It has ended before anybody could find it here.
            forget(id);
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
        left.filter(it -> last && it.own()).ifPresent(this::end);
    }

    private void end(Window window) {
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
