package io.tapgateway.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.ToolOutcome;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * For hosts: calls as a part of what OpenTelemetry records on their thread, so that providers can go on from there and
 * {@link CallSpans} finds the place of a call. Stateless.
 *
 * <pre>{@code
 * CurrentTrace.callTool(session, "ci_status", args);
 * }</pre>
 */
public final class CurrentTrace {
    private CurrentTrace() {}

    /** The span that is current on this thread; empty if there is none. */
    public static Optional<TraceParent> parent() {
        SpanContext current = Span.current().getSpanContext();
        if (!current.isValid()) {
            return Optional.empty();
        }
        return Optional.of(new TraceParent("00-" + current.getTraceId() + "-" + current.getSpanId() + "-"
                + current.getTraceFlags().asHex()));
    }

    /** {@link GatewaySession#callTool}, as a part of the trace that is current on this thread, if there is one. */
    public static CompletionStage<ToolOutcome> callTool(GatewaySession session, String tool, JsonValue args) {
        CallOptions options = parent().map(CallOptions.NONE::tracedBy).orElse(CallOptions.NONE);
        return session.startCall(tool, args, options).outcome();
    }
}
