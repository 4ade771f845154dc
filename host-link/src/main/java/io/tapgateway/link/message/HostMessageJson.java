package io.tapgateway.link.message;

import static io.tapgateway.protocol.codec.Identifiers.CALL_ID;
import static io.tapgateway.protocol.codec.Identifiers.PROVIDER_NAME;
import static io.tapgateway.protocol.codec.Identifiers.SESSION_ID;
import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;
import static io.tapgateway.protocol.json.JsonReader.object;
import static io.tapgateway.protocol.json.JsonReader.text;

import io.tapgateway.link.message.HostMessage.Ask;
import io.tapgateway.link.message.HostMessage.AskPerson;
import io.tapgateway.link.message.HostMessage.Assemble;
import io.tapgateway.link.message.HostMessage.Attach;
import io.tapgateway.link.message.HostMessage.AttachSurface;
import io.tapgateway.link.message.HostMessage.Call;
import io.tapgateway.link.message.HostMessage.Cancel;
import io.tapgateway.link.message.HostMessage.Check;
import io.tapgateway.link.message.HostMessage.Leave;
import io.tapgateway.link.message.HostMessage.Open;
import io.tapgateway.link.message.HostMessage.Presence;
import io.tapgateway.link.message.HostMessage.Publish;
import io.tapgateway.link.message.HostMessage.Quiet;
import io.tapgateway.link.message.HostMessage.Reserve;
import io.tapgateway.link.message.HostMessage.Revoke;
import io.tapgateway.link.message.HostMessage.Say;
import io.tapgateway.link.message.HostMessage.Signal;
import io.tapgateway.link.message.HostMessage.Spawn;
import io.tapgateway.link.message.HostMessage.Stream;
import io.tapgateway.link.message.HostMessage.TakePrompts;
import io.tapgateway.link.message.HostMessage.Taken;
import io.tapgateway.link.message.HostMessage.Unknown;
import io.tapgateway.link.message.HostMessage.Withdraw;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.ChangedArgs;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.user.Withdrawal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** The one table of what hosts say on the wire. Confined to one call. */
public final class HostMessageJson implements HostMessage.Visitor<JsonWriter> {
    private static final JsonReader<String> RUN = TEXT.where(
            it -> it.length() <= CallOptions.MOST_OF_RUN,
            "must have at most " + CallOptions.MOST_OF_RUN + " characters");

    private static final Vocabulary<Ask.Subject> SUBJECT = Vocabulary.lowerCase(Ask.Subject.class);
    private static final Vocabulary<Signal.Kind> SIGNAL = Vocabulary.lowerCase(Signal.Kind.class);

    private static final Vocabulary<PromptOccasion> OCCASION = Vocabulary.lowerCase(PromptOccasion.class);
    private static final long LONGEST_WAIT_MILLIS = GatewaySession.LONGEST_WAIT_FOR_PROMPTS.toMillis();
    private static final JsonReader<Duration> PATIENCE = value -> Duration.ofMillis(WHOLE_NUMBER
            .where(it -> it >= 0 && it <= LONGEST_WAIT_MILLIS, "must be 0 to " + LONGEST_WAIT_MILLIS)
            .read(value));

