package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
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
 * A client's end of one connection of the revisions with a handshake: what may be asked when, and what the messages of
 * the server mean. Each request is answered at most once, either way, and what nobody has asked for is ignored and
 * counted. Confined to one thread at a time.
 */
public final class ClientConnection {
    private static final ServerNews NOTHING = new ServerNews.Nothing();
    private static final JsonReader<List<JsonValue>> DEFINITIONS = JsonReader.list(JsonReader.ANY);

    private final ClientProfile profile;
    private final RpcMessage.Visitor<ServerNews> receiver = new Receiver();
    private final Map<RpcId, Question> open = new HashMap<>();

    /** What the server wants of the client's person, and has had no answer to. */
    private final Map<RpcId, OpenRequest> wanted = new HashMap<>();

    private Optional<ServerInfo> server = Optional.empty();
    private final Set<ServerList> listing = EnumSet.noneOf(ServerList.class);
    private long asked;
    private long begun;
    private long unexpected;
    private long strayBytes;
    private int strayLines;

    public ClientConnection(ClientProfile profile) {
        this.profile = profile;
    }

    /** A request that is under way. Confined to the connection. */
    private interface Question {
        ServerNews onResult(JsonValue result);

        ServerNews onFailure(String reason);
    }

    /** The first text of the connection. */
    public String begin() {
        return ask(new Handshake(), "initialize", profile::write);
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

    /** Calls a tool; empty before the handshake, and while too many calls are under way. */
    public Optional<ClientCall> call(String tool, JsonValue args, Optional<TraceParent> trace) {
        return request("tools/call", out -> out.text("name", tool).value("arguments", args), trace);
    }

    /**
     * Asks for something that takes its time, as a call does; empty before the handshake, and while too many are under
     * way.
     *
     * @param params all but {@code _meta}
     */
    public Optional<ClientCall> request(
            String method, Consumer<? super JsonWriter> params, Optional<TraceParent> trace) {
        if (server.isEmpty() || open.size() >= McpLimit.REQUESTS_IN_FLIGHT.most()) {
            return Optional.empty();
        }
        long number = asked;
        String text = ask(new Call(number), method, out -> {
            params.accept(out);
            out.object("_meta", meta -> meta.number("progressToken", number).text("traceparent", trace));
        });
        return Optional.of(new ClientCall(number, text));
    }

    /** What a server is told that has a call which nobody waits for any more; empty if it has none. */
    public Optional<String> cancel(long call, String reason) {
        RpcId id = id(call);
        Question cancelled = open.replace(id, new Cancelled(call));
        return Optional.ofNullable(cancelled)
                .map(it -> RpcText.notification(
                        "notifications/cancelled",
                        out -> out.value("requestId", id.value()).text("reason", reason)));
    }

    /**
     * Does not wait for the answer of a call any longer.
     *
     * @return false if it has been answered
     */
    public boolean forget(long call) {
        return open.remove(id(call)) != null;
    }

    /** Answers what the server wants of the person; empty if it does not want it any more. */
    public Optional<String> answer(OpenRequest request, ElicitationAnswer answer) {
        return wanted.remove(request.id(), request)
                ? Optional.of(RpcText.result(request.id(), answer.result()))
                : Optional.empty();
    }

    /**
     * Refuses what the server wants of the person; empty if it does not want it any more.
     *
     * @param why a sentence
     */
    public Optional<String> refuse(OpenRequest request, String why) {
        return wanted.remove(request.id(), request)
                ? Optional.of(RpcText.error(request.id(), RpcError.unusable(why)))
                : Optional.empty();
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
        return ask(listing, listing.list.method(), out -> out.text("cursor", cursor));
    }

    /** The first request. */
    private final class Handshake implements Question {
        @Override
        public ServerNews onResult(JsonValue result) {
            JsonObject in = JsonObject.of(result);
            String label = in.required("protocolVersion", JsonReader.TEXT);
            Optional<McpRevision> chosen = McpRevision.chosen(label);
            if (chosen.isEmpty()) {
                return new ServerNews.Broken("it speaks a revision of MCP that is not known here");
            }
            ServerInfo met = ServerInfo.read(in, chosen.get());
            server = Optional.of(met);
            return new ServerNews.Met(RpcText.notification("notifications/initialized"), met);
        }

        @Override
        public ServerNews onFailure(String reason) {
            return new ServerNews.Broken("it refuses the handshake: " + reason);
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

    /** A call that somebody waits for. */
    private record Call(long number) implements Question {
        @Override
        public ServerNews onResult(JsonValue result) {
            return new ServerNews.Result(number, result);
        }

        @Override
        public ServerNews onFailure(String reason) {
            return new ServerNews.Failure(number, reason);
        }
    }

    /** A call that nobody waits for. */
    private record Cancelled(long number) implements Question {
        @Override
        public ServerNews onResult(JsonValue result) {
            return new ServerNews.Late(number);
        }

        @Override
        public ServerNews onFailure(String reason) {
            return new ServerNews.Late(number);
        }
    }

    private ServerNews progress(JsonObject params) {
        RpcId id = params.required("progressToken", RpcId::new);
        Question question = open.get(id);
        Optional<Long> number =
                id.value().kind() == JsonKind.NUMBER ? id.value().asWholeNumber() : Optional.empty();
        if (question == null || number.isEmpty()) {
            return NOTHING;
        }
        String amount =
                params.optional("progress", JsonReader.ANY).map(JsonValue::json).orElse("");
        String of = params.optional("total", JsonReader.ANY)
                .map(total -> amount + " of " + total.json())
                .orElse(amount);
        String text = params.optional("message", JsonReader.TEXT)
                .filter(it -> !it.isBlank())
                .orElse(of);
        return new ServerNews.Progress(number.get(), text);
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
                    case "notifications/progress" -> progress(params);
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
            return question == null ? NOTHING : question.onFailure(failure.message());
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
