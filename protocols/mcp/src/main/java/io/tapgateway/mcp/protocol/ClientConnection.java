package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.codec.ProgressAmountJson;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.TraceParent;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's end of one connection: what may be asked when, and what the messages of the server mean. Each request is
 * answered at most once, either way, and what nobody has asked for is ignored and counted. Confined to one thread at a
 * time.
 *
 * <p>It begins with a handshake, or by asking what the server speaks; a server that refuses the one is met by the other
 * (M-002). If that is a revision without a handshake, each request stands by itself from then on (M-001): news is what
 * the client listens to, and what the server wants to know comes as the answer to a call, which is then made again.
 */
public final class ClientConnection {
    private static final ServerNews NOTHING = new ServerNews.Nothing();
    private static final JsonReader<List<JsonValue>> DEFINITIONS = JsonReader.list(JsonReader.ANY);
    private static final JsonReader<List<String>> LABELS = JsonReader.list(JsonReader.TEXT);
    private static final JsonReader<Optional<ProgressAmount>> AMOUNT = JsonReader.object(ProgressAmountJson::read);
    private static final String UNKNOWN_REVISION = "it speaks a revision of MCP that is not known here";

    /** From which on lines of a log come along with calls, where each says so. */
    private static final String LOG_LEVEL = McpLogLevel.WORDS.word(McpLogLevel.INFO);

    private final ClientProfile profile;
    private final RpcMessage.Visitor<ServerNews> receiver = new Receiver();
    private final Map<RpcId, Question> open = new HashMap<>();

    /** Calls that have not ended, by their numbers, be a request of theirs under way or not. */
    private final Map<Long, Call> calls = new HashMap<>();

    /** What the server wants of the client's person, and has had no answer to. */
    private final Map<RpcId, OpenRequest> wanted = new HashMap<>();

    /** The same of what it wants before it goes on with a call. */
    private final Map<OpenRequest, Call> wantedForCalls = new HashMap<>();

    private Optional<ServerInfo> server = Optional.empty();
    private final Set<ServerList> listing = EnumSet.noneOf(ServerList.class);
    private Optional<Listening> listening = Optional.empty();

    /** Whether each request says by itself who makes it. */
    private boolean standsAlone;

    private long asked;
    private long begun;
    private long unexpected;
    private long strayBytes;
    private int strayLines;

    public ClientConnection(ClientProfile profile) {
        this.profile = profile;
    }

    /** How a server is met first. */
    public enum Opening {
        /** With a handshake: there are servers that end when they hear anything else. */
        HANDSHAKE,
        /** By asking what it speaks: there are servers that have no handshake. */
        DISCOVERY
    }

    /** A request that is under way. Confined to the connection. */
    private interface Question {
        ServerNews onResult(JsonValue result);

        /** There is no result. */
        ServerNews onFailure(String reason);

        /** There is none since the server says so. */
        default ServerNews onRefusal(RpcMessage.Failure refusal) {
            return onFailure(refusal.message());
        }
    }

    /** The first text of the connection. */
    public String begin(Opening opening) {
        return switch (opening) {
            case HANDSHAKE -> introduce(Optional.empty());
            case DISCOVERY -> discover(Optional.empty());
        };
    }

    /** @param otherwise why the server was not met without a handshake; empty if that was not tried */
    private String introduce(Optional<String> otherwise) {
        standsAlone = false;
        return ask(new Handshake(otherwise), "initialize", profile::write);
    }

    /** @param otherwise why the server was not met with a handshake; empty if that was not tried */
    private String discover(Optional<String> otherwise) {
        standsAlone = true;
        return ask(new Discovery(otherwise), "server/discover", this::writeSelf);
    }

    /** A message has come. */
    public ServerNews receive(RpcMessage message) {
        return message.accept(receiver);
    }

    /** Asks for a whole list; empty before the handshake, and while an earlier one of the kind is not complete. */
    public Optional<String> list(ServerList list) {
        if (server.isEmpty() || !listing.add(list)) {
            return Optional.empty();
        }
        return Optional.of(page(new Listing(list), Optional.empty()));
    }

