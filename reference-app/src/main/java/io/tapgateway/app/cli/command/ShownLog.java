package io.tapgateway.app.cli.command;

import io.tapgateway.app.home.LogFile;
import io.tapgateway.app.home.Problem;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Shows the end of a log, and what is added to it. Confined to the main thread, except for Ctrl-C. */
public final class ShownLog {
    /** How many lines are shown where nobody says how many. */
    public static final int STANDARD_LAST = 50;

    private static final int LOOK_MILLIS = 250;

    private final Output output;
    private final Foreground foreground;
    private final CountDownLatch interrupted = new CountDownLatch(1);

    public ShownLog(Output output, Foreground foreground) {
        this.output = output;
        this.foreground = foreground;
    }

    /**
     * Shows it.
     *
     * @param last how many lines, from the end
     * @param follow whether to go on as it grows, until Ctrl-C
     * @return the exit code
     */
    public int show(LogFile log, int last, boolean follow) throws Problem, IOException, InterruptedException {
        if (last < 0) {
            throw new Problem("--last must not be negative.");
        }
        log.last(last).forEach(output::line);
        if (!follow) {
            return 0;
        }
        foreground.whenInterrupted(interrupted::countDown);
        while (!interrupted.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            log.unseen().forEach(output::line);
        }
        return Foreground.INTERRUPTED;
    }
}
