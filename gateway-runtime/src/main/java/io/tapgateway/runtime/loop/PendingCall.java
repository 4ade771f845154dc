package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.CallReceipt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** The host's end of one call. The outcome is noted in the loop and handed over after it. */
final class PendingCall implements CallReceipt, Departure, Runnable {
    private static final ToolOutcome LOST = ToolOutcome.failure(ToolErrorCode.INTERNAL, "the gateway lost this call");

    private final CompletableFuture<ToolOutcome> future = new CompletableFuture<>();
    private final Executor executor;
    private ToolOutcome outcome = LOST;

    PendingCall(Executor executor) {
        this.executor = executor;
    }

    /** For the host; it cannot complete the call itself. */
    CompletionStage<ToolOutcome> stage() {
        return future.minimalCompletionStage();
    }

    /** Completes with the call; for the gateway's own use. */
    CompletableFuture<ToolOutcome> delivered() {
        return future;
    }

    void conclude(ToolOutcome reached) {
        outcome = reached;
    }

    @Override
    public void flush() {
        executor.execute(this);
    }

    @Override
    public void run() {
        future.complete(outcome);
    }
}
