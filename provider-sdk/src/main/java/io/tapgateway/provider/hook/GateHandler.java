package io.tapgateway.provider.hook;

import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.model.MayChange;
import java.util.concurrent.CompletionStage;

/** Decides about tool calls before they happen. Called on the provider's executor, several times at once. */
@FunctionalInterface
public interface GateHandler {
    /**
     * Decides about one call; within five seconds, or the call is denied (A/gate-timeouts).
     *
     * @throws Exception denies the call; its text goes to {@code onError} only
     */
    GateDecision decide(GateCheck check) throws Exception;

    /** The same for decisions that take time; see {@link GateHandler#decide}. */
    @FunctionalInterface
    interface Async {
        /** Begins to decide. */
        CompletionStage<GateDecision> decide(GateCheck check) throws Exception;

        /** What counts where it throws, fails, or is not asked because too much is going on. */
        @MayChange
        default GateDecision whenFailed() {
            return GateDecision.deny("The gate failed.");
        }
    }
}
