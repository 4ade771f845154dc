package io.tapgateway.link.message;

import static io.tapgateway.protocol.codec.Identifiers.CALL_ID;
import static io.tapgateway.protocol.codec.Identifiers.SESSION_ID;
import static io.tapgateway.protocol.json.JsonReader.FLAG;
import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.link.message.GatewayNotice.Answer;
import io.tapgateway.link.message.GatewayNotice.Closed;
import io.tapgateway.link.message.GatewayNotice.InboxChanged;
import io.tapgateway.link.message.GatewayNotice.Injected;
import io.tapgateway.link.message.GatewayNotice.Logged;
import io.tapgateway.link.message.GatewayNotice.OfferingsChanged;
import io.tapgateway.link.message.GatewayNotice.Progress;
import io.tapgateway.link.message.GatewayNotice.ProvidersExpected;
import io.tapgateway.link.message.GatewayNotice.QuestionClosed;
import io.tapgateway.link.message.GatewayNotice.QuestionOpened;
import io.tapgateway.link.message.GatewayNotice.Refused;
import io.tapgateway.link.message.GatewayNotice.Stopping;
import io.tapgateway.link.message.GatewayNotice.SurfaceDetached;
import io.tapgateway.link.message.GatewayNotice.ToolChanged;
import io.tapgateway.link.message.GatewayNotice.ToolsChanged;
import io.tapgateway.link.message.GatewayNotice.Unknown;
import io.tapgateway.protocol.codec.ProgressAmountJson;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.UserRequestJson;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The one table of what gateways say to hosts on the wire. Confined to one call. */
public final class GatewayNoticeJson implements GatewayNotice.Visitor<JsonWriter> {
    private static final Map<String, Function<JsonObject, GatewayNotice>> READERS = Map.ofEntries(
            Map.entry("answer", in -> new Answer(id(in), in.required("answer", OBJECT))),
            Map.entry("refused", in -> new Refused(id(in), in.required("reason", TEXT))),
            Map.entry(
                    "call.progress",
                    in -> new Progress(
                            session(in),
                            in.required("call", CALL_ID),
                            new CallProgress(
                                    in.required("seq", WHOLE_NUMBER),
                                    in.required("text", TEXT),
                                    ProgressAmountJson.read(in)))),
            Map.entry("tools.changed", in -> new ToolsChanged(session(in), ToolJson.read(in))),
            Map.entry("tool.changed", in -> new ToolChanged(session(in), ToolJson.change(in))),
            Map.entry("timeline", in -> new Logged(session(in), in.required("entry", object(SessionJson::entry)))),
            Map.entry(
                    "prompt.injected",
                    in -> new Injected(id(in), session(in), in.required("prompt", object(SessionJson::prompt)))),
            Map.entry("offerings.changed", in -> new OfferingsChanged(session(in))),
            Map.entry(
                    "providers.expected",
                    in -> new ProvidersExpected(
                            session(in), in.optional("expected", FLAG).orElse(false))),
            Map.entry(
                    "inbox",
                    in -> new InboxChanged(
                            session(in),
                            new InboxView(in.required("waiting", WHOLE_NUMBER).intValue(), in.isSet("expectant")))),
            Map.entry(
                    "user.opened",
                    in -> new QuestionOpened(
                            session(in),
                            PersonJson.surface(in),
                            PersonJson.question(in),
                            in.required("request", object(UserRequestJson::read)))),
            Map.entry(
                    "user.closed",
                    in -> new QuestionClosed(
                            session(in),
                            PersonJson.surface(in),
                            PersonJson.question(in),
                            in.required("end", object(QuestionEnd::read)))),
            Map.entry(
                    "user.detached",
                    in -> new SurfaceDetached(session(in), PersonJson.surface(in), in.required("reason", TEXT))),
            Map.entry("session.closed", in -> new Closed(session(in))),
            Map.entry("stopping", in -> new Stopping()));

    private final JsonWriter out;

    private GatewayNoticeJson(JsonWriter out) {
        this.out = out;
    }

