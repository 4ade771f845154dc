package io.tapgateway.link.message;

import io.tapgateway.link.message.HostMessage.Ask;
import io.tapgateway.link.message.HostMessage.Assemble;
import io.tapgateway.link.message.HostMessage.Call;
import io.tapgateway.link.message.HostMessage.Check;
import io.tapgateway.link.message.HostMessage.Leave;
import io.tapgateway.link.message.HostMessage.Open;
import io.tapgateway.link.message.HostMessage.Publish;
import io.tapgateway.link.message.HostMessage.Reserve;
import io.tapgateway.link.message.HostMessage.Revoke;
import io.tapgateway.link.message.HostMessage.Signal;
import io.tapgateway.link.message.HostMessage.Spawn;
import io.tapgateway.link.message.HostMessage.Stream;
import io.tapgateway.link.message.HostMessage.Taken;
import io.tapgateway.link.message.HostMessage.Unknown;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHostEvent;
import java.time.DateTimeException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The one table of what hosts say on the wire. Immutable. */
public final class HostMessageJson implements HostMessage.Visitor<JsonValue> {
    private static final HostMessageJson WRITER = new HostMessageJson();

    private static final Map<String, Function<Members, HostMessage>> READERS = Map.ofEntries(
            Map.entry(
                    "session.open",
                    in -> new Open(
                            in.number("id"), SessionJson.info(in.object("session")), SessionJson.pathArguments(in))),
            Map.entry(
                    "tool.call",
                    in -> new Call(
                            id(in),
                            session(in),
                            in.string("tool"),
                            in.object("args"),
                            in.optionalString("traceparent").map(TraceParent::new))),
            Map.entry("tool.check", in -> new Check(id(in), session(in), in.string("tool"), in.object("args"))),
            Map.entry(
                    "prompt.assemble",
                    in -> new Assemble(
                            id(in),
                            session(in),
                            PromptJson.sections(in),
                            in.find("appends").isPresent() ? Optional.of(PromptJson.appends(in)) : Optional.empty())),
            Map.entry("tools.reserve", in -> new Reserve(id(in), session(in), Set.copyOf(in.strings("names")))),
            Map.entry("session.ask", in -> new Ask(id(in), session(in), in.constant("subject", Ask.Subject.class))),
            Map.entry("stream.read", in -> new Stream(id(in), session(in), in.string("name"), (int) in.number("last"))),
            Map.entry("token.issue", in -> new Spawn(id(in), session(in), new ProviderName(in.string("name")))),
            Map.entry("token.revoke", in -> new Revoke(Secret.of(in.string("token")))),
            Map.entry(
                    "session.publish",
                    in -> new Publish(session(in), new SessionHostEvent(in.string("event"), in.object("data")))),
            Map.entry("session.signal", in -> new Signal(session(in), in.constant("signal", Signal.Kind.class))),
            Map.entry("prompt.taken", in -> new Taken(id(in), in.flag("accepted"))),
            Map.entry("leave", in -> new Leave()));

    private HostMessageJson() {}

    /** The message as JSON. */
    public static JsonValue write(HostMessage message) {
        return message.accept(WRITER);
    }

    /**
     * Reads a message.
     *
     * @throws BrokenLink if it is of a known type but cannot be understood; its message says where
     */
    public static HostMessage read(JsonValue json) throws BrokenLink {
        try {
            Members in = Members.of(json);
            String type = in.string("type");
            Optional<Function<Members, HostMessage>> reader = Optional.ofNullable(READERS.get(type));
            return reader.isPresent()
                    ? reader.get().apply(in)
                    : new Unknown(type, in.find("id").isPresent() ? Optional.of(id(in)) : Optional.empty());
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new BrokenLink("a message of the host cannot be understood: " + e.getMessage());
        }
    }

    @Override
    public JsonValue onOpen(Open message) {
        Members.Writer out = begin("session.open", message.id()).value("session", SessionJson.info(message.info()));
        message.pathArguments().ifPresent(it -> out.strings("pathArguments", it));
        return out.done();
    }

    @Override
    public JsonValue onCall(Call message) {
        return begin("tool.call", message.id(), message.session())
                .string("tool", message.tool())
                .value("args", message.args())
                .optional("traceparent", message.traceParent().map(TraceParent::value))
                .done();
    }

    @Override
    public JsonValue onCheck(Check message) {
        return begin("tool.check", message.id(), message.session())
                .string("tool", message.tool())
                .value("args", message.args())
                .done();
    }

    @Override
    public JsonValue onAssemble(Assemble message) {
        Members.Writer out =
                PromptJson.write(begin("prompt.assemble", message.id(), message.session()), message.sections());
        message.approved().ifPresent(it -> PromptJson.write(out, it));
        return out.done();
    }

    @Override
    public JsonValue onReserve(Reserve message) {
        return begin("tools.reserve", message.id(), message.session())
                .strings("names", message.names())
                .done();
    }

    @Override
    public JsonValue onAsk(Ask message) {
        return begin("session.ask", message.id(), message.session())
                .constant("subject", message.subject())
                .done();
    }

    @Override
    public JsonValue onStream(Stream message) {
        return begin("stream.read", message.id(), message.session())
                .string("name", message.name())
                .number("last", message.last())
                .done();
    }

    @Override
    public JsonValue onSpawn(Spawn message) {
        return begin("token.issue", message.id(), message.session())
                .string("name", message.name().value())
                .done();
    }

    @Override
    public JsonValue onRevoke(Revoke message) {
        return begin("token.revoke").string("token", message.token().reveal()).done();
    }

    @Override
    public JsonValue onPublish(Publish message) {
        return begin("session.publish", message.session())
                .string("event", message.event().name())
                .value("data", message.event().data())
                .done();
    }

    @Override
    public JsonValue onSignal(Signal message) {
        return begin("session.signal", message.session())
                .constant("signal", message.kind())
                .done();
    }

    @Override
    public JsonValue onTaken(Taken message) {
        return begin("prompt.taken", message.id())
                .flag("accepted", message.accepted())
                .done();
    }

    @Override
    public JsonValue onLeave(Leave message) {
        return begin("leave").done();
    }

    @Override
    public JsonValue onUnknown(Unknown message) {
        throw new IllegalArgumentException("a message of type '" + message.type() + "' is not known here");
    }

    private static Members.Writer begin(String type) {
        return Members.writing().string("type", type);
    }

    private static Members.Writer begin(String type, long id) {
        return begin(type).number("id", id);
    }

    private static Members.Writer begin(String type, SessionId session) {
        return begin(type).string("session", session.value());
    }

    private static Members.Writer begin(String type, long id, SessionId session) {
        return begin(type, id).string("session", session.value());
    }

    private static long id(Members in) {
        return in.number("id");
    }

    private static SessionId session(Members in) {
        return new SessionId(in.string("session"));
    }
}
