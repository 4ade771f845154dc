package io.tapgateway.app.control.observer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * How many calls of each session have ended in the last minutes, how they ended, and how long those of each tool took.
 * Every call counts, however few of them are remembered one by one. Thread-safe.
 */
final class CallNumbers implements GatewayEvents.Listener {
    /** Of how many minutes calls are counted apart, the present one among them. */
    static final int MINUTES = 30;

    /** How many tools of a session are counted apart; the one that was used longest ago makes room. */
    static final int MOST_TOOLS = 100;

    /** From how many of a tool's newest calls it is worked out how long they take. */
    static final int NEWEST = 200;

    private static final long MINUTE_SECONDS = 60;

    private final Supplier<Instant> now;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<SessionId, Tally> sessions = new HashMap<>();

    CallNumbers(Supplier<Instant> now) {
        this.now = now;
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded event) {
        long minute = minute();
        lock.lock();
        try {
            sessions.computeIfAbsent(event.id(), id -> new Tally()).count(event, minute);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onSessionChanged(GatewayEvent.SessionChanged event) {
        if (event.phase() == GatewayEvent.SessionChanged.Phase.ENDED) {
            lock.lock();
            try {
                sessions.remove(event.id());
            } finally {
                lock.unlock();
            }
        }
    }

    private long minute() {
        return Math.floorDiv(now.get().getEpochSecond(), MINUTE_SECONDS);
    }

    /** The numbers of a session, as members of an object. */
    void write(JsonWriter out, SessionId session) {
        long minute = minute();
        lock.lock();
        try {
            sessions.getOrDefault(session, new Tally()).write(out, minute);
        } finally {
            lock.unlock();
        }
    }

    /** What is counted of one session; confined to the lock. */
    private static final class Tally {
        private final TreeMap<Long, Ends> minutes = new TreeMap<>();
        private final Map<String, Long> results = new TreeMap<>();
        private final Map<ToolName, Times> tools = new LinkedHashMap<>(16, 0.75f, true);

        void count(GatewayEvent.CallEnded event, long minute) {
            while (!minutes.isEmpty() && minutes.firstKey() <= minute - MINUTES) {
                var unused = minutes.pollFirstEntry();
            }
            minutes.computeIfAbsent(minute, number -> new Ends())
                    .count(event.outcome().ok());
            results.merge(event.outcome().label(), 1L, Long::sum);
            tools.computeIfAbsent(event.tool(), name -> new Times())
                    .add(event.trace().total().toNanos() / 1_000);
            if (tools.size() > MOST_TOOLS) {
                tools.remove(tools.keySet().iterator().next());
            }
        }

        void write(JsonWriter out, long minute) {
            List<Ends> all = LongStream.rangeClosed(minute - MINUTES + 1, minute)
                    .mapToObj(number -> minutes.getOrDefault(number, new Ends()))
                    .toList();
            out.objects("minutes", all, (one, ends) -> ends.write(one))
                    .objects(
                            "results",
                            results.entrySet(),
                            (one, result) -> one.text("result", result.getKey()).number("calls", result.getValue()))
                    .objects(
                            "tools",
                            tools.entrySet(),
                            (one, tool) -> tool.getValue().write(one.text("tool", tool.getKey())));
        }
    }

    /** How the calls of one minute have ended. */
    private static final class Ends {
        private long ok;
        private long failed;

        void count(boolean well) {
            ok += well ? 1 : 0;
            failed += well ? 0 : 1;
        }

        void write(JsonWriter out) {
            out.number("ok", ok).number("failed", failed);
        }
    }

    /** How long the calls of one tool took. */
    private static final class Times {
        private final long[] newestMicros = new long[NEWEST];
        private long calls;

        void add(long micros) {
            newestMicros[(int) (calls % NEWEST)] = micros;
            calls++;
        }

        void write(JsonWriter out) {
            long[] sorted = Arrays.copyOf(newestMicros, (int) Math.min(calls, NEWEST));
            Arrays.sort(sorted);
            out.number("calls", calls)
                    .number("p50Micros", percentile(sorted, 50))
                    .number("p95Micros", percentile(sorted, 95));
        }

        /** The nearest rank. */
        private static long percentile(long[] sorted, int percent) {
            return sorted[Math.max(0, (percent * sorted.length + 99) / 100 - 1)];
        }
    }
}
