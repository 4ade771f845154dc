package io.tapgateway.benchmarks.load;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.ToolOutcome;

/** A call that is waited for. Stateless. */
public final class AnsweredCall {
    private AnsweredCall() {}

    /**
     * Its outcome.
     *
     * @throws IllegalStateException if it has failed: then there is nothing to be measured
     */
    public static ToolOutcome of(GatewaySession session, String tool, JsonValue args) {
        ToolOutcome outcome = session.callTool(tool, args).toCompletableFuture().join();
        if (!outcome.ok()) {
            throw new IllegalStateException("a call failed: " + outcome);
        }
        return outcome;
    }
}
