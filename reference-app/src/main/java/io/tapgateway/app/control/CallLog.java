package io.tapgateway.app.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The newest calls that have ended, without what was said in them. Thread-safe. */
final class CallLog {
    /** How many are remembered, of all sessions. */
    static final int MAX_CALLS = 500;

    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<CallId, Hello.Identity> running = new HashMap<>();

    @GuardedBy("lock")
    private final Deque<Ended> ended = new ArrayDeque<>();

    /**
     * A call that has ended.
     *
     * @param provider empty if it was never sent
     */
    record Ended(GatewayEvent.CallEnded event, Optional<Hello.Identity> provider) {
        void write(JsonText json) {
            json.beginObject();
            provider.ifPresent(identity -> EventJson.identity(json, identity));
            EventJson.ended(json, event);
            json.endObject();
        }
    }

    /** Notes what is news about a call. */
    void note(GatewayEvent event) {
        if (event instanceof GatewayEvent.CallDispatched dispatched) {
            synchronized (lock) {
                running.put(dispatched.call(), dispatched.provider());
            }
        } else if (event instanceof GatewayEvent.CallEnded end) {
            synchronized (lock) {
                ended.addLast(new Ended(end, Optional.ofNullable(running.remove(end.call()))));
                if (ended.size() > MAX_CALLS) {
                    ended.removeFirst();
                }
            }
        } else if (event instanceof GatewayEvent.SessionChanged changed
                && changed.phase() == GatewayEvent.SessionChanged.Phase.ENDED) {
            synchronized (lock) {
                ended.removeIf(call -> call.event().id().equals(changed.id()));
            }
        }
    }

    /** Those of a session, oldest first. */
    List<Ended> of(SessionId session) {
        synchronized (lock) {
            return ended.stream()
                    .filter(call -> call.event().id().equals(session))
                    .toList();
        }
    }
}
