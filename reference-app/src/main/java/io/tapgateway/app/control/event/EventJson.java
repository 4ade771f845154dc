package io.tapgateway.app.control.event;

import io.tapgateway.app.control.api.ApiJson;
import io.tapgateway.app.session.NumberedEntry;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.view.OutcomeSummary;
import io.tapgateway.runtime.view.StreamEventJson;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Tells programs of the gateway's events, but for the lines of timelines and for who comes and goes: these come with
 * their numbers. Thread-safe.
 */
public final class EventJson implements GatewayEvents.Listener {
    private static final long NANOS_PER_MICRO = 1_000;

    private final Consumer<ServerSentEvent> programs;

    public EventJson(Consumer<ServerSentEvent> programs) {
        this.programs = programs;
    }

    public static ServerSentEvent timeline(SessionId session, NumberedEntry entry) {
        return ServerSentEvent.of(session, "timeline", out -> ApiJson.timelineEntry(out, entry));
    }

    @Override
    public void onSessionChanged(GatewayEvent.SessionChanged event) {
        programs.accept(ServerSentEvent.of(event.id(), "sessions", out -> out.word("phase", event.phase())));
    }

    @Override
    public void onToolsChanged(GatewayEvent.ToolsChanged event) {
        List<ToolName> names = event.tools().stream().map(RegisteredTool::name).toList();
        programs.accept(ServerSentEvent.of(event.id(), "tools", out -> out.texts("tools", names)));
    }

    @Override
    public void onCallWaits(GatewayEvent.CallWaits event) {
        programs.accept(ServerSentEvent.of(event.id(), "calls", out -> waiting(out, event)));
    }

    @Override
    public void onCallDispatched(GatewayEvent.CallDispatched event) {
        programs.accept(ServerSentEvent.of(event.id(), "calls", out -> dispatched(out, event)));
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded event) {
        programs.accept(ServerSentEvent.of(
                event.id(),
                "calls",
                out -> ended(
                        out.text("phase", "ended"),
                        event.call(),
                        event.tool(),
                        OutcomeSummary.of(event.outcome()),
                        event.trace())));
    }

    /** A call that waits to be sent, without its session. */
    public static void waiting(JsonWriter out, GatewayEvent.CallWaits event) {
        out.text("callId", event.call())
                .text("tool", event.tool())
                .text("provider", event.provider())
                .text("phase", "waiting")
                .word("waitsFor", event.reason());
        trace(out, event.trace());
    }

    /** A call that its provider has, without its session. */
    public static void dispatched(JsonWriter out, GatewayEvent.CallDispatched event) {
        out.text("callId", event.call()).text("tool", event.tool());
        identity(out, event.provider()).text("phase", "dispatched");
        trace(out, event.trace());
    }

    /** A call that has ended, without its session. */
    public static void ended(JsonWriter out, CallId call, ToolName tool, OutcomeSummary outcome, CallTrace trace) {
        out.text("callId", call).text("tool", tool);
        outcome.write(out);
        out.number("durationMs", trace.total().toMillis());
        trace(out, trace);
    }

    /** In microseconds, because most of it takes no millisecond. */
    private static void trace(JsonWriter out, CallTrace trace) {
        out.text("askedAt", ApiJson.time(trace.askedAt()))
                .number("interceptorsMicros", unlessNothing(trace.interceptors()))
                .number("gatesMicros", micros(trace.gates()))
                .number("personMicros", unlessNothing(trace.person()))
                .number("queueMicros", micros(trace.queue()))
                .number("workMicros", micros(trace.work()));
    }

    /** Most calls wait for no interceptor, and need nobody's approval. */
    private static OptionalLong unlessNothing(Duration time) {
        return time.isZero() ? OptionalLong.empty() : OptionalLong.of(micros(time));
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / NANOS_PER_MICRO;
    }

    @Override
    public void onPushed(GatewayEvent.Pushed event) {
        programs.accept(ServerSentEvent.of(
                event.id(), "pushes", out -> StreamEventJson.write(out.text("stream", event.stream()), event.event())));
    }

    public static JsonWriter identity(JsonWriter out, Hello.Identity identity) {
        return out.text("provider", identity.name()).text("instance", identity.instance());
    }
}
