package io.tapgateway.mcp.protocol;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the head of a request over Streamable HTTP says that the protocol knows, as it was sent (M-017). Immutable.
 *
 * @param accept the values of {@code Accept}; none is as good as everything
 * @param contentType of the body
 * @param revision the values of {@code MCP-Protocol-Version}; none is as good as one that is served
 * @param session of {@code Mcp-Session-Id}
 * @param lastEvent of {@code Last-Event-ID}
 */
public record HttpHead(
        List<String> accept,
        Optional<String> contentType,
        List<String> revision,
        Optional<String> session,
        Optional<String> lastEvent) {
    /** What answers are that are one message. */
    public static final String JSON = "application/json";

    /** What answers are that are a stream of messages. */
    public static final String EVENTS = "text/event-stream";

    public HttpHead {
        accept = List.copyOf(accept);
        revision = List.copyOf(revision);
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
        boolean known = revision.size() < 2 && revision.stream().allMatch(McpRevision::isServed);
        return known ? Optional.empty() : Optional.of(HttpRefusal.unknownRevision());
    }

    private boolean accepts(String type) {
        String anyOfKind = type.substring(0, type.indexOf('/')) + "/*";
        return accept.isEmpty()
                || accept.stream()
                        .flatMap(it -> Stream.of(it.split(",", -1)))
                        .map(HttpHead::withoutParameters)
                        .anyMatch(it -> it.equals(type) || it.equals(anyOfKind) || it.equals("*/*"));
    }

    private static String withoutParameters(String type) {
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
