package io.tapgateway.provider.connection;

import io.tapgateway.provider.ProviderListener;
import io.tapgateway.provider.ProviderListener.Fault;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Calls the author's code: always on the executor, and never letting an exception out. Thread-safe. */
final class UserCode {
    private final Executor executor;
    private final ProviderListener listener;

    UserCode(Executor executor, ProviderListener listener) {
        this.executor = executor;
        this.listener = listener;
    }

    ProviderListener listener() {
        return listener;
    }

    /**
     * Runs a task that does not throw.
     *
     * @return false if the executor takes no more work
     */
    boolean run(Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException full) {
            return false;
        }
    }

    /** Tells the author, if the executor still works. */
    void report(Fault fault) {
        run(() -> reportHere(fault));
    }

    /** As {@link #report}, for callers on the executor. */
    void reportHere(Fault fault) {
        try {
            listener.fault(fault);
        } catch (RuntimeException | Error ignored) {
            // A fault in reporting faults has no place to go to.
            return;
        }
    }
}