    /** Gives up a list that does not come. */
    public void forgetList(ServerList list) {
        listing.remove(list);
        open.values().removeIf(it -> it instanceof Listing given && given.list == list);
    }

    /**
     * Calls a tool; empty before the handshake, and while too many calls are under way.
     *
     * @param additions what the caller adds for the tool, an object
     */
    public Optional<ClientCall> call(
            String tool, JsonValue args, Optional<TraceParent> trace, Optional<JsonValue> additions) {
        return request("tools/call", out -> out.text("name", tool).value("arguments", args), trace, additions);
    }

    /**
     * Asks for something that takes its time, as a call does; empty before the handshake, and while too many are under
     * way.
     *
     * @param params all but {@code _meta}
     * @param additions what else {@code _meta} says, but for what is the connection's own
     */
    public Optional<ClientCall> request(
            String method,
            Consumer<? super JsonWriter> params,
            Optional<TraceParent> trace,
            Optional<JsonValue> additions) {
        int most = McpLimit.REQUESTS_IN_FLIGHT.most();
        if (server.isEmpty() || open.size() >= most || calls.size() >= most) {
            return Optional.empty();
        }
        Call call = new Call(
                asked, method, params, trace, additions.flatMap(it -> MetaKey.additions(it, trace.isPresent())));
        calls.put(call.number, call);
        return Optional.of(new ClientCall(call.number, call.send()));
    }

    /** What a server is told that has a call which nobody waits for any more; empty if it has none. */
    public Optional<String> cancel(long call, String reason) {
        Call cancelled = calls.get(call);
        if (cancelled == null || cancelled.cancelled || !open.containsKey(cancelled.request)) {
            return Optional.empty();
        }
        cancelled.cancelled = true;
        return Optional.of(RpcText.notification(
                "notifications/cancelled",
                out -> out.value("requestId", cancelled.request.value()).text("reason", reason)));
    }

    /**
     * Does not wait for the answer of a call any longer.
     *
     * @return false if it has been answered
     */
    public boolean forget(long call) {
        Call forgotten = calls.remove(call);
        if (forgotten != null) {
            open.remove(forgotten.request);
            forgotten.round.ifPresent(it -> it.open().forEach(wantedForCalls::remove));
        }
        return forgotten != null;
    }

    /** What the server wants of the client's person before it goes on with a call. */
    public List<OpenRequest> wanted(long call) {
        return Optional.ofNullable(calls.get(call))
                .flatMap(it -> it.round)
                .map(InputRound::open)
                .orElse(List.of());
    }

    /**
     * Asks a server that tells news only to who listens for all that it has, and for these resources.
     *
     * @return what is to be sent, in this order; nothing where there is a handshake, or nothing to be changed
     */
    public List<String> listen(Set<String> uris) {
        NewsFilter news =
                server.filter(it -> standsAlone).map(it -> it.news(uris)).orElse(new NewsFilter(Set.of(), Set.of()));
        if (news.isEmpty() || listening.filter(it -> it.news.equals(news)).isPresent()) {
            return List.of();
        }
        Optional<Listening> before = listening;
        Listening begun = new Listening(id(asked), news);
        listening = Optional.of(begun);
        List<String> texts = new ArrayList<>();
        texts.add(ask(begun, "subscriptions/listen", out -> {
            out.object("notifications", news::write);
            writeSelf(out);
        }));
        before.filter(it -> open.remove(it.request) != null)
                .ifPresent(it -> texts.add(RpcText.notification(
                        "notifications/cancelled", out -> out.value("requestId", it.request.value()))));
        return texts;
    }

    /** Answers what the server wants of the person; empty if it does not want it any more, or wants more. */
    public Optional<String> answer(OpenRequest request, ElicitationAnswer answer) {
        return wanted.remove(request.id(), request)
                ? Optional.of(RpcText.result(request.id(), answer.result()))
                : goOn(request, answer);
    }

