package io.tapgateway.user;

import java.util.concurrent.CompletionStage;

/** A question that somebody has asked. Thread-safe. */
public interface Asked {
    /**
     * The end of it: completes exactly once, always normally, on the thread of whoever brings it about; code that hangs
     * on it must not block.
     */
    CompletionStage<Approval> answer();

    /** Takes the question back: it ends as {@link Approval.Withdrawn}, unless it has ended. */
    void withdraw();
}
