package io.tapgateway.model;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** Waits for what the gateway promises to complete, always normally. Stateless. */
final class Waiting {
    private Waiting() {}

    static <T> T on(CompletionStage<T> stage) throws InterruptedException {
        try {
            return stage.toCompletableFuture().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a stage of the gateway completed exceptionally", e);
        }
    }
}
