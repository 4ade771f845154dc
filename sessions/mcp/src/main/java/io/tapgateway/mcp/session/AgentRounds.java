package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.Retry;
import io.tapgateway.mcp.protocol.RpcAnswer;
import io.tapgateway.mcp.protocol.RpcText;
import io.tapgateway.mcp.protocol.ServerConnection;
import io.tapgateway.mcp.protocol.ServerRequest;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProgressAmount;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The requests of an agent that were answered with questions, and are made again with the answers: what they have begun
 * goes on meanwhile, and for those who do it a request stays the one that it was at first (M-044). Confined to the lock
 * of its channel.
 */
final class AgentRounds {
    /** How long an agent may take for the answers. */
    static final Duration LONGEST = AgentPerson.LONGEST;

    private static final int STATE_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final ServerConnection connection;
    private final AgentWire wire;

    /** By the requests that they were at first. */
    private final Map<OpenRequest, Use> uses = new HashMap<>();

    AgentRounds(ServerConnection connection, AgentWire wire) {
        this.connection = connection;
        this.wire = wire;
    }

    /** What a request has begun that was answered with questions. Confined to the rounds. */
    private static final class Use {
        private final JsonValue subject;
        private final Map<Long, ServerRequest> questions = new LinkedHashMap<>();

        /** The request that waits; empty while the agent asks its person. */
        private Optional<OpenRequest> now;

        /** What has come of it meanwhile. */
        private Optional<RpcAnswer> kept = Optional.empty();

        private String state = "";
        private int rounds;
        private long since;

        private Use(OpenRequest first, JsonValue subject) {
            this.subject = subject;
            this.now = Optional.of(first);
        }
    }

    /** The request that waits for what a request has begun; empty while the agent asks its person. */
    Optional<OpenRequest> now(OpenRequest first) {
        Use use = uses.get(first);
        return use == null ? Optional.of(first) : use.now;
    }

    /** Whether a request is still to be answered, be it after the agent has asked its person. */
    boolean isOpen(OpenRequest first) {
        return now(first).map(connection::isOpen).orElse(true);
    }

    /** Whether the agent would get an answer to a request at once. */
    boolean isHeard(OpenRequest first) {
        return now(first).filter(connection::isOpen).filter(wire::isHeard).isPresent();
    }

    /** Whether any request is still to be answered. */
    boolean isBusy(long nanos) {
        return connection.isBusy() || any(nanos);
    }

    /** Reports on a request, if somebody waits who wants to know. */
    void progress(OpenRequest first, Optional<String> text, Optional<ProgressAmount> amount) {
        now(first).ifPresent(now -> connection.progress(now, text, amount).ifPresent(said -> wire.report(now, said)));
    }

    /** Whether any agent asks its person, and has not done so for too long. */
    private boolean any(long nanos) {
        uses.values().removeIf(it -> it.now.isEmpty() && nanos - it.since > LONGEST.toNanos());
        return !uses.isEmpty();
    }

    /**
     * Asks the agent for something before it gets what it has asked for.
     *
     * @return false if that would be too often, or is more than an agent may have open
     */
    boolean ask(OpenRequest first, ServerRequest question, long nanos) {
        boolean others = any(nanos);
        if (others && uses.size() >= McpLimit.REQUESTS_IN_FLIGHT.most()) {
            return false;
        }
        Use use = uses.computeIfAbsent(first, it -> new Use(it, connection.subject(it)));
        if (use.rounds >= McpLimit.ROUNDS.most()) {
            return false;
        }
        use.questions.put(question.number(), question);
        use.now.ifPresent(request -> ask(use, request, nanos));
        return true;
    }

    private void ask(Use use, OpenRequest request, long nanos) {
        byte[] unguessable = new byte[STATE_BYTES];
        RANDOM.nextBytes(unguessable);
        use.state = Base64.getUrlEncoder().withoutPadding().encodeToString(unguessable);
        use.now = Optional.empty();
        use.rounds++;
        use.since = nanos;
        var unused = connection.end(request);
        wire.answer(request, RpcText.asking(request, List.copyOf(use.questions.values()), use.state));
    }

    /** Nobody wants to know any more. */
    void withdraw(OpenRequest first, long question) {
        Use use = uses.get(first);
        if (use != null) {
            use.questions.remove(question);
        }
    }

    /**
     * A request is made again.
     *
     * @return what the agent has answered, by the numbers of the questions, a question without an answer if it is not
     *     asked again; empty if there is no such request
     */
    Optional<Map<Long, Optional<JsonValue>>> resume(OpenRequest request, Retry retry, long nanos) {
        Optional<Map.Entry<OpenRequest, Use>> known = uses.entrySet().stream()
                .filter(it -> it.getValue().now.isEmpty())
                .filter(it -> isSame(it.getValue().state, retry.state()))
                .filter(it -> it.getValue().subject.equals(connection.subject(request)))
                .findFirst();
        return known.map(it -> resume(it.getKey(), it.getValue(), request, retry, nanos));
    }

    private static boolean isSame(String secret, String shown) {
        return MessageDigest.isEqual(secret.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    private Map<Long, Optional<JsonValue>> resume(
            OpenRequest first, Use use, OpenRequest request, Retry retry, long nanos) {
        use.now = Optional.of(request);
        Map<Long, Optional<JsonValue>> answers = new LinkedHashMap<>();
        for (Long question : List.copyOf(use.questions.keySet())) {
            JsonValue answer = retry.answers().get(ServerRequest.name(question));
            if (answer != null || use.rounds >= McpLimit.ROUNDS.most()) {
                use.questions.remove(question);
                answers.put(question, Optional.ofNullable(answer));
            }
        }
        if (use.kept.isPresent()) {
            uses.remove(first);
            if (connection.end(request)) {
                wire.answer(request, use.kept.get().text(request));
            }
        } else if (!use.questions.isEmpty()) {
            ask(use, request, nanos);
        }
        return answers;
    }

    /** Keeps what has come of a request until it is made again. */
    void keep(OpenRequest first, RpcAnswer answer) {
        Use use = uses.get(first);
        if (use != null) {
            use.kept = Optional.of(answer);
        }
    }

    /** A request is answered for good. */
    void end(OpenRequest first) {
        uses.remove(first);
    }

    /** The agent does not want to know any more what a request has begun; what that was at first. */
    OpenRequest abandon(OpenRequest request) {
        var unused = connection.end(request);
        Optional<OpenRequest> first = uses.entrySet().stream()
                .filter(it -> it.getValue().now.equals(Optional.of(request)))
                .map(Map.Entry::getKey)
                .findFirst();
        first.ifPresent(uses::remove);
        return first.orElse(request);
    }
}