    /**
     * Refuses what the server wants of the person; empty if it does not want it any more, or wants more. Where it is
     * the call that it wants it for which says so, it is declined.
     *
     * @param why a sentence
     */
    public Optional<String> refuse(OpenRequest request, String why) {
        return wanted.remove(request.id(), request)
                ? Optional.of(RpcText.error(request.id(), RpcError.unusable(why)))
                : goOn(request, ElicitationAnswer.DECLINED);
    }

    /** Makes a call again once all is known that its server has asked for. */
    private Optional<String> goOn(OpenRequest request, ElicitationAnswer answer) {
        return Optional.ofNullable(wantedForCalls.remove(request)).flatMap(call -> call.goOn(request, answer));
    }

    /** How many responses have come to requests that nobody has made, or not any more. */
    public long unexpectedResponses() {
        return unexpected;
    }

    private static RpcId id(long number) {
        return new RpcId(JsonValue.of(number));
    }

    private String ask(Question question, String method, Consumer<? super JsonWriter> params) {
        RpcId id = id(asked);
        asked++;
        open.put(id, question);
        return RpcText.request(id, method, params);
    }

    private String page(Listing listing, Optional<String> cursor) {
        return ask(listing, listing.list.method(), out -> {
            out.text("cursor", cursor);
            writeSelf(out);
        });
    }

    /** Writes what a request has to say of the client that says nothing else along with its parameters. */
    private void writeSelf(JsonWriter params) {
        if (standsAlone) {
            params.object(MetaKey.META, profile::writeMeta);
        }
    }

    /** The first request to a server that has a handshake. */
    private final class Handshake implements Question {
        private final Optional<String> otherwise;

        private Handshake(Optional<String> otherwise) {
            this.otherwise = otherwise;
        }

        @Override
        public ServerNews onResult(JsonValue result) {
            JsonObject in = JsonObject.of(result);
            String label = in.required("protocolVersion", JsonReader.TEXT);
            if (McpRevision.named().contains(label)) {
                return discoverInstead(UNKNOWN_REVISION);
            }
            Optional<McpRevision> chosen = McpRevision.chosen(label);
            if (chosen.isEmpty()) {
                return new ServerNews.Broken(UNKNOWN_REVISION);
            }
            ServerInfo met = ServerInfo.read(in, chosen.get());
            server = Optional.of(met);
            return new ServerNews.Met(List.of(RpcText.notification("notifications/initialized")), met);
        }

        @Override
        public ServerNews onFailure(String reason) {
            return new ServerNews.Broken(refused(reason));
        }

        @Override
        public ServerNews onRefusal(RpcMessage.Failure refusal) {
            return discoverInstead(refused(refusal.message()));
        }

        private String refused(String reason) {
            return "it refuses the handshake: " + reason;
        }

        private ServerNews discoverInstead(String reason) {
            return otherwise.isPresent()
                    ? new ServerNews.Broken(reason)
                    : new ServerNews.Reply(discover(Optional.of(reason)));
        }
    }

    /** The first request to a server that has no handshake. */
    private final class Discovery implements Question {
        private final Optional<String> otherwise;

        private Discovery(Optional<String> otherwise) {
            this.otherwise = otherwise;
        }

        @Override
        public ServerNews onResult(JsonValue result) {
            JsonObject in = JsonObject.of(result);
            List<String> spoken = in.required("supportedVersions", LABELS);
            if (!spoken.contains(McpRevision.standingAlone().label())) {
                return unlessSpoken(spoken);
            }
            ServerInfo met = ServerInfo.read(in, McpRevision.standingAlone());
            server = Optional.of(met);
            return new ServerNews.Met(listen(Set.of()), met);
        }

        @Override
        public ServerNews onFailure(String reason) {
            return introduceInstead(reason);
        }

