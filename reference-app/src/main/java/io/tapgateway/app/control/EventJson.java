package io.tapgateway.app.control;

import io.tapgateway.app.session.NumberedEntry;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.ToolOutcome;
import java.time.Duration;
import java.util.function.Consumer;

/** Tells programs of the gateway's events, but for the lines of timelines: these come with their numbers. Thread-safe. */
final class EventJson implements GatewayEvents.Listener {
    private static final long NANOS_PER_MICRO = 1_000;

    private final Consumer<ServerSentEvent> programs;

    EventJson(Consumer<ServerSentEvent> programs) {
        this.programs = programs;
    }

    static ServerSentEvent timeline(SessionId session, NumberedEntry entry) {
        JsonText json = about(session);
        ApiJson.timelineMembers(json, entry);
        return ServerSentEvent.of(session, "timeline", json.endObject());
    }

    @Override
    public void onSessionChanged(GatewayEvent.SessionChanged event) {
        JsonText json = about(event.id()).name("phase").string(ApiJson.lower(event.phase()));
        programs.accept(ServerSentEvent.of(event.id(), "sessions", json.endObject()));
    }

    @Override
    public void onProviderChanged(GatewayEvent.ProviderChanged event) {
        JsonText json = new JsonText().beginObject();
        event.session().ifPresent(id -> json.name("session").string(id.value()));
        identity(json, event.identity());
        json.name("presence").string(ApiJson.lower(event.presence())).endObject();
        programs.accept(new ServerSentEvent(event.session(), "providers", json.finish()));
    }

    @Override
    public void onToolsChanged(GatewayEvent.ToolsChanged event) {
        JsonText json = about(event.id()).name("tools").beginArray();
        event.tools().forEach(tool -> json.string(tool.name().value()));
        programs.accept(ServerSentEvent.of(event.id(), "tools", json.endArray().endObject()));
    }

    @Override
    public void onCallDispatched(GatewayEvent.CallDispatched event) {
        JsonText json = about(event.id())
                .name("callId")
                .string(event.call().value())
                .name("tool")
                .string(event.tool().value());
        identity(json, event.provider());
        json.name("phase").string("dispatched");
        trace(json, event.trace());
        json.endObject();
        programs.accept(ServerSentEvent.of(event.id(), "calls", json));
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded event) {
        JsonText json = about(event.id()).name("phase").string("ended");
        ended(json, event);
        programs.accept(ServerSentEvent.of(event.id(), "calls", json.endObject()));
    }

    /** A call that has ended, without its session. */
    static void ended(JsonText json, GatewayEvent.CallEnded event) {
        json.name("callId")
                .string(event.call().value())
                .name("tool")
                .string(event.tool().value())
                .name("ok")
                .bool(event.outcome().ok());
        if (event.outcome() instanceof ToolOutcome.Failure failure) {
            json.name("errorCode").string(failure.code().name()).name("error").string(failure.error());
        }
        json.name("durationMs").number(event.trace().total().toMillis());
        trace(json, event.trace());
    }

    /** In microseconds, because most of it takes no millisecond. */
    private static void trace(JsonText json, CallTrace trace) {
        json.name("askedAt")
                .string(ApiJson.time(trace.askedAt()))
                .name("gatesMicros")
                .number(micros(trace.gates()))
                .name("queueMicros")
                .number(micros(trace.queue()))
                .name("workMicros")
                .number(micros(trace.work()));
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / NANOS_PER_MICRO;
    }

    @Override
    public void onPushed(GatewayEvent.Pushed event) {
        JsonText json = about(event.id()).name("stream").string(event.stream());
        ApiJson.streamMembers(json, event.event());
        programs.accept(ServerSentEvent.of(event.id(), "pushes", json.endObject()));
    }

    private static JsonText about(SessionId session) {
        return new JsonText().beginObject().name("session").string(session.value());
    }

    static void identity(JsonText json, Hello.Identity identity) {
        json.name("provider").string(identity.name().value());
        identity.instance().ifPresent(instance -> json.name("instance").string(instance.value()));
    }
}