    private static final Vocabulary<Withdrawal> WITHDRAWAL = Vocabulary.lowerCase(Withdrawal.class);
    private static final Vocabulary<Asking> ASKING = Vocabulary.lowerCase(Asking.class);
    private static final Map<String, Function<JsonObject, HostMessage>> READERS = Map.ofEntries(
            Map.entry(
                    "session.open",
                    in -> new Open(
                            id(in),
                            in.required("session", object(SessionJson::info)),
                            SessionJson.pathArguments(in),
                            in.optional("window", object(SessionJson::window)),
                            in.isSet("collects"),
                            in.isSet("adopt"))),
            Map.entry("session.attach", in -> new Attach(id(in), session(in))),
            Map.entry(
                    "tool.call",
                    in -> new Call(
                            id(in),
                            session(in),
                            in.required("tool", TEXT),
                            in.required("args", OBJECT),
                            options(in),
                            in.isSet("progress"))),
            Map.entry("tool.cancel", in -> new Cancel(session(in), in.required("call", CALL_ID))),
            Map.entry(
                    "tool.check",
                    in -> new Check(
                            id(in),
                            session(in),
                            in.required("tool", TEXT),
                            in.required("args", OBJECT),
                            checkOptions(in))),
            Map.entry(
                    "prompt.assemble",
                    in -> new Assemble(
                            id(in),
                            session(in),
                            PromptJson.sections(in),
                            in.isSet("appends") ? Optional.of(PromptJson.appends(in)) : Optional.empty())),
            Map.entry("tools.reserve", in -> new Reserve(id(in), session(in), Set.copyOf(in.list("names", TEXT)))),
            Map.entry("session.ask", in -> new Ask(id(in), session(in), in.required("subject", SUBJECT))),
            Map.entry(
                    "stream.read",
                    in -> new Stream(
                            id(in),
                            session(in),
                            in.required("name", TEXT),
                            in.required("last", WHOLE_NUMBER).intValue())),
            Map.entry(
                    "prompts.take",
                    in -> new TakePrompts(
                            id(in), session(in), in.required("occasion", OCCASION), in.required("waitMs", PATIENCE))),
            Map.entry("session.quiet", in -> new Quiet(session(in))),
            Map.entry("token.issue", in -> new Spawn(id(in), session(in), in.required("name", PROVIDER_NAME))),
            Map.entry("token.revoke", in -> new Revoke(in.required("token", text(Secret::of)))),
            Map.entry(
                    "session.publish",
                    in -> new Publish(
                            session(in),
                            new SessionHostEvent(in.required("event", TEXT), in.required("data", OBJECT)))),
            Map.entry("session.signal", in -> new Signal(session(in), in.required("signal", SIGNAL))),
            Map.entry("prompt.taken", in -> new Taken(id(in), in.flag("accepted"))),
            Map.entry("user.ask", in -> new AskPerson(id(in), session(in), in.required("question", OBJECT))),
            Map.entry(
                    "user.withdraw",
                    in -> new Withdraw(
                            session(in),
                            in.required("asked", WHOLE_NUMBER),
                            in.optional("why", WITHDRAWAL).orElse(Withdrawal.ASKER))),
            Map.entry("user.attach", in -> PersonJson.attach(session(in), in)),
            Map.entry(
                    "user.answer",
                    in -> new Say(session(in), PersonJson.surface(in), PersonJson.question(in), PersonJson.word(in))),
            Map.entry("user.presence", in -> PersonJson.presence(session(in), in)),
            Map.entry("leave", in -> new Leave()));

    private final JsonWriter out;

    private HostMessageJson(JsonWriter out) {
        this.out = out;
    }

    /** The message as JSON. */
    public static JsonValue write(HostMessage message) {
        return JsonWriter.toValue(out -> message.accept(new HostMessageJson(out)));
    }

    /**
     * Reads a message.
     *
     * @throws BrokenLink if it is of a known type but cannot be understood; its message says where
     */
    public static HostMessage read(JsonValue json) throws BrokenLink {
        try {
            JsonObject in = JsonObject.of(json);
            String type = in.required("type", TEXT);
            Optional<Function<JsonObject, HostMessage>> reader = Optional.ofNullable(READERS.get(type));
            return reader.isPresent() ? reader.get().apply(in) : new Unknown(type, in.optional("id", WHOLE_NUMBER));
        } catch (IllegalArgumentException e) {
            throw new BrokenLink("a message of the host cannot be understood: " + e.getMessage());
        }
    }

    @Override
    public JsonWriter onOpen(Open message) {
        begin("session.open", message.id()).object("session", message.info(), SessionJson::write);
        message.pathArguments().ifPresent(it -> out.texts("pathArguments", it));
        message.window().ifPresent(it -> out.object("window", it, SessionJson::write));
        return out.flagIfSet("collects", message.collectsPrompts()).flagIfSet("adopt", message.adopt());
    }

    @Override
    public JsonWriter onAttach(Attach message) {
        return begin("session.attach", message.id(), message.session());
    }

    @Override
    public JsonWriter onCall(Call message) {
        return begin("tool.call", message.id(), message.session())
                .text("tool", message.tool())
                .value("args", message.args())
                .text("call", message.options().id())
                .text("traceparent", message.options().traceParent())
                .number("deadlineMs", millis(message.options().deadline()))
                .flagIfSet("progress", message.reporting())
                .text("run", message.options().run())
                .value("additions", message.options().additions());
    }

    private static OptionalLong millis(Optional<Duration> deadline) {
        return deadline.stream().mapToLong(it -> Math.max(1, it.toMillis())).findFirst();
    }

    private static CallOptions options(JsonObject in) {
        return new CallOptions(
                in.optional("call", CALL_ID),
                in.optional("traceparent", text(TraceParent::new)),
                in.optional("deadlineMs", WHOLE_NUMBER).map(Duration::ofMillis),
                Optional.empty(),
                in.optional("run", RUN),
                in.optional("additions", OBJECT));
    }