        /** A server that refuses in the words of a revision without a handshake has none, unless it says so. */
        @Override
        public ServerNews onRefusal(RpcMessage.Failure refusal) {
            if (refusal.isOf(RpcError.UNSUPPORTED_REVISION)) {
                List<String> spoken = refusal.error()
                        .get("data")
                        .flatMap(it -> it.get("supported"))
                        .flatMap(LABELS::tryRead)
                        .orElse(List.of());
                return spoken.contains(McpRevision.standingAlone().label())
                        ? onceMore(refusal.message())
                        : unlessSpoken(spoken);
            }
            return refusal.isOf(RpcError.HEADER_MISMATCH) || refusal.isOf(RpcError.MISSING_ABILITY)
                    ? new ServerNews.Broken(refused(refusal.message()))
                    : introduceInstead(refusal.message());
        }

        private static String refused(String reason) {
            return "it does not say what it speaks: " + reason;
        }

        /** It speaks what it was asked by, all the same. */
        private ServerNews onceMore(String reason) {
            return otherwise.isPresent()
                    ? new ServerNews.Broken(otherwise.get())
                    : new ServerNews.Reply(discover(Optional.of(refused(reason))));
        }

        private ServerNews unlessSpoken(List<String> spoken) {
            return spoken.stream().anyMatch(McpRevision::isAgreed)
                    ? introduceInstead(UNKNOWN_REVISION)
                    : new ServerNews.Broken(UNKNOWN_REVISION);
        }

        private ServerNews introduceInstead(String reason) {
            return otherwise.isPresent()
                    ? new ServerNews.Broken(otherwise.get())
                    : new ServerNews.Reply(introduce(Optional.of(reason)));
        }
    }

    /** News, for as long as the server tells any; that it does not is no reason to go. */
    private final class Listening implements Question {
        private final RpcId request;
        private final NewsFilter news;

        private Listening(RpcId request, NewsFilter news) {
            this.request = request;
            this.news = news;
        }

        @Override
        public ServerNews onResult(JsonValue result) {
            return over();
        }

        @Override
        public ServerNews onFailure(String reason) {
            return over();
        }

        private ServerNews over() {
            listening = listening.filter(it -> it != this);
            return NOTHING;
        }
    }

    /** All pages of one list. */
    private final class Listing implements Question {
        private final ServerList list;
        private final List<JsonValue> found = new ArrayList<>();
        private int pages;

        private Listing(ServerList list) {
            this.list = list;
        }

        @Override
        public ServerNews onResult(JsonValue result) {
            JsonObject in = JsonObject.of(result);
            List<JsonValue> page = in.required(list.member(), DEFINITIONS);
            Optional<String> next = in.optional("nextCursor", JsonReader.TEXT);
            pages++;
            int room = McpLimit.LISTED.most() - found.size();
            found.addAll(page.subList(0, Math.min(room, page.size())));
            boolean full = page.size() > room || pages >= McpLimit.PAGES_LISTED.most();
            if (next.isPresent() && !full) {
                return new ServerNews.Reply(page(this, next));
            }
            listing.remove(list);
            return new ServerNews.Listed(list, found, page.size() > room || next.isPresent());
        }

        @Override
        public ServerNews onFailure(String reason) {
            listing.remove(list);
            return new ServerNews.NotListed(list, reason);
        }
    }

    /** A call from its first request to its end, be it that nobody waits for that any more. */
    private final class Call implements Question {
        private final long number;
        private final String method;
        private final Consumer<? super JsonWriter> params;
        private final Optional<TraceParent> trace;
        private final Optional<JsonValue> additions;

        /** The newest request of it. */
        private RpcId request = id(asked);

        /** What its server wants to know before it goes on. */
        private Optional<InputRound> round = Optional.empty();

        private int rounds;
        private boolean cancelled;

        private Call(
                long number,
                String method,
                Consumer<? super JsonWriter> params,
                Optional<TraceParent> trace,
                Optional<JsonValue> additions) {
            this.number = number;
            this.method = method;
            this.params = params;
            this.trace = trace;
            this.additions = additions;
        }

