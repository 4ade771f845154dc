package io.tapgateway.runtime;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.MayChange;
import java.util.concurrent.CompletionStage;

/** One call that a host has started (D-233). Thread-safe. */
@MayChange
public interface CallHandle {
    /**
     * Its name, in the timeline and in events. Its provider knows it by the same, unless the host has named it: then by
     * one that the gateway made (D-135).
     */
    CallId id();

    /**
     * How it ends: completes exactly once, always normally, on the gateway's executor or before the call is started,
     * as {@link GatewaySession#callTool} says. Who cancels it as a future cancels the call, and has a cancelled future.
     */
    CompletionStage<ToolOutcome> outcome();

    /**
     * Ends this call and no other, wherever it is: it is {@code CANCELLED} for its host, and a provider that has it is
     * told to stop. Harmless once it has ended.
     */
    void cancel();
}
