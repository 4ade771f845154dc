package io.tapgateway.app.control.api;

import io.tapgateway.app.session.NumberedEntry;
import io.tapgateway.app.session.RunningTurn;
import io.tapgateway.app.session.Said;
import io.tapgateway.protocol.codec.ToolProfileJson;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PairingStatus;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.StreamView;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** What the gateway's views look like to programs. Immutable. */
public final class ApiJson {
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private ApiJson() {}

    public static void session(JsonWriter out, SessionView view) {
        out.text("id", view.info().id())
                .text("label", view.info().label())
                .text("cwd", view.info().cwd())
                .flag("foreground", view.info().foreground())
                .text("state", view.state().label())
                .number("tools", view.tools())
                .number("providers", view.providers());
    }

    public static void tool(JsonWriter out, RegisteredTool tool) {
        out.text("name", tool.name())
                .text("description", tool.description())
                .value("parameters", tool.parameters())
                .text("provider", tool.provider())
                .text("trust", tool.trust().label())
                .number("timeout", tool.timeout().toMillis());
        ToolProfileJson.write(out, tool.profile());
    }

    public static void provider(JsonWriter out, ProviderView view) {
        out.text("providerId", view.providerId())
                .text("name", view.identity().map(Hello.Identity::name))
                .text("instance", view.identity().flatMap(Hello.Identity::instance))
                .text("trust", view.trust().label())
                .text("state", view.state())
                .text("sessionId", view.sessionId())
                .texts("tools", view.load().tools())
                .number("inFlight", view.load().inFlight())
                .number("queued", view.load().queued())
                .text("connectedAt", time(view.load().connectedAt()));
    }

    public static void stream(JsonWriter out, StreamView stream) {
        out.text("name", stream.name()).number("count", stream.events());
    }

    public static void timelineEntry(JsonWriter out, NumberedEntry numbered) {
        out.number("seq", numbered.seq())
                .text("ts", time(numbered.entry().at()))
                .text("level", numbered.entry().level().label())
                .text("source", numbered.entry().source())
                .text("text", numbered.entry().text())
                .text("callId", numbered.entry().call());
    }

    public static void said(JsonWriter out, Said said) {
        out.number("seq", said.seq())
                .text("ts", time(said.at()))
                .word("who", said.who())
                .text("text", said.text());
    }

    public static void turn(JsonWriter out, RunningTurn turn) {
        out.number("number", turn.number()).word("phase", turn.phase()).text("text", turn.text());
    }

    public static void injected(JsonWriter out, InjectedPrompt prompt) {
        out.text("ts", time(prompt.at()))
                .text("provider", prompt.source().provider())
                .text("trust", prompt.source().trust().label())
                .text("stream", prompt.stream())
                .word("kind", prompt.kind())
                .text("text", prompt.text())
                .value("metadata", prompt.metadata());
    }

    public static void pairing(JsonWriter out, PairingStatus status) {
        out.text("windowClosesAt", status.windowClosesAt().map(ApiJson::time))
                .flag("lockedOut", status.lockedOut())
                .texts("mutedOrigins", status.mutedOrigins())
                .number("pending", status.pending());
    }

    public static String time(Instant at) {
        return MILLIS.format(at);
    }

    public static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