        private String send() {
            request = id(asked);
            return ask(this, method, out -> {
                params.accept(out);
                round.ifPresent(it -> it.write(out));
                out.object(MetaKey.META, this::writeMeta);
            });
        }

        private void writeMeta(JsonWriter meta) {
            meta.number(MetaKey.PROGRESS_TOKEN, number).text(MetaKey.TRACE_PARENT, trace);
            additions.ifPresent(it -> it.members().forEach(meta::value));
            if (standsAlone) {
                profile.writeMeta(meta);
                meta.text(MetaKey.LOG_LEVEL, LOG_LEVEL);
            }
        }

        @Override
        public ServerNews onResult(JsonValue result) {
            if (standsAlone && !cancelled) {
                JsonObject in = JsonObject.of(result);
                switch (AnswerForm.kind(in)) {
                    case AnswerForm.COMPLETE -> {}
                    case AnswerForm.INPUT_REQUIRED -> {
                        return begin(InputRound.read(in, profile, () -> begun++));
                    }
                    default -> {
                        return onFailure("its answer is of a kind that is not known here");
                    }
                }
            }
            return over(new ServerNews.Result(number, result));
        }

        @Override
        public ServerNews onFailure(String reason) {
            return over(new ServerNews.Failure(number, reason));
        }

        private ServerNews over(ServerNews end) {
            calls.remove(number);
            return cancelled ? new ServerNews.Late(number) : end;
        }

        private ServerNews begin(InputRound asking) {
            rounds++;
            if (rounds > McpLimit.ROUNDS.most()) {
                return onFailure("it asks more than " + McpLimit.ROUNDS.most() + " times");
            }
            if (wantedForCalls.size() + asking.open().size() > McpLimit.REQUESTS_OF_SERVERS.most()) {
                return onFailure("it asks more than " + McpLimit.REQUESTS_OF_SERVERS.most() + " things at a time");
            }
            round = Optional.of(asking);
            if (asking.isComplete()) {
                return new ServerNews.Reply(send());
            }
            asking.open().forEach(it -> wantedForCalls.put(it, this));
            return new ServerNews.InputRequired(asking.questions());
        }

        private Optional<String> goOn(OpenRequest answered, ElicitationAnswer answer) {
            return round.filter(it -> it.answer(answered, answer) && it.isComplete() && !cancelled)
                    .map(it -> send());
        }
    }

    private ServerNews progress(JsonValue notice) {
        JsonObject params = JsonObject.of(notice);
        RpcId id = params.required(MetaKey.PROGRESS_TOKEN, RpcId::new);
        Optional<Long> number =
                id.value().kind() == JsonKind.NUMBER ? id.value().asWholeNumber() : Optional.empty();
        if (number.filter(calls::containsKey).isEmpty()) {
            return NOTHING;
        }
        return new ServerNews.Progress(
                number.get(),
                params.optional("message", JsonReader.TEXT).orElse(""),
                AMOUNT.tryRead(notice).flatMap(it -> it));
    }

    /** What a server does not say it has is not asked for. */
    private ServerNews changed(Set<ServerList> lists) {
        Set<ServerList> known = EnumSet.noneOf(ServerList.class);
        server.ifPresent(it -> known.addAll(it.lists()));
        known.retainAll(lists);
        return known.isEmpty() ? NOTHING : new ServerNews.ListChanged(known);
    }

    private static ServerNews log(JsonObject params) {
        McpLogLevel level = params.required("level", McpLogLevel.WORDS);
        JsonValue data = params.required("data", JsonReader.ANY);
        String text = JsonReader.TEXT.tryRead(data).orElseGet(data::json);
        String logger = params.optional("logger", JsonReader.TEXT)
                .filter(it -> !it.isBlank())
                .map(it -> it + ": ")
                .orElse("");
        return new ServerNews.Log(level, logger + text);
    }

