package io.tapgateway.user;

import java.util.concurrent.CompletionStage;

/**
 * A question that somebody has asked. Thread-safe.
 *
 * @param <T> how it may end
 */
public interface Asked<T> {
    /**
     * The end of it: completes exactly once, always normally, on the thread of whoever brings it about; code that hangs
     * on it must not block.
     */
    CompletionStage<T> answer();

    /** Takes the question back: it ends as withdrawn, unless it has ended. */
    void withdraw();
}
