package io.tapgateway.app.cli;

import io.tapgateway.app.cli.command.Foreground;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.utils.Signals;

/** The terminal of a process that runs one command and ends. Thread-safe. */
final class ProcessForeground implements Foreground {
    private final AtomicBoolean interrupted = new AtomicBoolean();

    @Override
    public void whenInterrupted(Runnable action) {
        Signals.register("INT", () -> {
            if (!interrupted.compareAndSet(false, true)) {
                Runtime.getRuntime().halt(INTERRUPTED);
            }
            action.run();
        });
    }

    @Override
    public boolean showsProgress() {
        return false;
    }

    @Override
    public void showsTimelineOf(String session) {
        // Nobody else shows anything.
    }
}
