package io.tapgateway.app.control.observer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.control.event.EventJson;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.view.OutcomeSummary;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

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
     * @param event how it stands, which is written when somebody asks
     */
    private record Running(Optional<Hello.Identity> provider, Consumer<JsonWriter> event) {}

    /**
     * A call that has ended. Its arguments and its result are far too large to be kept; the rest is written when
     * somebody asks.
     */
    private record Ended(
            Name name, ToolName tool, Optional<Hello.Identity> provider, OutcomeSummary outcome, CallTrace trace) {
        void write(JsonWriter out) {
            provider.ifPresent(identity -> EventJson.identity(out, identity));
            EventJson.ended(out, name.call(), tool, outcome, trace);
        }
    }

    @Override
    public void onCallWaits(GatewayEvent.CallWaits event) {
        put(new Name(event.id(), event.call()), new Running(Optional.empty(), out -> EventJson.waiting(out, event)));
    }

    @Override
    public void onCallDispatched(GatewayEvent.CallDispatched event) {
        put(
                new Name(event.id(), event.call()),
                new Running(Optional.of(event.provider()), out -> EventJson.dispatched(out, event)));
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
        Name name = new Name(event.id(), event.call());
        OutcomeSummary outcome = OutcomeSummary.of(event.outcome());
        lock.lock();
        try {
            Optional<Running> known = Optional.ofNullable(running.remove(name));
            ended.addLast(new Ended(name, event.tool(), known.flatMap(Running::provider), outcome, event.trace()));
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
                ended.removeIf(call -> call.name().session().equals(event.id()));
            } finally {
                lock.unlock();
            }
        }
    }

    /** Those of a session, as members of an object: the ones that have ended, and the others, each oldest first. */
    void write(JsonWriter out, SessionId session) {
        List<Ended> over;
        List<Running> others;
        lock.lock();
        try {
            over = ended.stream()
                    .filter(call -> call.name().session().equals(session))
                    .toList();
            others = running.entrySet().stream()
                    .filter(call -> call.getKey().session().equals(session))
                    .map(Map.Entry::getValue)
                    .toList();
        } finally {
            lock.unlock();
        }
        out.objects("calls", over, (one, call) -> call.write(one))
                .objects("running", others, (one, call) -> call.event().accept(one));
    }
}
