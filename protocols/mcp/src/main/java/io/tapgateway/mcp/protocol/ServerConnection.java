package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A server's end of one connection of the revisions with a handshake: what is to be done about each message, which
 * requests are open, and what may be said when. Confined to one thread at a time.
 *
 * <p>Whoever carries out a {@link Reaction} that has an {@link OpenRequest} says by {@link #end} that it is about to
 * answer. So each request is answered at most once, and not after it was cancelled. A {@link ServerRequest} goes the
 * other way: it is concluded once, or given up, and what comes after that is unexpected.
 */
public final class ServerConnection {
    /** The news that the list of tools has changed. */
    public static final String TOOLS_CHANGED = RpcText.notification("notifications/tools/list_changed");

    /** The news that the list of resources has changed. */
    public static final String RESOURCES_CHANGED = RpcText.notification("notifications/resources/list_changed");

    /** The news that the list of prompts has changed. */
    public static final String PROMPTS_CHANGED = RpcText.notification("notifications/prompts/list_changed");

    private static final String PROMPT_REF = "ref/prompt";
    private static final Reaction IGNORE = new Reaction.Ignore();
    private static final Reaction READY = new Reaction.Ready();

    private final ServerProfile profile;
    private final RpcMessage.Visitor<Reaction> receiver = new Receiver();
    private final Map<RpcId, Open> open = new HashMap<>();

    /** The requests of the server that its client has not answered. */
    private final Set<Long> asked = new HashSet<>();

    private ClientAbilities abilities = ClientAbilities.NONE;
    private Optional<McpRevision> revision = Optional.empty();
    private boolean ready;
    private McpLogLevel level = McpLogLevel.WARNING;
    private long begun;
    private long requested;
    private long unexpected;

    public ServerConnection(ServerProfile profile) {
        this.profile = profile;
    }

    /** A connection that goes on where one was left whose handshake is over (M-015). */
    public static ServerConnection resumed(ServerProfile profile, McpRevision revision) {
        ServerConnection connection = new ServerConnection(profile);
        connection.revision = Optional.of(revision);
        connection.ready = true;
        return connection;
    }

    /** A request that is under way. Confined to the connection. */
    private static final class Open {
        private final OpenRequest request;
        private final Optional<JsonValue> progressToken;
        private long reports;

        private Open(OpenRequest request, Optional<JsonValue> progressToken) {
            this.request = request;
            this.progressToken = progressToken;
        }
    }

    /** A message has come. */
    public Reaction receive(RpcMessage message) {
        return message.accept(receiver);
    }

    /** Whether a request is under way. */
    public boolean isOpen(OpenRequest request) {
        return find(request).isPresent();
    }

    private Optional<Open> find(OpenRequest request) {
        return Optional.ofNullable(open.get(request.id())).filter(it -> it.request.equals(request));
    }

    /** Whether any request is under way. */
    public boolean isBusy() {
        return !open.isEmpty();
    }

    /**
     * Ends a request that is about to be answered.
     *
     * @return false if it must not be answered any more
     */
    public boolean end(OpenRequest request) {
        boolean was = isOpen(request);
        if (was) {
            open.remove(request.id());
        }
        return was;
    }

    /** What the client lets itself be asked for; nothing before the handshake. */
    public ClientAbilities abilities() {
        return abilities;
    }

    /** Asks where the client works; empty if it does not say, is not ready, or is asked too much already. */
    public Optional<ServerRequest> askForRoots() {
        return abilities.roots() ? ask("roots/list", none -> {}) : Optional.empty();
    }

    /**
     * Has the client's person fill in a form; empty if it has none to show it to, is not ready, or is asked too much
     * already.
     *
     * @param message what the form is about
     * @param schema of the object that it gives
     */
    public Optional<ServerRequest> elicit(String message, JsonValue schema) {
        return abilities.forms()
                ? ask("elicitation/create", out -> out.text("message", message).value("requestedSchema", schema))
                : Optional.empty();
    }

    private Optional<ServerRequest> ask(String method, Consumer<? super JsonWriter> params) {
        if (!ready || asked.size() >= McpLimit.REQUESTS_OF_SERVERS.most()) {
            return Optional.empty();
        }
        requested++;
        asked.add(requested);
        return Optional.of(new ServerRequest(requested, RpcText.request(id(requested), method, params)));
    }

    /** Gives up a request of the server; what its client is told, or empty if it has answered. */
    public Optional<String> giveUp(long request) {
        return asked.remove(request)
                ? Optional.of(RpcText.notification(
                        "notifications/cancelled",
                        out -> out.value("requestId", id(request).value())))
                : Optional.empty();
    }

    private static RpcId id(long request) {
        return new RpcId(JsonValue.of(request));
    }

    /** How many responses have come to requests that nobody has made, or not any more. */
    public long unexpectedResponses() {
        return unexpected;
    }

    /** The news that the list of tools has changed; empty before the client is ready for it (M-022). */
    public Optional<String> toolsChanged() {
        return news(TOOLS_CHANGED);
    }

    /** One of the other news; empty before the client is ready for it. */
    public Optional<String> news(String text) {
        return ready ? Optional.of(text) : Optional.empty();
    }

    /** The news that a resource is another one, of which the client wants to know (M-040). */
    public static String resourceUpdated(String uri) {
        return RpcText.notification("notifications/resources/updated", out -> out.text("uri", uri));
    }

    /**
     * A report on a request, numbered from 1 on; empty if the client wants none, or it is too late (M-023).
     *
     * @param text what is reported; empty to say no more than that it is under way
     */
    public Optional<String> progress(OpenRequest request, Optional<String> text) {
        return find(request)
                .flatMap(it -> it.progressToken.map(token -> {
                    it.reports++;
                    return RpcText.notification(
                            "notifications/progress",
                            out -> out.value("progressToken", token)
                                    .number("progress", it.reports)
                                    .text("message", text));
                }));
    }

    /**
     * A line for the client's log; empty if it does not want to know (M-042).
     *
     * @param source whose line it is
     */
    public Optional<String> log(McpLogLevel of, String source, String text) {
        if (revision.isEmpty() || of.compareTo(level) < 0) {
            return Optional.empty();
        }
        return Optional.of(RpcText.notification(
                "notifications/message",
                out -> out.text("level", McpLogLevel.WORDS.word(of))
                        .text("logger", source)
                        .text("data", text)));
    }

    private Reaction request(RpcMessage.Request request) {
        JsonObject params = JsonObject.of(request.params());
        return switch (request.method()) {
            case "initialize" -> initialize(request, params);
            case "ping" -> done(request);
            case "logging/setLevel" -> setLevel(request, params);
            case "tools/list" -> begin(request, new ClientAsk.ListTools(cursor(params)));
            case "resources/list" -> begin(request, new ClientAsk.ListResources(cursor(params)));
            case "resources/templates/list" -> begin(request, new ClientAsk.ListTemplates(cursor(params)));
            case "prompts/list" -> begin(request, new ClientAsk.ListPrompts(cursor(params)));
            case "tools/call" -> {
                CallParams call = CallParams.read(params);
                yield begin(request, call.meta().progressToken(), new ClientAsk.CallTool(call));
            }
            case "resources/read" -> {
                RequestMeta meta = RequestMeta.read(params);
                yield begin(request, meta.progressToken(), new ClientAsk.ReadResource(uri(params), meta));
            }
            case "resources/subscribe" -> begin(request, new ClientAsk.Follow(uri(params), true));
            case "resources/unsubscribe" -> begin(request, new ClientAsk.Follow(uri(params), false));
            case "prompts/get" -> {
                RequestMeta meta = RequestMeta.read(params);
                yield begin(
                        request,
                        meta.progressToken(),
                        new ClientAsk.GetPrompt(
                                params.required("name", JsonReader.TEXT),
                                params.optional("arguments", JsonReader.OBJECT)
                                        .map(JsonValue::members)
                                        .orElse(Map.of()),
                                meta));
            }
            case "completion/complete" -> begin(request, complete(params));
            default -> refused(request, RpcError.unknownMethod());
        };
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
        ClientInfo client = ClientInfo.read(params);
        abilities = ClientAbilities.read(params);
        revision = Optional.of(agreed);
        JsonValue result = JsonWriter.toValue(out -> profile.write(out, agreed));
        return new Reaction.Welcome(RpcText.result(request.id(), result), client, agreed);
    }

    private Reaction setLevel(RpcMessage.Request request, JsonObject params) {
        level = params.required("level", McpLogLevel.WORDS);
        return done(request);
    }

    private Reaction begin(RpcMessage.Request request, ClientAsk ask) {
        return begin(request, Optional.empty(), ask);
    }

    private Reaction begin(RpcMessage.Request request, Optional<JsonValue> progressToken, ClientAsk ask) {
        if (revision.isEmpty()) {
            return refused(request, RpcError.noRequest("The connection begins with the request initialize."));
        }
        if (open.containsKey(request.id())) {
            return refused(request, RpcError.noRequest("/id", "names a request that is under way"));
        }
        if (open.size() >= McpLimit.REQUESTS_IN_FLIGHT.most()) {
            return refused(request, RpcError.busy());
        }
        OpenRequest begins = new OpenRequest(request.id(), begun);
        begun++;
        open.put(request.id(), new Open(begins, progressToken));
        return new Reaction.Serve(begins, ask);
    }

    private static Reaction done(RpcMessage.Request request) {
        return new Reaction.Answer(RpcText.result(request.id(), JsonValue.EMPTY_OBJECT));
    }

    private static Reaction refused(RpcMessage.Request request, RpcError error) {
        return new Reaction.Answer(RpcText.error(request.id(), error));
    }

    private Reaction cancelled(JsonValue params) {
        Optional<Open> known =
                params.get("requestId").flatMap(RpcId.READER::tryRead).map(open::remove);
        return known.<Reaction>map(it -> new Reaction.Cancel(it.request)).orElse(IGNORE);
    }

    private Reaction initialized() {
        boolean first = !ready && revision.isPresent();
        ready |= first;
        return first ? READY : IGNORE;
    }

    private Reaction concluded(RpcId id, Optional<JsonValue> result) {
        Optional<Long> known = Optional.of(id.value())
                .filter(it -> it.kind() == JsonKind.NUMBER)
                .flatMap(JsonValue::asWholeNumber)
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
            return new Reaction.Reject(RpcText.error(faulty.id(), faulty.error()));
        }
    }
}
