package io.tapgateway.app.cowork;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.system.SocketOwner;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.http.OwnUserOnly;
import io.tapgateway.transport.ws.http.QueryParameters;
import io.tapgateway.transport.ws.http.RequestGate;
import io.tapgateway.transport.ws.http.RequestGate.Refusal;
import io.tapgateway.transport.ws.http.RequestHead;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Who may come to a port for clients (W-003 to W-006): programs of this user without further ado, where the system
 * tells whose a connection is; pages, and programs elsewhere, with the token, or from an origin that was named. A page
 * that has no origin of its own never may. Thread-safe; never blocks.
 */
public final class ClientDoor {
    /** How many wrong tokens are looked at in a minute; then none is, for as long. */
    static final int WRONG_TOKENS_A_MINUTE = 10;

    static final int CLOSED_SECONDS = 60;

    /** What a page says in the place of a header, which it cannot send: a subprotocol that begins with it. */
    static final String SUBPROTOCOL = "tap-token.";

    /** What desktop clients send, whose pages are files. */
    static final String FILES = "file://";

    private static final String BEARER = "Bearer ";
    private static final String QUERY = "token";
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final Access access;
    private final byte[] token;
    private final Set<String> origins;
    private final Predicate<Caller> isOfStarter;
    private final LongSupplier nanos;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private int wrong;

    @GuardedBy("lock")
    private long minuteBegan;

    @GuardedBy("lock")
    private Optional<Long> closedUntil = Optional.empty();

    /**
     * Decides about callers.
     *
     * @param origins those that need no token, exactly as browsers send them
     * @param isOfStarter whether a caller belongs to the program that has started this one, whose pages may be files
     * @param nanos monotonic time
     */
    ClientDoor(Access access, Secret token, Set<String> origins, Predicate<Caller> isOfStarter, LongSupplier nanos) {
        this.access = access;
        this.token = token.reveal().getBytes(StandardCharsets.US_ASCII);
        this.origins = Set.copyOf(origins);
        this.isOfStarter = isOfStarter;
        this.nanos = nanos;
        this.minuteBegan = nanos.getAsLong();
    }

    /** The other end of a connection, and the port it came to. */
    record Caller(InetSocketAddress peer, int port) {}

    /** How refusals are written at one port. */
    record Manner(String contentType, Predicate<RequestHead> isPublic, UnaryOperator<String> body) {}

    /** A server that only they reach, at a port where refusals are written in that manner. */
    LoopbackHttpServer.Builder server(String name, Manner manner) {
        LoopbackHttpServer.Builder server = LoopbackHttpServer.named(name);
        if (access == Access.USER) {
            server.addOn(new OwnUserOnly(SocketOwner.ofThisMachine()));
        }
        return server.addOn(new RequestGate((head, peer, port) -> judge(head, new Caller(peer, port), manner)));
    }

    private Optional<Refusal> judge(RequestHead head, Caller caller, Manner manner) {
        return answer(head, caller, manner.isPublic().test(head)).map(it -> it.inManner(manner));
    }

    /** What is wrong with a request, if anything. */
    Optional<No> answer(RequestHead head, Caller caller, boolean isPublic) {
        if (head.contradictsHost() || !head.isForLoopback(caller.port())) {
            return Optional.of(No.FOREIGN);
        }
        if (isPublic) {
            return Optional.empty();
        }
        List<String> sent = head.values("origin");
        if (sent.size() > 1 || sent.contains("null")) {
            return Optional.of(No.FOREIGN);
        }
        List<String> shown = shown(head);
        if (!shown.isEmpty()) {
            return judgeTokens(shown);
        }
        if (sent.isEmpty()) {
            return access == Access.TOKEN ? Optional.of(No.WITHOUT_TOKEN) : Optional.empty();
        }
        return admits(sent.get(0), head, caller) ? Optional.empty() : Optional.of(No.FOREIGN);
    }

    /** An Origin is what its program says: it stands for nothing where nobody tells whose program that is. */
    private boolean admits(String origin, RequestHead head, Caller caller) {
        if (access == Access.TOKEN) {
            return false;
        }
        return origins.contains(origin)
                || head.single("host")
                        .map("http://"::concat)
                        .filter(origin::equals)
                        .isPresent()
                || (origin.equals(FILES) && isOfStarter.test(caller));
    }

    private static List<String> shown(RequestHead head) {
        List<String> tokens = new ArrayList<>();
        head.values("authorization").stream()
                .filter(it -> it.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .forEach(it -> tokens.add(it.substring(BEARER.length()).strip()));
        head.values("sec-websocket-protocol").stream()
                .flatMap(it -> Stream.of(it.split(",", -1)))
                .map(String::strip)
                .filter(it -> it.startsWith(SUBPROTOCOL))
                .forEach(it -> tokens.add(it.substring(SUBPROTOCOL.length())));
        tokens.addAll(QueryParameters.ofPath(head.path()).values(QUERY));
        return tokens;
    }

    private Optional<No> judgeTokens(List<String> shown) {
        lock.lock();
        try {
            return judgeTokens(shown, nanos.getAsLong());
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Optional<No> judgeTokens(List<String> shown, long now) {
        if (closedUntil.filter(end -> end - now > 0).isPresent()) {
            return Optional.of(No.CLOSED);
        }
        closedUntil = Optional.empty();
        boolean good = true;
        for (String each : shown) {
            good &= MessageDigest.isEqual(each.getBytes(StandardCharsets.UTF_8), token);
        }
        if (good) {
            return Optional.empty();
        }
        if (now - minuteBegan >= CLOSED_SECONDS * SECOND_NANOS) {
            minuteBegan = now;
            wrong = 0;
        }
        wrong++;
        if (wrong >= WRONG_TOKENS_A_MINUTE) {
            closedUntil = Optional.of(now + CLOSED_SECONDS * SECOND_NANOS);
            wrong = 0;
        }
        return Optional.of(No.WRONG_TOKEN);
    }

    /** Why somebody gets no further. */
    enum No {
        FOREIGN(403, "not from here"),
        WITHOUT_TOKEN(401, "a token is needed: it is in the file that the server has named"),
        WRONG_TOKEN(401, "this token is not good here"),
        CLOSED(503, "too many wrong tokens, try again later");

        private final int status;
        private final String sentence;

        No(int status, String sentence) {
            this.status = status;
            this.sentence = sentence;
        }

        private Map<String, String> headers() {
            return switch (this) {
                case FOREIGN -> Map.of();
                case WITHOUT_TOKEN, WRONG_TOKEN -> Map.of("WWW-Authenticate", "Bearer");
                case CLOSED -> Map.of("Retry-After", String.valueOf(CLOSED_SECONDS));
            };
        }

        Refusal inManner(Manner manner) {
            return new Refusal(status, manner.contentType(), manner.body().apply(sentence), headers());
        }
    }
}
