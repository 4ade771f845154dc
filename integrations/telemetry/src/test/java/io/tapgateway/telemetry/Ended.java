package io.tapgateway.telemetry;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Calls that have ended. */
final class Ended {
    static final Instant ASKED = Instant.parse("2026-01-02T03:04:05Z");

    private static final ToolOutcome SUCCESS = new ToolOutcome.Success(
            JsonValue.of("secret"), new ToolOutcome.Provenance(new ProviderName("ci"), TrustLevel.PROJECT));

    private Ended() {}

    /** One that was sent, and answered. */
    static GatewayEvent answered() {
        return ended(SUCCESS, Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(300));
    }

    /** The same as a part of a trace. */
    static GatewayEvent answered(TraceParent parent) {
        return answered(Optional.of(parent), Optional.empty());
    }

    /** The same as a part of a run. */
    static GatewayEvent answered(String run) {
        return answered(Optional.empty(), Optional.of(run));
    }

    private static GatewayEvent answered(Optional<TraceParent> parent, Optional<String> run) {
        return ended(
                SUCCESS,
                new CallTrace(
                        ASKED,
                        Duration.ZERO,
                        Duration.ofMillis(5),
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ofMillis(300),
                        List.of(),
                        parent,
                        run));
    }

    /** One that a gate has denied. */
    static GatewayEvent denied() {
        return ended(
                ToolOutcome.failure(ToolErrorCode.UNAUTHORIZED, "secret"),
                Duration.ofMillis(7),
                Duration.ZERO,
                Duration.ZERO);
    }

    private static GatewayEvent ended(ToolOutcome outcome, Duration gates, Duration queue, Duration work) {
        return ended(
                outcome,
                new CallTrace(
                        ASKED,
                        Duration.ZERO,
                        gates,
                        Duration.ZERO,
                        queue,
                        work,
                        List.of(),
                        Optional.empty(),
                        Optional.empty()));
    }

    private static GatewayEvent ended(ToolOutcome outcome, CallTrace trace) {
        return new GatewayEvent.CallEnded(
                new SessionId("main"),
                new CallId("call-1"),
                new ToolName("ci_status"),
                JsonValue.EMPTY_OBJECT,
                outcome,
                trace);
    }
}
