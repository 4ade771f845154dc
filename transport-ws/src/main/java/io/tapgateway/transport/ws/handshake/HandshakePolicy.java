package io.tapgateway.transport.ws.handshake;

import io.tapgateway.transport.ws.http.RequestHead;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The rules for the one request that the provider port answers (D-013 to D-015, T-01, T-02, T-30): the same for every
 * way by which a request may reach it. Whether there is room for one more peer is not asked here. Immutable.
 */
public final class HandshakePolicy {
    private static final int KEY_BYTES = 16;
    private static final int KEY_CHARACTERS = 24;

    private final Optional<Predicate<String>> origins;

    private HandshakePolicy(Optional<Predicate<String>> origins) {
        this.origins = origins;
    }

    /**
     * @param origins admits web origins
     */
    public HandshakePolicy(Predicate<String> origins) {
        this(Optional.of(origins));
    }

    /** One that leaves the Origin to whoever has judged the request before. */
    public static HandshakePolicy ofHost() {
        return new HandshakePolicy(Optional.empty());
    }

    /**
     * Decides on a request.
     *
     * @param port the port that it came in on
     */
    Verdict judge(RequestHead head, int port) {
        return verdict(
                head,
                refusedHost(head, port)
                        .or(() -> refusedResource(head))
                        .or(() -> refusedOrigin(head))
                        .or(() -> refusedUpgrade(head)));
    }

    /** Decides on Host and Origin alone: for where a library has read the request already and taken lists apart. */
    Verdict judgeCaller(RequestHead head, int port) {
        return verdict(head, refusedHost(head, port).or(() -> refusedOrigin(head)));
    }

    private static Verdict verdict(RequestHead head, Optional<Verdict.Refused> refused) {
        return refused.<Verdict>map(it -> it).orElseGet(() -> new Verdict.Accepted(head.single("origin")));
    }

    private static Optional<Verdict.Refused> refusedHost(RequestHead head, int port) {
        if (head.single("host").isEmpty()) {
            return refused(403, "there must be exactly one Host");
        }
        if (!head.isForLoopback(port)) {
            return refused(403, "the Host is not this gateway");
        }
        if (head.contradictsHost()) {
            return refused(403, "the target contradicts the Host");
        }
        return Optional.empty();
    }

    private static Optional<Verdict.Refused> refusedResource(RequestHead head) {
        if (!head.path().equals("/")) {
            return refused(404, "there is nothing but /");
        }
        if (!head.method().equals("GET")) {
            return refused(405, "only GET is served");
        }
        return Optional.empty();
    }

    private Optional<Verdict.Refused> refusedOrigin(RequestHead head) {
        List<String> sent = head.values("origin");
        if (sent.isEmpty() || origins.isEmpty()) {
            return Optional.empty();
        }
        if (sent.size() > 1) {
            return refused(403, "there is more than one Origin");
        }
        if (!WebOrigin.isWellFormed(sent.get(0))) {
            return refused(403, "the Origin is opaque or malformed");
        }
        if (!origins.get().test(sent.get(0))) {
            return refused(403, "the Origin is not admitted");
        }
        return Optional.empty();
    }

    private static Optional<Verdict.Refused> refusedUpgrade(RequestHead head) {
        // Not one offer among several: the library behind would take such a request for a plain one.
        if (head.single("upgrade").filter("websocket"::equalsIgnoreCase).isEmpty()
                || !head.lists("connection", "upgrade")) {
            return refused(426, "it does not ask for a WebSocket");
        }
        if (hasBody(head)) {
            return refused(400, "an upgrade has no body");
        }
        if (repeatsWebSocketHeader(head)) {
            return refused(400, "a Sec-WebSocket header occurs twice");
        }
        if (!head.single("sec-websocket-version").equals(Optional.of("13"))) {
            return refused(426, "the only WebSocket version is 13");
        }
        if (head.single("sec-websocket-key").filter(HandshakePolicy::isKey).isEmpty()) {
            return refused(400, "the Sec-WebSocket-Key is not 16 bytes in Base64");
        }
        return Optional.empty();
    }

    /** A length of zero is no body: the JDK's own WebSocket client says so with every request. */
    private static boolean hasBody(RequestHead head) {
        return head.has("transfer-encoding")
                || (head.has("content-length") && !head.single("content-length").equals(Optional.of("0")));
    }

    private static boolean repeatsWebSocketHeader(RequestHead head) {
        List<String> names = head.headers().stream()
                .map(RequestHead.Header::name)
                .filter(name -> name.startsWith("sec-websocket-"))
                .toList();
        return Set.copyOf(names).size() < names.size();
    }

    private static boolean isKey(String value) {
        if (value.length() != KEY_CHARACTERS) {
            return false;
        }
        try {
            return Base64.getDecoder().decode(value).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Optional<Verdict.Refused> refused(int status, String reason) {
        return Optional.of(new Verdict.Refused(status, reason));
    }
}
