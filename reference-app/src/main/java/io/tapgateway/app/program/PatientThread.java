package io.tapgateway.app.program;

import io.tapgateway.app.home.Problem;
import io.tapgateway.programs.SystemProgramThread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Has something done on the thread of programs, and waits for what comes of it. Thread-safe.
 *
 * @param work what is done there, as the beginning of a sentence about it
 * @param patience how long it may take
 * @param logs where people look when it takes longer
 */
public record PatientThread(SystemProgramThread thread, String work, Duration patience, Path logs) {
    /**
     * Waits for the answer.
     *
     * @throws Problem the task's own, or if it takes too long, or the thread is closed
     */
    public <T> T ask(Callable<T> task) throws Problem {
        try {
            return thread.submit(task).get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Problem problem) {
                throw problem;
            }
            throw new IllegalStateException("a bug in the care of programs", e.getCause());
        } catch (RejectedExecutionException e) {
            throw new Problem("The gateway is stopping; start it again.");
        } catch (TimeoutException e) {
            throw new Problem(work + " takes too long; see " + logs + ".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Problem("Interrupted.");
        }
    }
}