    /** The message as JSON. */
    public static JsonValue write(GatewayNotice notice) {
        return JsonWriter.toValue(out -> notice.accept(new GatewayNoticeJson(out)));
    }

    /**
     * Reads a message.
     *
     * @throws BrokenLink if it is of a known type but cannot be understood; its message says where
     */
    public static GatewayNotice read(JsonValue json) throws BrokenLink {
        try {
            JsonObject in = JsonObject.of(json);
            String type = in.required("type", TEXT);
            return Optional.ofNullable(READERS.get(type))
                    .map(reader -> reader.apply(in))
                    .orElseGet(() -> new Unknown(type));
        } catch (IllegalArgumentException e) {
            throw new BrokenLink("a message of the gateway cannot be understood: " + e.getMessage());
        }
    }

    @Override
    public JsonWriter onAnswer(Answer notice) {
        return begin("answer").number("id", notice.id()).value("answer", notice.answer());
    }

    @Override
    public JsonWriter onRefused(Refused notice) {
        return begin("refused").number("id", notice.id()).text("reason", notice.reason());
    }

    @Override
    public JsonWriter onProgress(Progress notice) {
        CallProgress progress = notice.progress();
        begin("call.progress", notice.session())
                .text("call", notice.call())
                .number("seq", progress.sequence())
                .text("text", progress.text());
        return ProgressAmountJson.write(out, progress.amount());
    }

    @Override
    public JsonWriter onToolsChanged(ToolsChanged notice) {
        return ToolJson.write(begin("tools.changed", notice.session()), notice.tools());
    }

    @Override
    public JsonWriter onToolChanged(ToolChanged notice) {
        return ToolJson.write(begin("tool.changed", notice.session()), notice.change());
    }

    @Override
    public JsonWriter onLogged(Logged notice) {
        return begin("timeline", notice.session()).object("entry", notice.entry(), SessionJson::write);
    }

    @Override
    public JsonWriter onInjected(Injected notice) {
        return begin("prompt.injected", notice.session())
                .number("id", notice.id())
                .object("prompt", notice.prompt(), SessionJson::write);
    }

    @Override
    public JsonWriter onOfferingsChanged(OfferingsChanged notice) {
        return begin("offerings.changed", notice.session());
    }

    @Override
    public JsonWriter onProvidersExpected(ProvidersExpected notice) {
        return begin("providers.expected", notice.session()).flagIfSet("expected", notice.expected());
    }

    @Override
    public JsonWriter onInboxChanged(InboxChanged notice) {
        return begin("inbox", notice.session())
                .number("waiting", notice.inbox().waiting())
                .flagIfSet("expectant", notice.inbox().expectant());
    }

    @Override
    public JsonWriter onQuestionOpened(QuestionOpened notice) {
        return begin("user.opened", notice.session())
                .number("surface", notice.surface())
                .number("question", notice.question().value())
                .object("request", notice.request(), UserRequestJson::write);
    }

    @Override
    public JsonWriter onQuestionClosed(QuestionClosed notice) {
        return begin("user.closed", notice.session())
                .number("surface", notice.surface())
                .number("question", notice.question().value())
                .object("end", notice.how(), (one, end) -> end.write(one));
    }

    @Override
    public JsonWriter onSurfaceDetached(SurfaceDetached notice) {
        return begin("user.detached", notice.session())
                .number("surface", notice.surface())
                .text("reason", notice.reason());
    }

    @Override
    public JsonWriter onClosed(Closed notice) {
        return begin("session.closed", notice.session());
    }

    @Override
    public JsonWriter onStopping(Stopping notice) {
        return begin("stopping");
    }

    @Override
    public JsonWriter onUnknown(Unknown notice) {
        throw new IllegalArgumentException("a message of type '" + notice.type() + "' is not known here");
    }

    private JsonWriter begin(String type) {
        return out.text("type", type);
    }

    private JsonWriter begin(String type, SessionId session) {
        return begin(type).text("session", session);
    }

    private static long id(JsonObject in) {
        return in.required("id", WHOLE_NUMBER);
    }

    private static SessionId session(JsonObject in) {
        return in.required("session", SESSION_ID);
    }
}
