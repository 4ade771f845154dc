package io.tapgateway.link.message;

import io.tapgateway.link.message.GatewayNotice.Answer;
import io.tapgateway.link.message.GatewayNotice.Closed;
import io.tapgateway.link.message.GatewayNotice.Injected;
import io.tapgateway.link.message.GatewayNotice.Logged;
import io.tapgateway.link.message.GatewayNotice.Refused;
import io.tapgateway.link.message.GatewayNotice.Stopping;
import io.tapgateway.link.message.GatewayNotice.ToolChanged;
import io.tapgateway.link.message.GatewayNotice.ToolsChanged;
import io.tapgateway.link.message.GatewayNotice.Unknown;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import java.time.DateTimeException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The one table of what gateways say to hosts on the wire. Immutable. */
public final class GatewayNoticeJson implements GatewayNotice.Visitor<JsonValue> {
    private static final GatewayNoticeJson WRITER = new GatewayNoticeJson();

    private static final Map<String, Function<Members, GatewayNotice>> READERS = Map.of(
            "answer", in -> new Answer(in.number("id"), in.object("answer")),
            "refused", in -> new Refused(in.number("id"), in.string("reason")),
            "tools.changed", in -> new ToolsChanged(session(in), ToolJson.read(in)),
            "tool.changed", in -> new ToolChanged(session(in), ToolJson.change(in)),
            "timeline", in -> new Logged(session(in), SessionJson.entry(in.members("entry"))),
            "prompt.injected",
                    in -> new Injected(in.number("id"), session(in), SessionJson.prompt(in.members("prompt"))),
            "session.closed", in -> new Closed(session(in)),
            "stopping", in -> new Stopping());

    private GatewayNoticeJson() {}

    /** The message as JSON. */
    public static JsonValue write(GatewayNotice notice) {
        return notice.accept(WRITER);
    }

    /**
     * Reads a message.
     *
     * @throws BrokenLink if it is of a known type but cannot be understood; its message says where
     */
    public static GatewayNotice read(JsonValue json) throws BrokenLink {
        try {
            Members in = Members.of(json);
            String type = in.string("type");
            return Optional.ofNullable(READERS.get(type))
                    .map(reader -> reader.apply(in))
                    .orElseGet(() -> new Unknown(type));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new BrokenLink("a message of the gateway cannot be understood: " + e.getMessage());
        }
    }

    @Override
    public JsonValue onAnswer(Answer notice) {
        return begin("answer")
                .number("id", notice.id())
                .value("answer", notice.answer())
                .done();
    }

    @Override
    public JsonValue onRefused(Refused notice) {
        return begin("refused")
                .number("id", notice.id())
                .string("reason", notice.reason())
                .done();
    }

    @Override
    public JsonValue onToolsChanged(ToolsChanged notice) {
        return ToolJson.write(begin("tools.changed", notice.session()), notice.tools())
                .done();
    }

    @Override
    public JsonValue onToolChanged(ToolChanged notice) {
        return ToolJson.write(begin("tool.changed", notice.session()), notice.change())
                .done();
    }

    @Override
    public JsonValue onLogged(Logged notice) {
        return begin("timeline", notice.session())
                .value("entry", SessionJson.entry(notice.entry()))
                .done();
    }

    @Override
    public JsonValue onInjected(Injected notice) {
        return begin("prompt.injected", notice.session())
                .number("id", notice.id())
                .value("prompt", SessionJson.prompt(notice.prompt()))
                .done();
    }

    @Override
    public JsonValue onClosed(Closed notice) {
        return begin("session.closed", notice.session()).done();
    }

    @Override
    public JsonValue onStopping(Stopping notice) {
        return begin("stopping").done();
    }

    @Override
    public JsonValue onUnknown(Unknown notice) {
        throw new IllegalArgumentException("a message of type '" + notice.type() + "' is not known here");
    }

    private static Members.Writer begin(String type) {
        return Members.writing().string("type", type);
    }

    private static Members.Writer begin(String type, SessionId session) {
        return begin(type).string("session", session.value());
    }

    private static SessionId session(Members in) {
        return new SessionId(in.string("session"));
    }
}
