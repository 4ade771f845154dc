package io.tapgateway.app.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The calls that wait or run, and the newest that have ended, without what was said in them. Thread-safe. */
final class CallLog implements GatewayEvents.Listener {
    /** How many that have ended are remembered, of all sessions. */
    static final int MAX_CALLS = 500;

    /** How many that have not ended are remembered, of all sessions; the oldest makes room. */
    static final int MAX_RUNNING = 5_000;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Name, Running> running = new LinkedHashMap<>();

    @GuardedBy("lock")
    private final Deque<Ended> ended = new ArrayDeque<>();

    /** Names of calls are those of a session. */
    private record Name(SessionId session, CallId call) {}

    /**
     * A call that waits or runs.
     *
     * @param provider who has it; empty if it was not sent
     * @param summary how it stands
     */
    private record Running(Optional<Hello.Identity> provider, JsonValue summary) {}

    /**
     * A call that has ended.
     *
     * @param summary what can be told of it; results are far too large to be kept
     */
    private record Ended(SessionId session, JsonValue summary) {
        private static Ended of(GatewayEvent.CallEnded event, Optional<Hello.Identity> provider) {
            return new Ended(event.id(), JsonWriter.toValue(out -> {
                provider.ifPresent(identity -> EventJson.identity(out, identity));
                EventJson.ended(out, event);
            }));
        }
    }

    @Override
    public void onCallWaits(GatewayEvent.CallWaits event) {
        put(
                new Name(event.id(), event.call()),
                new Running(Optional.empty(), JsonWriter.toValue(out -> EventJson.waiting(out, event))));
    }

    @Override
    public void onCallDispatched(GatewayEvent.CallDispatched event) {
        put(
                new Name(event.id(), event.call()),
                new Running(
                        Optional.of(event.provider()), JsonWriter.toValue(out -> EventJson.dispatched(out, event))));
    }

    private void put(Name name, Running call) {
        lock.lock();
        try {
            running.put(name, call);
            if (running.size() > MAX_RUNNING) {
                running.remove(running.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded event) {
        lock.lock();
        try {
            Optional<Running> known = Optional.ofNullable(running.remove(new Name(event.id(), event.call())));
            ended.addLast(Ended.of(event, known.flatMap(Running::provider)));
            if (ended.size() > MAX_CALLS) {
                ended.removeFirst();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onSessionChanged(GatewayEvent.SessionChanged event) {
        if (event.phase() == GatewayEvent.SessionChanged.Phase.ENDED) {
            lock.lock();
            try {
                running.keySet().removeIf(call -> call.session().equals(event.id()));
                ended.removeIf(call -> call.session().equals(event.id()));
            } finally {
                lock.unlock();
            }
        }
    }

    /** Those of a session, as members of an object: the ones that have ended, and the others, each oldest first. */
    void write(JsonWriter out, SessionId session) {
        lock.lock();
        try {
            List<JsonValue> over = ended.stream()
                    .filter(call -> call.session().equals(session))
                    .map(Ended::summary)
                    .toList();
            List<JsonValue> others = running.entrySet().stream()
                    .filter(call -> call.getKey().session().equals(session))
                    .map(call -> call.getValue().summary())
                    .toList();
            out.value("calls", JsonValue.array(over)).value("running", JsonValue.array(others));
        } finally {
            lock.unlock();
        }
    }
}
