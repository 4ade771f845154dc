package io.tapgateway.app.control.observer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.text.TokenText;
import io.tapgateway.runtime.view.OutcomeJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * What is said in calls, from when somebody switches it on: the arguments and the outcome of each call that ends,
 * without tokens (T-07), in memory only. Switched off it forgets everything. Thread-safe.
 */
final class CallRecorder implements GatewayEvents.Listener {
    /** How much is kept of one call, in bytes of JSON. */
    static final int MAX_CALL_BYTES = 64 << 10;

    /** How much of that the arguments may take, and how much the outcome. */
    static final int MAX_PART_BYTES = 24 << 10;

    /** How much of it the answers of gates may take together; those that come later are left out. */
    static final int MAX_GATES_BYTES = 14 << 10;

    /** How much is kept of one session, in bytes; the oldest calls make room. */
    static final int MAX_SESSION_BYTES = 16 << 20;

    /** Of how many calls of a session that have not ended the answers of gates are kept; the oldest makes room. */
    static final int MAX_OPEN_CALLS = 200;

    private static final int MAX_SAID_BYTES = 500;

    /** How many characters are kept of what is too long. */
    private static final int BEGINNING = 4_000;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<SessionId, Recording> sessions = new HashMap<>();

    /** Of others nothing is kept, whatever comes late. */
    @GuardedBy("lock")
    private final Set<SessionId> open = new HashSet<>();

    private volatile boolean on;

    /** @param on whether it records from the start */
    CallRecorder(boolean on) {
        this.on = on;
    }

    /** There is that session from now on. */
    void opened(SessionId session) {
        lock.lock();
        try {
            open.add(session);
        } finally {
            lock.unlock();
        }
    }

    /** What is kept of one session; confined to the lock. */
    private static final class Recording {
        private final Map<CallId, String> calls = new LinkedHashMap<>();
        private final Map<CallId, Answers> gates = new LinkedHashMap<>();
        private long bytes;

        void add(CallId call, JsonValue answer) {
            gates.computeIfAbsent(call, id -> new Answers()).add(answer);
            if (gates.size() > MAX_OPEN_CALLS) {
                gates.remove(gates.keySet().iterator().next());
            }
        }

        Answers take(CallId call) {
            return Optional.ofNullable(gates.remove(call)).orElseGet(Answers::new);
        }

        void add(CallId call, String said) {
            remove(call);
            calls.put(call, said);
            bytes += Utf8Length.of(said);
            while (bytes > MAX_SESSION_BYTES) {
                remove(calls.keySet().iterator().next());
            }
        }

        private void remove(CallId call) {
            Optional.ofNullable(calls.remove(call)).ifPresent(said -> bytes -= Utf8Length.of(said));
        }
    }

    /** What the gates have answered that were asked about one call, as far as it is kept. */
    private static final class Answers {
        private final List<JsonValue> said = new ArrayList<>();
        private long bytes;

        void add(JsonValue answer) {
            long more = Utf8Length.of(answer.json()) + 1;
            if (bytes + more <= MAX_GATES_BYTES) {
                bytes += more;
                said.add(answer);
            }
        }
    }

    /**
     * How much is kept, of all sessions. Immutable.
     *
     * @param bytes of JSON
     */
    record Extent(int calls, long bytes) {}

    boolean isOn() {
        return on;
    }

    void switchTo(boolean wanted) {
        lock.lock();
        try {
            on = wanted;
            if (!wanted) {
                sessions.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    Extent extent() {
        lock.lock();
        try {
            return new Extent(
                    sessions.values().stream().mapToInt(it -> it.calls.size()).sum(),
                    sessions.values().stream().mapToLong(it -> it.bytes).sum());
        } finally {
            lock.unlock();
        }
    }

    /** What was said in a call, as JSON; empty if that was not recorded, or has made room. */
    Optional<String> of(SessionId session, CallId call) {
        lock.lock();
        try {
            return Optional.ofNullable(sessions.get(session)).map(it -> it.calls.get(call));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onGateAnswered(GatewayEvent.GateAnswered event) {
        event.call().ifPresent(call -> record(event.id(), it -> it.add(call, gate(event))));
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded event) {
        record(event.id(), it -> {
            String said = said(event, it.take(event.call()).said);
            it.add(event.call(), said);
        });
    }

    private void record(SessionId session, Consumer<Recording> what) {
        if (!on) {
            return;
        }
        lock.lock();
        try {
            if (on && open.contains(session)) {
                what.accept(sessions.computeIfAbsent(session, id -> new Recording()));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onSessionChanged(GatewayEvent.SessionChanged event) {
        switch (event.phase()) {
            case OPENED -> opened(event.id());
            case ENDING -> {}
            case ENDED -> ended(event.id());
        }
    }

    private void ended(SessionId session) {
        lock.lock();
        try {
            open.remove(session);
            sessions.remove(session);
        } finally {
            lock.unlock();
        }
    }

    private static String said(GatewayEvent.CallEnded event, List<JsonValue> gates) {
        JsonValue outcome = JsonWriter.toValue(out -> OutcomeJson.show(out, event.outcome()));
        return JsonWriter.toText(out -> {
            out.text("callId", event.call()).text("tool", event.tool());
            part(out, "args", event.args());
            part(out, "outcome", outcome);
            if (!gates.isEmpty()) {
                out.value("gates", JsonValue.array(gates));
            }
            out.text("traceParent", event.trace().traceParent().map(TraceParent::value));
        });
    }

    /** Without a decision, it has not answered. */
    private static JsonValue gate(GatewayEvent.GateAnswered answer) {
        return JsonWriter.toValue(out -> {
            out.text("provider", answer.gate());
            answer.decision().ifPresent(decision -> out.word("decision", decision));
            answer.said()
                    .ifPresent(said -> out.text("said", Utf8Length.beginning(TokenText.blanked(said), MAX_SAID_BYTES)));
            out.number("micros", answer.took().toNanos() / 1_000);
        });
    }

    /** The value, or its beginning where it is too long. */
    private static void part(JsonWriter out, String name, JsonValue value) {
        JsonValue clean = TokenText.blanked(value);
        String text = clean.json();
        if (Utf8Length.fits(text, MAX_PART_BYTES)) {
            out.value(name, clean);
        } else {
            out.object(
                    name + "Cut",
                    cut -> cut.number("bytes", Utf8Length.of(text)).text("beginning", beginning(text)));
        }
    }

    /**
     * Some thousand characters show what it is; the rest would only fill the memory. However they are escaped, they
     * take no more than a part may.
     */
    private static String beginning(String text) {
        int end = BEGINNING;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
    }
}
