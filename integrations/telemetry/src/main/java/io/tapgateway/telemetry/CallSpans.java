package io.tapgateway.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * Reports each call as a span, once it has ended: {@code tap.call} with the children {@code tap.gates}, {@code
 * tap.queue} and {@code tap.work}, as far as the call came. A call that is part of a trace gets its place there, beside
 * what its provider reports of it; any other begins one. Arguments, results and texts of failures stay out.
 * Thread-safe.
 *
 * <pre>{@code
 * gateway.events().subscribe(CallSpans.to(openTelemetry.getTracer("tap-gateway")));
 * }</pre>
 */
public final class CallSpans implements GatewayEvents.Listener {
    private final Tracer tracer;

    private CallSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Reports to that tracer. */
    @SuppressWarnings("exports") // who has one requires its module
    public static CallSpans to(Tracer tracer) {
        return new CallSpans(tracer);
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded ended) {
        CallTrace trace = ended.trace();
        Span call = tracer.spanBuilder("tap.call")
                .setParent(trace.traceParent().map(CallSpans::remote).orElseGet(Context::root))
                .setSpanKind(SpanKind.CLIENT)
                .setStartTimestamp(trace.askedAt())
                .setAttribute("tap.session", ended.id().value())
                .setAttribute("tap.call", ended.call().value())
                .setAttribute("tap.tool", ended.tool().value())
                .setAttribute("tap.outcome", ended.outcome().label())
                .startSpan();
        trace.run().ifPresent(it -> call.setAttribute("tap.run", it));
        if (!ended.outcome().ok()) {
            call.setStatus(StatusCode.ERROR, ended.outcome().label().toUpperCase(Locale.ROOT));
        }
        Context within = Context.root().with(call);
        Instant passed = part("tap.interceptors", within, trace.askedAt(), trace.interceptors());
        Instant judged = part("tap.gates", within, passed, trace.gates());
        Instant queued = part("tap.person", within, judged, trace.person());
        Instant sent = part("tap.queue", within, queued, trace.queue());
        Instant end = part("tap.work", within, sent, trace.work());
        call.end(end);
    }

    private static Context remote(TraceParent parent) {
        SpanContext caller = SpanContext.createFromRemoteParent(
                parent.traceId(), parent.parentId(), TraceFlags.fromHex(parent.flags(), 0), TraceState.getDefault());
        return Context.root().with(Span.wrap(caller));
    }

    /** Where the next part begins. */
    private Instant part(String name, Context parent, Instant start, Duration time) {
        Instant end = start.plus(time);
        if (!time.isZero()) {
            tracer.spanBuilder(name)
                    .setParent(parent)
                    .setStartTimestamp(start)
                    .startSpan()
                    .end(end);
        }
        return end;
    }
}
