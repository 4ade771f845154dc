package io.tapgateway.app.feed;

import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.runtime.transport.PayloadRoom;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a port that write answers which come later than their requests, and the time that readers have for
 * them. Thread-safe.
 */
public final class AnswerWriters implements Executor, AutoCloseable {
    /** How long an answer waits for its reader. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int THREADS = 2;

    private final ExecutorService threads;

    /** Apart from the writers: a pool that waits for times as well wakes two threads for a task that is due at once. */
    private final ScheduledExecutorService timer;

    AnswerWriters(ExecutorService threads, ScheduledExecutorService timer) {
        this.threads = threads;
        this.timer = timer;
    }

    /**
     * Those of a port that is opened; closed with it.
     *
     * @param port what its threads are named after
     */
    public static AnswerWriters of(String port) {
        var timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(port + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
        return new AnswerWriters(Executors.newFixedThreadPool(THREADS, DaemonThreads.named(port + "-writer")), timer);
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Has something done again and again, for as long as the writers are there. */
    public void repeat(Runnable task, Duration pause) {
        var unused =
                timer.scheduleAtFixedRate(() -> execute(task), pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Sends the last event of an answer, however large; whoever does not read it in time is cut off.
     *
     * @param place given back then
     */
    public void sendLast(EventClient client, Iterator<byte[]> pieces, PayloadRoom.Place place) {
        Future<?> patience = timer.schedule(() -> execute(client::end), PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        client.sendLast(pieces, () -> {
            patience.cancel(false);
            place.close();
        });
    }

    /**
     * Takes nothing more, and lets what is being written leave.
     *
     * @return whether all has left in that time
     */
    public boolean finish(Duration time) throws InterruptedException {
        timer.shutdownNow();
        threads.shutdown();
        return threads.awaitTermination(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Cuts off what is still being written. */
    @Override
    public void close() {
        timer.shutdownNow();
        threads.shutdownNow();
    }
}
