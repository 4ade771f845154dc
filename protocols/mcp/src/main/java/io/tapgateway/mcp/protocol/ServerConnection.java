package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.codec.ProgressAmountJson;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.ProgressAmount;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A server's end of one connection: what is to be done about each message, which requests are open, and what may be
 * said when. Confined to one thread at a time.
 *
 * <p>A connection begins with a handshake, or with a request that stands by itself (M-001): then all of its requests
 * do. Such a request says who asks; nothing may be said to its client but on the way of a request that is open, and
 * what it is asked is what that request is answered with.
 *
 * <p>Whoever carries out a {@link Reaction} that has an {@link OpenRequest} says by {@link #end} that it is about to
 * answer. So each request is answered at most once, and not after it was cancelled. A {@link ServerRequest} goes the
 * other way: it is concluded once, or given up, and what comes after that is unexpected.
 */
public final class ServerConnection {
    private static final String PROMPT_REF = "ref/prompt";
    private static final Reaction IGNORE = new Reaction.Ignore();
    private static final Reaction READY = new Reaction.Ready();

    /** What requests that stand by themselves are judged by. */
    private static final McpRevision STANDING_ALONE = McpRevision.standingAlone();

    private final ServerProfile profile;
    private final RpcMessage.Visitor<Reaction> receiver = new Receiver();

    /** Whether all requests are those of one client, which gives each an id of its own. */
    private final boolean ofOneClient;

    private final Map<OpenRequest, Open> open = new LinkedHashMap<>();

    /** The same by the ids that its one client has given. */
    private final Map<RpcId, OpenRequest> ids = new HashMap<>();

    /** The requests of the server that its client has not answered. */
    private final Set<Long> asked = new HashSet<>();

    private Asker asker = new Asker(ClientInfo.UNKNOWN, ClientAbilities.NONE);
    private Optional<McpRevision> revision = Optional.empty();
    private boolean ready;
    private McpLogLevel level = McpLogLevel.WARNING;
    private long begun;
    private long requested;
    private long unexpected;

    public ServerConnection(ServerProfile profile) {
        this(profile, true);
    }

    private ServerConnection(ServerProfile profile, boolean ofOneClient) {
        this.profile = profile;
        this.ofOneClient = ofOneClient;
    }

    /** A connection that goes on where one was left whose handshake is over (M-015). */
    public static ServerConnection resumed(ServerProfile profile, McpRevision revision) {
        ServerConnection connection = new ServerConnection(profile);
        connection.revision = Optional.of(revision);
        connection.ready = true;
        return connection;
    }

    /** What serves requests that stand by themselves, each of which has a way of its own; their ids mean nothing. */
    public static ServerConnection ofRequests(ServerProfile profile) {
        ServerConnection connection = new ServerConnection(profile, false);
        connection.revision = Optional.of(STANDING_ALONE);
        return connection;
    }

    /** A request that is under way. Confined to the connection. */
    private static final class Open {
        private final ClientAsk ask;
        private final Asker asker;

        /** The number of the last report. */
        private double reported = Double.NEGATIVE_INFINITY;

        /** Whether reports have numbers of their own, and the total of the last one. */
        private boolean counted;

        private OptionalDouble total = OptionalDouble.empty();

        /** What it listens to, once it has been told so. */
        private Optional<NewsFilter> news = Optional.empty();

        private Open(ClientAsk ask, Asker asker) {
            this.ask = ask;
            this.asker = asker;
        }

        /** Numbers a report: by its own number as long as that grows, as it must; else so that a later one can grow. */
        private void count(Optional<ProgressAmount> amount) {
            counted |= amount.isPresent();
            total = amount.map(ProgressAmount::total).orElse(total);
            if (amount.filter(it -> it.done() > reported).isPresent()) {
                reported = amount.get().done();
            } else {
                reported = counted ? Math.nextUp(reported) : Math.max(reported, 0) + 1;
            }
        }
    }

    /**
     * Something that is said. Immutable.
     *
     * @param on on the way of which request; empty if to whoever listens
     */
    public record Said(Optional<OpenRequest> on, String text) {}

    /** A message has come. */
    public Reaction receive(RpcMessage message) {
        return message.accept(receiver);
    }

    /** Whether a request is under way. */
    public boolean isOpen(OpenRequest request) {
        return open.containsKey(request);
    }

    private Optional<Open> find(OpenRequest request) {
        return Optional.ofNullable(open.get(request));
    }

    /** Whether anything is under way that has an end; who listens does not count. */
    public boolean isBusy() {
        return open.values().stream().anyMatch(it -> it.news.isEmpty());
    }

    /**
     * Ends a request that is about to be answered.
     *
     * @return false if it must not be answered any more
     */
    public boolean end(OpenRequest request) {
        ids.remove(request.id(), request);
        return open.remove(request) != null;
    }

    /** What the client of a connection with a handshake lets itself be asked for; nothing before that. */
    public ClientAbilities abilities() {
        return asker.abilities();
    }

    /** What the client lets itself be asked for while it waits for a request; nothing if it does not. */
    public ClientAbilities abilities(OpenRequest request) {
        return find(request).map(it -> it.asker.abilities()).orElse(ClientAbilities.NONE);
    }

    /** What an open request asks, without what is said along with it. */
    public JsonValue subject(OpenRequest request) {
        return find(request).map(it -> it.ask.what()).orElse(JsonValue.NULL);
    }

    /** Asks where the client works; empty if it does not say, is not ready, or is asked too much already. */
    public Optional<ServerRequest> askForRoots() {
        return ready && abilities().roots() ? ask("roots/list", none -> {}) : Optional.empty();
    }

    /**
     * Has the client's person fill in a form; empty if it has none to show it to, is not ready, or is asked too much
     * already. Without a handshake it is for whoever asks to know whether a request allows that.
     *
     * @param message what the form is about
     * @param schema of the object that it gives
     */
    public Optional<ServerRequest> elicit(String message, JsonValue schema) {
        return asksByAnswers() || (ready && abilities().forms())
                ? ask("elicitation/create", out -> out.text("message", message).value("requestedSchema", schema))
                : Optional.empty();
    }

    private Optional<ServerRequest> ask(String method, Consumer<? super JsonWriter> params) {
        if (asked.size() >= McpLimit.REQUESTS_OF_SERVERS.most()) {
            return Optional.empty();
        }
        requested++;
        asked.add(requested);
        return Optional.of(new ServerRequest(requested, method, JsonWriter.toValue(params)));
    }

    /** Whether the client is asked by what its requests are answered with, and answers by making them again. */
    public boolean asksByAnswers() {
        return revision.filter(it -> !it.hasHandshake()).isPresent();
    }

    /** Gives up a request of the server; what its client is told, or empty if it has answered, or need not know. */
    public Optional<String> giveUp(long request) {
        boolean told = asked.remove(request) && !asksByAnswers();
        return told
                ? Optional.of(RpcText.notification("notifications/cancelled", out -> out.number("requestId", request)))
                : Optional.empty();
    }

    /** How many responses have come to requests that nobody has made, or not any more. */
    public long unexpectedResponses() {
        return unexpected;
    }

    /** The news that a list is another one; nothing before the client is ready for it (M-022). */
    public List<Said> changed(ListChange change) {
        return asksByAnswers()
                ? listeners(it -> it.changes().contains(change), id -> tagged(change.method(), id, none -> {}))
                : whenReady(change.text());
    }

    /** The news that a resource is another one, of which the client wants to know (M-040). */
    public List<Said> resourceUpdated(String uri) {
        String method = "notifications/resources/updated";
        return asksByAnswers()
                ? listeners(it -> it.uris().contains(uri), id -> tagged(method, id, out -> out.text("uri", uri)))
                : whenReady(RpcText.notification(method, out -> out.text("uri", uri)));
    }

    private List<Said> whenReady(String text) {
        return ready ? List.of(new Said(Optional.empty(), text)) : List.of();
    }

    private List<Said> listeners(Predicate<NewsFilter> wants, Function<RpcId, String> text) {
        return open.entrySet().stream()
                .filter(it -> it.getValue().news.filter(wants).isPresent())
                .map(it -> new Said(
                        Optional.of(it.getKey()), text.apply(it.getKey().id())))
                .toList();
    }

    /** A notification that names the request by which it was asked for. */
    private static String tagged(String method, RpcId subscription, Consumer<? super JsonWriter> params) {
        return RpcText.notification(
                method,
                out -> params.accept(
                        out.object(MetaKey.META, meta -> meta.value(MetaKey.SUBSCRIPTION, subscription.value()))));
    }

    /**
     * A client listens from now on; the first that is said to it.
     *
     * @param news what it gets of what it wanted
     * @return empty if it does not want to know any more
     */
    public Optional<String> listen(OpenRequest request, NewsFilter news) {
        return find(request).map(it -> {
            it.news = Optional.of(news);
            return tagged(
                    "notifications/subscriptions/acknowledged",
                    request.id(),
                    out -> out.object("notifications", news::write));
        });
    }

    /** The last that is said to those who listen: the server goes. */
    public List<Said> farewell() {
        List<OpenRequest> listeners = open.entrySet().stream()
                .filter(it -> it.getValue().news.isPresent())
                .map(Map.Entry::getKey)
                .toList();
        return listeners.stream()
                .filter(this::end)
                .map(it -> new Said(
                        Optional.of(it), RpcText.result(it.id(), it.form().ended(it.id()))))
                .toList();
    }

    /**
     * A report on a request; empty if the client wants none, it is too late, or no number is left for it (M-023).
     *
     * @param text what is reported; empty to say no more than that it is under way
     * @param amount how far it is; empty if whoever reports does not count
     */
    public Optional<String> progress(OpenRequest request, Optional<String> text, Optional<ProgressAmount> amount) {
        return find(request)
                .flatMap(it -> it.ask.meta().progressToken().flatMap(token -> {
                    it.count(amount);
                    return Double.isFinite(it.reported)
                            ? Optional.of(progress(token, new ProgressAmount(it.reported, it.total), text))
                            : Optional.empty();
                }));
    }

    private static String progress(JsonValue token, ProgressAmount amount, Optional<String> text) {
        return RpcText.notification(
                "notifications/progress",
                out -> ProgressAmountJson.write(out.value(MetaKey.PROGRESS_TOKEN, token), Optional.of(amount))
                        .text("message", text));
    }

    /**
     * A line for the client's log; nothing if it does not want to know (M-042).
     *
     * @param source whose line it is
     */
    public List<Said> log(McpLogLevel of, String source, String text) {
        if (asksByAnswers()) {
            List<OpenRequest> wanting = open.entrySet().stream()
                    .filter(it -> wants(it.getValue(), of))
                    .map(Map.Entry::getKey)
                    .toList();
            if (wanting.isEmpty()) {
                return List.of();
            }
            String said = logged(of, source, text);
            return wanting.stream().map(it -> new Said(Optional.of(it), said)).toList();
        }
        return revision.isEmpty() || of.compareTo(level) < 0
                ? List.of()
                : List.of(new Said(Optional.empty(), logged(of, source, text)));
    }

    private static boolean wants(Open open, McpLogLevel of) {
        return open.ask.meta().logLevel().filter(it -> of.compareTo(it) >= 0).isPresent();
    }

    private static String logged(McpLogLevel of, String source, String text) {
        return RpcText.notification(
                "notifications/message",
                out -> out.text("level", McpLogLevel.WORDS.word(of))
                        .text("logger", source)
                        .text("data", text));
    }

    private Reaction request(RpcMessage.Request request) {
        boolean standsAlone = revision.map(it -> !it.hasHandshake())
                .orElseGet(() -> Asker.revision(request.params()).isPresent());
        return standsAlone ? requestOfItsOwn(request) : requestOfConnection(request);
    }

    private Reaction requestOfConnection(RpcMessage.Request request) {
        JsonObject params = JsonObject.of(request.params());
        McpRevision judge = revision.orElse(McpRevision.newest());
        return switch (request.method()) {
            case "initialize" -> initialize(request, params);
            case "ping" -> done(request);
            case "logging/setLevel" -> setLevel(request, params);
            case "resources/subscribe" -> begin(request, new ClientAsk.Follow(uri(params), true));
            case "resources/unsubscribe" -> begin(request, new ClientAsk.Follow(uri(params), false));
            default ->
                ask(request.method(), params, judge)
                        .map(ask -> begin(request, ask))
                        .orElseGet(() -> refused(request, RpcError.unknownMethod()));
        };
    }

    private Reaction begin(RpcMessage.Request request, ClientAsk ask) {
        return revision.isEmpty()
                ? refused(request, RpcError.noRequest("The connection begins with the request initialize."))
                : begin(request, ask, asker, AnswerForm.OF_HANDSHAKE);
    }

    private Reaction requestOfItsOwn(RpcMessage.Request request) {
        Optional<String> wanted = Asker.revision(request.params());
        if (wanted.isPresent() && !McpRevision.named().contains(wanted.get())) {
            return rejected(request, RpcError.unsupportedRevision(wanted.get()));
        }
        Asker who;
        try {
            who = Asker.read(request.params());
        } catch (JsonFault fault) {
            return rejected(request, RpcError.invalidParams(fault));
        }
        JsonObject params = JsonObject.of(request.params());
        boolean fallsBack = profile.prefersHandshake(who.client());
        return switch (request.method()) {
            case "server/discover" -> fallsBack ? unknown(request) : discovered(request);
            case "subscriptions/listen" -> beginAlone(request, new ClientAsk.Listen(NewsFilter.read(params)), who);
            default ->
                ask(request.method(), params, STANDING_ALONE)
                        .map(ask -> beginAlone(request, ask, who))
                        .orElseGet(() -> unknown(request));
        };
    }

    private Reaction discovered(RpcMessage.Request request) {
        JsonValue result = profile.form(true).of(profile.discovered(STANDING_ALONE));
        return new Reaction.Answer(RpcText.result(request.id(), result));
    }

    private Reaction beginAlone(RpcMessage.Request request, ClientAsk ask, Asker who) {
        Reaction reaction = begin(request, ask, who, profile.form(ask.isOfWhatLasts()));
        revision = Optional.of(STANDING_ALONE);
        return reaction;
    }

    /** What all revisions let a client ask for; empty if that is something else. */
    private static Optional<ClientAsk> ask(String method, JsonObject params, McpRevision revision) {
        return Optional.ofNullable(
                switch (method) {
                    case "tools/list" -> new ClientAsk.ListTools(cursor(params));
                    case "tools/call" -> new ClientAsk.CallTool(CallParams.read(params, revision));
                    case "resources/list" -> new ClientAsk.ListResources(cursor(params));
                    case "resources/templates/list" -> new ClientAsk.ListTemplates(cursor(params));
                    case "resources/read" ->
                        new ClientAsk.ReadResource(uri(params), RequestMeta.read(params, revision));
                    case "prompts/list" -> new ClientAsk.ListPrompts(cursor(params));
                    case "prompts/get" -> getPrompt(params, revision);
                    case "completion/complete" -> complete(params);
                    default -> null;
                });
    }

    private static ClientAsk getPrompt(JsonObject params, McpRevision revision) {
        return new ClientAsk.GetPrompt(
                params.required("name", JsonReader.TEXT),
                params.optional("arguments", JsonReader.OBJECT)
                        .map(JsonValue::members)
                        .orElse(Map.of()),
                RequestMeta.read(params, revision));
    }

    private static Optional<String> cursor(JsonObject params) {
        return params.optional("cursor", JsonReader.TEXT);
    }

    private static String uri(JsonObject params) {
        return params.required("uri", JsonReader.TEXT);
    }

    private static ClientAsk complete(JsonObject params) {
        JsonValue argument = params.required("argument", JsonReader.OBJECT);
        Optional<JsonValue> context = params.optional("context", JsonReader.OBJECT);
        return params.required("ref", JsonReader.object(ref -> {
            boolean ofPrompt = ref.required(
                            "type",
                            JsonReader.TEXT.where(
                                    it -> it.equals(PROMPT_REF) || it.equals("ref/resource"),
                                    "must be " + PROMPT_REF + " or ref/resource"))
                    .equals(PROMPT_REF);
            String subject = ref.required(ofPrompt ? "name" : "uri", JsonReader.TEXT);
            return new ClientAsk.Complete(subject, ofPrompt, argument, context);
        }));
    }

    private Reaction initialize(RpcMessage.Request request, JsonObject params) {
        if (revision.isPresent()) {
            return refused(request, RpcError.noRequest("The connection is initialized already."));
        }
        McpRevision agreed = McpRevision.answering(params.required("protocolVersion", JsonReader.TEXT));
        asker = new Asker(ClientInfo.read(params), ClientAbilities.read(params));
        revision = Optional.of(agreed);
        JsonValue result = JsonWriter.toValue(out -> profile.write(out, agreed));
        return new Reaction.Welcome(RpcText.result(request.id(), result), asker.client(), agreed);
    }

    private Reaction setLevel(RpcMessage.Request request, JsonObject params) {
        level = params.required("level", McpLogLevel.WORDS);
        return done(request);
    }

    private Reaction begin(RpcMessage.Request request, ClientAsk ask, Asker who, AnswerForm form) {
        if (ids.containsKey(request.id())) {
            return refused(request, RpcError.noRequest("/id", "names a request that is under way"));
        }
        if (open.size() >= McpLimit.REQUESTS_IN_FLIGHT.most()) {
            return refused(request, RpcError.busy());
        }
        OpenRequest begins = new OpenRequest(request.id(), begun, form);
        begun++;
        open.put(begins, new Open(ask, who));
        if (ofOneClient) {
            ids.put(request.id(), begins);
        }
        return new Reaction.Serve(begins, ask, who.client());
    }

    private static Reaction done(RpcMessage.Request request) {
        return new Reaction.Answer(RpcText.result(request.id(), JsonValue.EMPTY_OBJECT));
    }

    private static Reaction refused(RpcMessage.Request request, RpcError error) {
        return new Reaction.Answer(RpcText.error(request.id(), error));
    }

    private static Reaction rejected(RpcMessage.Request request, RpcError error) {
        return new Reaction.Reject(HttpRefusal.of(Optional.of(request.id()), error));
    }

    private static Reaction unknown(RpcMessage.Request request) {
        return new Reaction.Reject(HttpRefusal.ofUnknownMethod(request.id()));
    }

    private Reaction cancelled(JsonValue params) {
        Optional<OpenRequest> known = params.get("requestId")
                .flatMap(RpcId.READER::tryRead)
                .map(ids::get)
                .filter(this::end);
        return known.<Reaction>map(Reaction.Cancel::new).orElse(IGNORE);
    }

    private Reaction initialized() {
        boolean first = !ready && revision.filter(McpRevision::hasHandshake).isPresent();
        ready |= first;
        return first ? READY : IGNORE;
    }

    private Reaction concluded(RpcId id, Optional<JsonValue> result) {
        Optional<Long> known = Optional.of(id.value())
                .filter(it -> it.kind() == JsonKind.NUMBER)
                .flatMap(JsonValue::asWholeNumber)
                .filter(it -> !asksByAnswers())
                .filter(asked::remove);
        if (known.isEmpty()) {
            unexpected++;
        }
        return known.<Reaction>map(it -> new Reaction.Conclude(it, result)).orElse(IGNORE);
    }

    /** Takes messages apart. */
    private final class Receiver implements RpcMessage.Visitor<Reaction> {
        @Override
        public Reaction onRequest(RpcMessage.Request request) {
            try {
                return request(request);
            } catch (JsonFault fault) {
                return refused(request, RpcError.invalidParams(fault));
            }
        }

        @Override
        public Reaction onNotification(RpcMessage.Notification notification) {
            return switch (notification.method()) {
                case "notifications/initialized" -> initialized();
                case "notifications/cancelled" -> cancelled(notification.params());
                default -> IGNORE;
            };
        }

        @Override
        public Reaction onResult(RpcMessage.Result result) {
            return concluded(result.id(), Optional.of(result.value()));
        }

        @Override
        public Reaction onFailure(RpcMessage.Failure failure) {
            return concluded(failure.id(), Optional.empty());
        }

        @Override
        public Reaction onFaulty(RpcMessage.Faulty faulty) {
            return new Reaction.Reject(HttpRefusal.of(faulty.id(), faulty.error()));
        }
    }
}
