package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the head of a request over Streamable HTTP says that the protocol knows, as it was sent (M-017). Immutable.
 *
 * @param accept the values of {@code Accept}; none is as good as everything
 * @param contentType of the body
 * @param revision the values of {@code MCP-Protocol-Version}; none is as good as one that is served
 * @param session of {@code Mcp-Session-Id}
 * @param lastEvent of {@code Last-Event-ID}
 * @param method the values of {@code Mcp-Method}
 * @param name the values of {@code Mcp-Name}
 */
public record HttpHead(
        List<String> accept,
        Optional<String> contentType,
        List<String> revision,
        Optional<String> session,
        Optional<String> lastEvent,
        List<String> method,
        List<String> name) {
    /** What answers are that are one message. */
    public static final String JSON = "application/json";

    /** What answers are that are a stream of messages. */
    public static final String EVENTS = "text/event-stream";

    private static final String REVISION = "MCP-Protocol-Version";
    private static final String METHOD = "Mcp-Method";
    private static final String NAME = "Mcp-Name";

    /** The methods whose heads say what they are about, and which of their parameters that is. */
    private static final Map<String, String> NAMED =
            Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri");

    public HttpHead {
        accept = List.copyOf(accept);
        revision = List.copyOf(revision);
        method = List.copyOf(method);
        name = List.copyOf(name);
    }

    /** Why a message cannot be taken; empty if it can. */
    public Optional<HttpRefusal> refusalOfMessage() {
        if (!accepts(JSON) || !accepts(EVENTS)) {
            return Optional.of(HttpRefusal.notAcceptable(JSON + " and " + EVENTS));
        }
        if (contentType.map(HttpHead::withoutParameters).filter(JSON::equals).isEmpty()) {
            return Optional.of(HttpRefusal.unsupportedMediaType());
        }
        return Optional.empty();
    }

    /** Why nobody can listen like that; empty if somebody can. */
    public Optional<HttpRefusal> refusalOfListening() {
        return accepts(EVENTS) ? refusalOfRevision() : Optional.of(HttpRefusal.notAcceptable(EVENTS));
    }

    /** Why what belongs to a session cannot be taken; whoever introduces itself names its revision elsewhere. */
    public Optional<HttpRefusal> refusalOfRevision() {
        boolean known = revision.isEmpty() || (revision.size() == 1 && McpRevision.isAgreed(revision.get(0)));
        return known ? Optional.empty() : Optional.of(HttpRefusal.unknownRevision());
    }

    /** The headers that repeat what a request says which stands by itself; none for any other. */
    public static Map<String, String> repeating(RpcMessage.Request request) {
        Map<String, String> headers = new LinkedHashMap<>();
        Asker.revision(request.params()).ifPresent(revision -> {
            headers.put(REVISION, revision);
            headers.put(METHOD, request.method());
            subject(request).ifPresent(it -> headers.put(NAME, HeaderValue.encode(it)));
        });
        return headers;
    }

    /**
     * Whether what has come belongs to no session, and says itself by which rules it is to be judged (M-001): in its
     * message, or, if that says nothing of it, in its head.
     */
    public boolean standsAlone(RpcMessage message) {
        return message.accept(new RpcMessage.Visitor<>() {
            @Override
            public Boolean onRequest(RpcMessage.Request request) {
                return Asker.revision(request.params()).isPresent()
                        || (namesAnother() && !request.method().equals("initialize"));
            }

            @Override
            public Boolean onNotification(RpcMessage.Notification notification) {
                return namesAnother();
            }

            @Override
            public Boolean onResult(RpcMessage.Result result) {
                return false;
            }

            @Override
            public Boolean onFailure(RpcMessage.Failure failure) {
                return false;
            }

            @Override
            public Boolean onFaulty(RpcMessage.Faulty faulty) {
                return false;
            }
        });
    }

    private boolean namesAnother() {
        return session.isEmpty() && revision.stream().anyMatch(it -> !McpRevision.isAgreed(it));
    }

    /** Why a message that stands by itself does not go with this head; empty if it does (M-017). */
    public Optional<HttpRefusal> mismatch(RpcMessage message) {
        return message instanceof RpcMessage.Request request
                ? wrongHeader(request).map(it -> HttpRefusal.of(Optional.of(request.id()), RpcError.headerMismatch(it)))
                : Optional.empty();
    }

    private Optional<String> wrongHeader(RpcMessage.Request request) {
        Optional<String> wanted = Asker.revision(request.params());
        if (wanted.isPresent() && !revision.equals(List.of(wanted.get()))) {
            return Optional.of(REVISION);
        }
        if (wanted.isPresent() && !McpRevision.named().contains(wanted.get())) {
            return Optional.empty();
        }
        if (!method.equals(List.of(request.method()))) {
            return Optional.of(METHOD);
        }
        boolean named = subject(request)
                .map(it -> name.size() == 1 && HeaderValue.decode(name.get(0)).equals(Optional.of(it)))
                .orElse(true);
        return named ? Optional.empty() : Optional.of(NAME);
    }

    /** What a request is about that names it in its head as well; empty if it does not. */
    private static Optional<String> subject(RpcMessage.Request request) {
        Optional<String> member = Optional.ofNullable(NAMED.get(request.method()));
        return member.flatMap(it -> request.params().get(it)).flatMap(JsonReader.TEXT::tryRead);
    }

    private boolean accepts(String type) {
        String anyOfKind = type.substring(0, type.indexOf('/')) + "/*";
        for (String line : accept) {
            for (String each : line.split(",", -1)) {
                String named = withoutParameters(each);
                if (named.equals(type) || named.equals(anyOfKind) || named.equals("*/*")) {
                    return true;
                }
            }
        }
        return accept.isEmpty();
    }

    private static String withoutParameters(String type) {
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
