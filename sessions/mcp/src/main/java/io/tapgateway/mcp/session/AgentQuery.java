package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.GatewayClock.Wakeup;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What an agent was asked. Thread-safe. */
final class AgentQuery {
    private final long number;
    private final Optional<OpenRequest> request;
    private final CompletableFuture<Optional<JsonValue>> answer = new CompletableFuture<>();

    /** @param request on whose way the agent was asked */
    AgentQuery(long number, Optional<OpenRequest> request) {
        this.number = number;
        this.request = request;
    }

    long number() {
        return number;
    }

    Optional<OpenRequest> request() {
        return request;
    }

    /** Has a limit that ends with it. */
    void limit(Wakeup patience) {
        var unused = answer.thenRun(patience::cancel);
    }

    void conclude(Optional<JsonValue> result) {
        answer.complete(result);
    }

    /**
     * What the agent answers: completes once, normally, on the thread of whoever brings it about; empty if it refuses,
     * is not waited for any more, or is gone.
     */
    CompletionStage<Optional<JsonValue>> answer() {
        return answer;
    }
}
