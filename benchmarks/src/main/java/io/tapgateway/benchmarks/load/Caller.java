package io.tapgateway.benchmarks.load;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.ToolOutcome;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Keeps so many calls of one tool in flight until a moment has come, or one fails. Thread-safe. */
final class Caller {
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final GatewaySession session;
    private final String tool;
    private final Supplier<JsonValue> args;
    private final long end;
    private final CountDownLatch done;
    private final Object lock = new Object();

    /**
     * To one percent: fifty callers with finer ones would be what the caches and the collector of garbage have to do
     * with.
     */
    private final Histogram latencies = new Histogram(LONGEST_NANOS, 2);

    private Optional<String> failure = Optional.empty();
    private int inFlight;

    /**
     * @param args of each call, made anew as an agent does
     * @param end when no more calls are made, by {@link System#nanoTime()}
     */
    Caller(GatewaySession session, String tool, Supplier<JsonValue> args, long end, CountDownLatch done) {
        this.session = session;
        this.tool = tool;
        this.args = args;
        this.end = end;
        this.done = done;
    }

    void start(int calls) {
        synchronized (lock) {
            inFlight = calls;
        }
        for (int i = 0; i < calls; i++) {
            call();
        }
    }

    private void call() {
        long asked = System.nanoTime();
        var unused = session.callTool(tool, args.get()).thenAccept(outcome -> {
            if (goesOnAfter(outcome, asked)) {
                call();
            }
        });
    }

    private boolean goesOnAfter(ToolOutcome outcome, long asked) {
        long now = System.nanoTime();
        synchronized (lock) {
            if (outcome.ok()) {
                latencies.recordValue(now - asked);
            } else {
                failure = outcome.failure().map(failed -> failed.code() + ": " + failed.error());
            }
            if (now < end && failure.isEmpty()) {
                return true;
            }
            inFlight--;
            if (inFlight == 0) {
                done.countDown();
            }
            return false;
        }
    }

    /** What went wrong, if anything did. */
    Optional<String> failure() {
        synchronized (lock) {
            return failure;
        }
    }

    void addTo(Histogram all) {
        synchronized (lock) {
            all.add(latencies);
        }
    }
}
