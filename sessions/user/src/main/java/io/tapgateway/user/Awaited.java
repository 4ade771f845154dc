package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;
import java.util.concurrent.CompletionStage;

/**
 * A question whose end somebody waits for. Thread-safe.
 *
 * @param <T> how it may end
 */
@MayChange
public interface Awaited<T> {
    /**
     * The end of it: completes exactly once, always normally, on the thread of whoever brings it about; code that hangs
     * on it must not block.
     */
    CompletionStage<T> answer();

    /** Takes the question back: it ends as withdrawn, unless it has ended. */
    default void withdraw() {
        withdraw(Withdrawal.ASKER);
    }

    /** The same, and why. */
    void withdraw(Withdrawal why);
}
