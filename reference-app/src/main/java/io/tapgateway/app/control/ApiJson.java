package io.tapgateway.app.control;

import io.tapgateway.app.session.NumberedEntry;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PairingStatus;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.ToolOutcome;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** What the gateway's views look like to programs. Immutable. */
final class ApiJson {
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private ApiJson() {}

    /** An object with one member, a list. */
    static <T> JsonText list(String name, List<T> elements, BiConsumer<JsonText, T> write) {
        JsonText json = new JsonText().beginObject().name(name).beginArray();
        elements.forEach(element -> write.accept(json, element));
        return json.endArray().endObject();
    }

    static void session(JsonText json, SessionView view) {
        json.beginObject()
                .name("id")
                .string(view.info().id().value())
                .name("label")
                .string(view.info().label());
        view.info().cwd().ifPresent(cwd -> json.name("cwd").string(cwd.toString()));
        json.name("foreground")
                .bool(view.info().foreground())
                .name("state")
                .string(view.state().label())
                .name("tools")
                .number(view.tools())
                .name("providers")
                .number(view.providers())
                .endObject();
    }

    static void tool(JsonText json, RegisteredTool tool) {
        json.beginObject()
                .name("name")
                .string(tool.name().value())
                .name("description")
                .string(tool.description())
                .name("parameters")
                .value(tool.parameters())
                .name("provider")
                .string(tool.provider().value())
                .name("trust")
                .string(tool.trust().label())
                .name("timeout")
                .number(tool.timeout().toMillis())
                .endObject();
    }

    static void provider(JsonText json, ProviderView view) {
        json.beginObject();
        view.providerId().ifPresent(id -> json.name("providerId").string(id.value()));
        view.identity().ifPresent(identity -> {
            json.name("name").string(identity.name().value());
            identity.instance().ifPresent(instance -> json.name("instance").string(instance.value()));
        });
        json.name("trust").string(view.trust().label()).name("state").string(view.state());
        view.sessionId().ifPresent(id -> json.name("sessionId").string(id.value()));
        json.name("tools").beginArray();
        view.load().tools().forEach(json::string);
        json.endArray()
                .name("inFlight")
                .number(view.load().inFlight())
                .name("queued")
                .number(view.load().queued())
                .name("connectedAt")
                .string(time(view.load().connectedAt()))
                .endObject();
    }

    static void stream(JsonText json, StreamView stream) {
        json.beginObject()
                .name("name")
                .string(stream.name())
                .name("count")
                .number(stream.events())
                .endObject();
    }

    static void streamEvent(JsonText json, StreamEvent event) {
        json.beginObject();
        streamMembers(json, event);
        json.endObject();
    }

    static void streamMembers(JsonText json, StreamEvent numbered) {
        StreamEntry entry = numbered.entry();
        json.name("seq")
                .number(numbered.seq())
                .name("ts")
                .string(entry.ts())
                .name("event")
                .string(entry.event())
                .name("level")
                .string(lower(entry.level()));
        entry.metadata().ifPresent(metadata -> json.name("metadata").value(metadata));
    }

    static void timelineEntry(JsonText json, NumberedEntry numbered) {
        json.beginObject();
        timelineMembers(json, numbered);
        json.endObject();
    }

    static void timelineMembers(JsonText json, NumberedEntry numbered) {
        json.name("seq")
                .number(numbered.seq())
                .name("ts")
                .string(time(numbered.entry().at()))
                .name("level")
                .string(numbered.entry().level().label())
                .name("source")
                .string(numbered.entry().source())
                .name("text")
                .string(numbered.entry().text());
    }

    static void injected(JsonText json, InjectedPrompt prompt) {
        json.beginObject()
                .name("ts")
                .string(time(prompt.at()))
                .name("provider")
                .string(prompt.source().provider().value())
                .name("trust")
                .string(prompt.source().trust().label())
                .name("stream")
                .string(prompt.stream().value())
                .name("kind")
                .string(lower(prompt.kind()))
                .name("text")
                .string(prompt.text());
        prompt.metadata().ifPresent(metadata -> json.name("metadata").value(metadata));
        json.endObject();
    }

    static JsonText pairing(PairingStatus status) {
        JsonText json = new JsonText().beginObject();
        status.windowClosesAt().ifPresent(at -> json.name("windowClosesAt").string(time(at)));
        json.name("lockedOut").bool(status.lockedOut()).name("mutedOrigins").beginArray();
        status.mutedOrigins().forEach(json::string);
        return json.endArray().name("pending").number(status.pending()).endObject();
    }

    static JsonText outcome(ToolOutcome outcome, long durationMillis) {
        JsonText json = new JsonText().beginObject().name("ok").bool(outcome.ok());
        if (outcome instanceof ToolOutcome.Success success) {
            json.name("data").value(success.data());
        } else if (outcome instanceof ToolOutcome.File file) {
            json.name("file")
                    .beginObject()
                    .name("mimeType")
                    .string(file.content().mimeType())
                    .name("size")
                    .number(file.content().size())
                    .name("base64")
                    .string(Base64.getEncoder().encodeToString(file.content().bytes()))
                    .endObject();
        } else if (outcome instanceof ToolOutcome.Failure failure) {
            json.name("error")
                    .string(failure.error())
                    .name("errorCode")
                    .string(failure.code().name())
                    .name("retryable")
                    .bool(failure.retryable());
            failure.detail().ifPresent(detail -> json.name("detail").string(detail));
        }
        if (!outcome.contexts().isEmpty()) {
            HookJson.contexts(json, outcome.contexts());
        }
        return json.name("durationMs").number(durationMillis).endObject();
    }

    static String time(Instant at) {
        return MILLIS.format(at);
    }

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