    @Override
    public JsonWriter onCancel(Cancel message) {
        return begin("tool.cancel", message.session()).text("call", message.call());
    }

    @Override
    public JsonWriter onCheck(Check message) {
        return begin("tool.check", message.id(), message.session())
                .text("tool", message.tool())
                .value("args", message.args())
                .text(
                        "asking",
                        Optional.of(message.options().asking())
                                .filter(it -> it != Asking.WAIT)
                                .map(ASKING::word))
                .flagIfSet("changes", message.options().changes() == ChangedArgs.RUN)
                .number("deadlineMs", millis(message.options().deadline()));
    }

    private static CheckOptions checkOptions(JsonObject in) {
        return new CheckOptions(
                in.optional("asking", ASKING).orElse(Asking.WAIT),
                in.isSet("changes") ? ChangedArgs.RUN : ChangedArgs.REFUSE,
                in.optional("deadlineMs", WHOLE_NUMBER).map(Duration::ofMillis));
    }

    @Override
    public JsonWriter onAssemble(Assemble message) {
        PromptJson.write(begin("prompt.assemble", message.id(), message.session()), message.sections());
        message.approved().ifPresent(it -> PromptJson.write(out, it));
        return out;
    }

    @Override
    public JsonWriter onReserve(Reserve message) {
        return begin("tools.reserve", message.id(), message.session()).texts("names", message.names());
    }

    @Override
    public JsonWriter onAsk(Ask message) {
        return begin("session.ask", message.id(), message.session()).text("subject", SUBJECT.word(message.subject()));
    }

    @Override
    public JsonWriter onStream(Stream message) {
        return begin("stream.read", message.id(), message.session())
                .text("name", message.name())
                .number("last", message.last());
    }

    @Override
    public JsonWriter onTakePrompts(TakePrompts message) {
        return begin("prompts.take", message.id(), message.session())
                .text("occasion", OCCASION.word(message.occasion()))
                .number("waitMs", message.patience().toMillis());
    }

    @Override
    public JsonWriter onQuiet(Quiet message) {
        return begin("session.quiet", message.session());
    }

    @Override
    public JsonWriter onSpawn(Spawn message) {
        return begin("token.issue", message.id(), message.session()).text("name", message.name());
    }

    @Override
    public JsonWriter onRevoke(Revoke message) {
        return begin("token.revoke").text("token", message.token().reveal());
    }

    @Override
    public JsonWriter onPublish(Publish message) {
        return begin("session.publish", message.session())
                .text("event", message.event().name())
                .value("data", message.event().data());
    }

    @Override
    public JsonWriter onSignal(Signal message) {
        return begin("session.signal", message.session()).text("signal", SIGNAL.word(message.kind()));
    }

    @Override
    public JsonWriter onTaken(Taken message) {
        return begin("prompt.taken", message.id()).flag("accepted", message.accepted());
    }

    @Override
    public JsonWriter onAskPerson(AskPerson message) {
        return begin("user.ask", message.id(), message.session()).value("question", message.question());
    }

    @Override
    public JsonWriter onWithdraw(Withdraw message) {
        return begin("user.withdraw", message.session())
                .number("asked", message.asked())
                .text(
                        "why",
                        Optional.of(message.why())
                                .filter(it -> it != Withdrawal.ASKER)
                                .map(WITHDRAWAL::word));
    }

    @Override
    public JsonWriter onAttachSurface(AttachSurface message) {
        return PersonJson.write(begin("user.attach", message.session()), message);
    }

    @Override
    public JsonWriter onSay(Say message) {
        begin("user.answer", message.session())
                .number("surface", message.surface())
                .number("question", message.question().value());
        return message.word().accept(new PersonJson(out));
    }

    @Override
    public JsonWriter onPresence(Presence message) {
        return PersonJson.write(begin("user.presence", message.session()), message);
    }

    @Override
    public JsonWriter onLeave(Leave message) {
        return begin("leave");
    }

    @Override
    public JsonWriter onUnknown(Unknown message) {
        throw new IllegalArgumentException("a message of type '" + message.type() + "' is not known here");
    }

    private JsonWriter begin(String type) {
        return out.text("type", type);
    }

    private JsonWriter begin(String type, long id) {
        return begin(type).number("id", id);
    }

    private JsonWriter begin(String type, SessionId session) {
        return begin(type).text("session", session);
    }

    private JsonWriter begin(String type, long id, SessionId session) {
        return begin(type, id).text("session", session);
    }

    private static long id(JsonObject in) {
        return in.required("id", WHOLE_NUMBER);
    }

    private static SessionId session(JsonObject in) {
        return in.required("session", SESSION_ID);
    }
}
