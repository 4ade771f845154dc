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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The newest calls that have ended, without what was said in them. Thread-safe. */
final class CallLog implements GatewayEvents.Listener {
    /** How many are remembered, of all sessions. */
    static final int MAX_CALLS = 500;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Running, Hello.Identity> running = new HashMap<>();

    @GuardedBy("lock")
    private final Deque<Ended> ended = new ArrayDeque<>();

    /** Names of calls are those of a session. */
    private record Running(SessionId session, CallId call) {}

    /**
     * A call that has ended.
     *
     * @param summary what can be told of it; results are far too large to be kept
     */
    record Ended(SessionId session, JsonValue summary) {
        private static Ended of(GatewayEvent.CallEnded event, Optional<Hello.Identity> provider) {
            return new Ended(event.id(), JsonWriter.toValue(out -> {
                provider.ifPresent(identity -> EventJson.identity(out, identity));
                EventJson.ended(out, event);
            }));
        }
    }

    @Override
    public void onCallDispatched(GatewayEvent.CallDispatched event) {
        lock.lock();
        try {
            running.put(new Running(event.id(), event.call()), event.provider());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded event) {
        lock.lock();
        try {
            ended.addLast(Ended.of(event, Optional.ofNullable(running.remove(new Running(event.id(), event.call())))));
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
                ended.removeIf(call -> call.session().equals(event.id()));
            } finally {
                lock.unlock();
            }
        }
    }

    /** Those of a session, oldest first. */
    List<JsonValue> of(SessionId session) {
        lock.lock();
        try {
            return ended.stream()
                    .filter(call -> call.session().equals(session))
                    .map(Ended::summary)
                    .toList();
        } finally {
            lock.unlock();
        }
    }
}