    private ServerNews wanted(RpcId id, JsonValue params) {
        if (wanted.containsKey(id)) {
            return refused(id, RpcError.noRequest("/id", "names a request that is under way"));
        }
        if (wanted.size() >= McpLimit.REQUESTS_OF_SERVERS.most()) {
            return refused(id, RpcError.busy(McpLimit.REQUESTS_OF_SERVERS.most() + " requests are under way"));
        }
        try {
            Elicitation what = Elicitation.read(JsonObject.of(params));
            OpenRequest request = new OpenRequest(id, begun, AnswerForm.OF_HANDSHAKE);
            begun++;
            wanted.put(id, request);
            return new ServerNews.Asked(request, what);
        } catch (JsonFault fault) {
            return refused(id, RpcError.invalidParams(fault));
        }
    }

    private static ServerNews refused(RpcId id, RpcError error) {
        return new ServerNews.Reply(RpcText.error(id, error));
    }

    private ServerNews withdrawn(JsonObject params) {
        OpenRequest request = wanted.remove(params.required("requestId", RpcId.READER));
        return request == null ? NOTHING : new ServerNews.Withdrawn(request);
    }

    private ServerNews stray(RpcMessage.Received received) {
        if (received.length() > McpLimit.LINE_BYTES.most()) {
            return new ServerNews.Broken("it has sent a line of more than " + McpLimit.LINE_BYTES.most()
                    + " bytes, which begins with: " + received.beginning());
        }
        if (server.isEmpty()) {
            strayBytes += received.length();
            if (strayBytes > McpLimit.STRAY_BYTES_AT_START.most()) {
                return new ServerNews.Broken("it prints something else than messages of MCP: " + received.beginning());
            }
        } else {
            strayLines++;
            if (strayLines > McpLimit.STRAY_LINES.most()) {
                return new ServerNews.Broken("it prints something else than messages of MCP: " + received.beginning());
            }
        }
        return new ServerNews.Stray(received.beginning());
    }

    /** Takes messages apart. */
    private final class Receiver implements RpcMessage.Visitor<ServerNews> {
        @Override
        public ServerNews onRequest(RpcMessage.Request request) {
            strayLines = 0;
            RpcId id = request.id();
            return switch (request.method()) {
                case "ping" -> new ServerNews.Reply(RpcText.result(id, JsonValue.EMPTY_OBJECT));
                case "roots/list" -> new ServerNews.Reply(RpcText.result(id, profile.roots()));
                case "elicitation/create" -> wanted(id, request.params());
                default -> refused(id, RpcError.unknownMethod());
            };
        }

        @Override
        public ServerNews onNotification(RpcMessage.Notification notification) {
            strayLines = 0;
            try {
                JsonObject params = JsonObject.of(notification.params());
                return switch (notification.method()) {
                    case "notifications/progress" -> progress(notification.params());
                    case "notifications/message" -> log(params);
                    case "notifications/resources/updated" ->
                        new ServerNews.ResourceChanged(params.required("uri", JsonReader.TEXT));
                    case "notifications/cancelled" -> withdrawn(params);
                    default -> changed(ServerList.changedBy(notification.method()));
                };
            } catch (JsonFault fault) {
                // Nobody answers a notification, be it wrong.
                return NOTHING;
            }
        }

        @Override
        public ServerNews onResult(RpcMessage.Result result) {
            Question question = answered(result.id());
            if (question == null) {
                return NOTHING;
            }
            try {
                return question.onResult(result.value());
            } catch (JsonFault fault) {
                return question.onFailure("its answer cannot be read: " + fault.getMessage());
            }
        }

        @Override
        public ServerNews onFailure(RpcMessage.Failure failure) {
            Question question = answered(failure.id());
            if (question == null) {
                return NOTHING;
            }
            return failure.isRefusal() ? question.onRefusal(failure) : question.onFailure(failure.message());
        }

        private @Nullable Question answered(RpcId id) {
            strayLines = 0;
            Question question = open.remove(id);
            if (question == null) {
                unexpected++;
            }
            return question;
        }

        @Override
        public ServerNews onFaulty(RpcMessage.Faulty faulty) {
            return stray(faulty.received());
        }
    }
}
