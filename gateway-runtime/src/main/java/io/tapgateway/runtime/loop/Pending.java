package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.core.kernel.CallReceipt;
import io.tapgateway.runtime.core.kernel.CheckReceipt;
import io.tapgateway.runtime.core.kernel.PromptReceipt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The host's end of something it asked for. The answer is noted in the loop and handed over after it.
 *
 * @param <T> what it waits for
 */
final class Pending<T> implements CallReceipt, CheckReceipt, PromptReceipt, Departure, Runnable {
    private final Promised<T> future;
    private final Executor executor;
    private T answer;

    /**
     * @param beforeWaiting what a thread has to do before it waits for the answer
     * @param ifLost the answer for want of any other
     */
    Pending(Executor executor, Runnable beforeWaiting, T ifLost) {
        this.future = new Promised<>(beforeWaiting);
        this.executor = executor;
        this.answer = ifLost;
    }

    /** For the host; if it answers itself, it deceives nobody else. */
    CompletionStage<T> stage() {
        return future;
    }

    /** Completes with the answer; for the gateway's own use. */
    CompletableFuture<T> delivered() {
        return future;
    }

    void conclude(T reached) {
        answer = reached;
    }

    @Override
    public void flush() {
        if (!future.handOver(answer)) {
            executor.execute(this);
        }
    }

    @Override
    public void run() {
        future.complete(answer);
    }
}
