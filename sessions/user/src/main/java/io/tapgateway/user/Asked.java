package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;
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
    default void withdraw() {
        withdraw(Withdrawal.ASKER);
    }

    /** The same, and why. */
    @MayChange
    void withdraw(Withdrawal why);

    /** What it is called where people answer it. */
    @MayChange
    QuestionId id();
}
