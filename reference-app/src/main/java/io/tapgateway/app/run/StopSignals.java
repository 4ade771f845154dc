package io.tapgateway.app.run;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;

/**
 * Ends the process on Ctrl-C and {@code kill}: the first one in good order, the second one at once. Thread-safe.
 */
public final class StopSignals {
    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;
    private static final int SIGNAL_EXIT_CODE = 128;

    private final GatewayProcess gateway;
    private final AtomicBoolean first = new AtomicBoolean(true);

    private StopSignals(GatewayProcess gateway) {
        this.gateway = gateway;
    }

    /**
     * From now on {@code gateway} is stopped before the process ends, whatever ends it, if it can still run anything.
     */
    public static void stopInGoodOrder(GatewayProcess gateway) {
        Runtime.getRuntime().addShutdownHook(new Thread(gateway::stop, "stop"));
        StopSignals signals = new StopSignals(gateway);
        Signals.register("INT", () -> signals.on(SIGINT));
        Signals.register("TERM", () -> signals.on(SIGTERM));
    }

    private void on(int signal) {
        int code = SIGNAL_EXIT_CODE + signal;
        if (first.compareAndSet(true, false) && !gateway.isStopping()) {
            // Exiting waits for the hook; the thread of the signal must stay free for the second one.
            new Thread(() -> System.exit(code), "exit").start();
        } else {
            Runtime.getRuntime().halt(code);
        }
    }
}
