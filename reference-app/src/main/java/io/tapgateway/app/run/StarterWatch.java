package io.tapgateway.app.run;

import io.tapgateway.runtime.thread.DaemonThreads;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a process that was started for another one: once that has gone and nobody has been connected for a minute
 * (W-071). Confined to one thread.
 */
public final class StarterWatch {
    static final int ALONE_SECONDS = 60;

    private static final Logger LOG = LoggerFactory.getLogger(StarterWatch.class);
    private static final int LOOK_SECONDS = 2;

    private final BooleanSupplier starterRuns;
    private final BooleanSupplier hasClients;
    private final LongSupplier nanos;
    private Optional<Long> aloneSince = Optional.empty();

    StarterWatch(BooleanSupplier starterRuns, BooleanSupplier hasClients, LongSupplier nanos) {
        this.starterRuns = starterRuns;
        this.hasClients = hasClients;
        this.nanos = nanos;
    }

    /** Exits in good order when it is time; nothing wakes before the starter has gone. */
    public static void endBehind(ProcessHandle starter, BooleanSupplier hasClients) {
        StarterWatch watch = new StarterWatch(starter::isAlive, hasClients, System::nanoTime);
        var unused = starter.onExit().thenRun(watch::look);
    }

    private void look() {
        ScheduledExecutorService looks =
                Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("starter-watch"));
        var unused = looks.scheduleAtFixedRate(this::endIfAlone, 0, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    private void endIfAlone() {
        if (isTime()) {
            LOG.info("Whoever has started this server has gone, and nobody is connected");
            // Stops the gateway in good order.
            System.exit(0);
        }
    }

    /** Whether it is time to end, as it is asked now. */
    boolean isTime() {
        if (starterRuns.getAsBoolean() || hasClients.getAsBoolean()) {
            aloneSince = Optional.empty();
            return false;
        }
        long now = nanos.getAsLong();
        long since = aloneSince.orElse(now);
        aloneSince = Optional.of(since);
        return now - since >= TimeUnit.SECONDS.toNanos(ALONE_SECONDS);
    }
}
