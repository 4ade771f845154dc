package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.RpcId;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A message to a server, or a stream from it, and what has come of it so far. Confined to its talk. */
final class Exchange {
    /** What it is for. */
    enum Purpose {
        /** The question what the server speaks. */
        DISCOVER,
        /** The handshake. */
        MEET,
        /** The end of the handshake. */
        CONFIRM,
        /** Something that is answered. */
        REQUEST,
        /** A request that lasts, and is answered by what the server says meanwhile. */
        LISTEN,
        /** Something that is not answered. */
        ASIDE,
        /** What the server says by itself. */
        STREAM,
        /** The end of the session. */
        LEAVE,
        /** An answer of which nobody needs the rest. */
        REST
    }

    /** What the body of an answer is. */
    private enum Body {
        MESSAGE,
        EVENTS,
        NOTHING
    }

    /** No deadline. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int MOST_REDIRECTS = 5;

    /** There is no token, and then one that is good for too little. */
    private static final int MOST_REFUSALS = 2;

    /** What is read of a body that nobody needs, so that the connection can be used again. */
    private static final int MOST_UNUSED_BYTES = 64 << 10;

    final Purpose purpose;
    final String text;
    final Optional<RpcId> request;

    /** Under which number the present request of it runs; none does if it waits for a pause. */
    long number;

    URI uri;

    /** What its head repeats of its message; nothing unless that stands by itself. */
    Map<String, String> headers = Map.of();

    /** Whether it lists tools by itself. */
    boolean listsTools;

    /** Whether it calls one. */
    boolean callsTool;

    /** The session that the present request names. */
    Optional<String> session = Optional.empty();

    Optional<String> lastEvent = Optional.empty();
    Optional<Duration> retry = Optional.empty();

    /** How often in a row it has brought nothing. */
    int failures;

    /** Why the server has not let it in when it was asked last, if it has not. */
    Optional<Challenge> challenge = Optional.empty();

    boolean resent;

    boolean answered;
    boolean cancelled;

    /** Whether it has ever been a stream in its session. */
    boolean opened;

    /** The tick at which nobody waits any longer. */
    long deadline = NEVER;

    private int redirects;
    private int refusals;
    private Body body = Body.NOTHING;
    private int status;
    private long unused;
    private ByteArrayOutputStream message = new ByteArrayOutputStream();
    private EventFraming events = new EventFraming();

    Exchange(Purpose purpose, String text, Optional<RpcId> request, URI uri) {
        this.purpose = purpose;
        this.text = text;
        this.request = request;
        this.uri = uri;
    }

    /**
     * The rest of its present answer, which is read if it is short: the connection may be that of another request by
     * the time that somebody would close it.
     */
    Exchange rest(long until) {
        Exchange rest = new Exchange(Purpose.REST, "", Optional.empty(), uri);
        rest.number = number;
        rest.answered = true;
        rest.deadline = until;
        return rest;
    }

    boolean is(Purpose other) {
        return purpose == other;
    }

    /** Whether it belongs to no session, and cannot be taken up again where it was lost. */
    boolean standsAlone() {
        return !headers.isEmpty();
    }

    /** Whether one more redirect is followed. */
    boolean mayFollow() {
        redirects++;
        return redirects <= MOST_REDIRECTS;
    }

    /** Whether it is worth another token that the server does not let it in: once for each reason. */
    boolean mayBeRenewed(Challenge why) {
        refusals++;
        boolean isNew =
                challenge.filter(it -> it.wantsMore() == why.wantsMore()).isEmpty();
        challenge = Optional.of(why);
        return isNew && refusals <= MOST_REFUSALS;
    }

    int status() {
        return status;
    }

    void expectMessage(int of) {
        begin(Body.MESSAGE, of);
    }

    void expectEvents(int of) {
        begin(Body.EVENTS, of);
        opened = true;
    }

    void expectNothing(int of) {
        begin(Body.NOTHING, of);
    }

    private void begin(Body next, int of) {
        body = next;
        status = of;
        unused = 0;
        message = new ByteArrayOutputStream();
        events = new EventFraming();
    }

    boolean isMessage() {
        return body == Body.MESSAGE;
    }

    boolean isStream() {
        return body == Body.EVENTS;
    }

    /** Takes a piece of the body, and answers with the events that are complete with it. */
    List<ServerEvent> receive(byte[] bytes) {
        if (isStream()) {
            return events.receive(bytes);
        }
        unused += bytes.length;
        if (isMessage() && !isTooLong()) {
            message.writeBytes(bytes);
        }
        return List.of();
    }

    /** Whether more has come than anybody reads. */
    boolean isTooLong() {
        return switch (body) {
            case MESSAGE -> unused > McpLimit.MESSAGE_BYTES.most();
            case EVENTS -> events.isTooLong();
            case NOTHING -> unused > MOST_UNUSED_BYTES;
        };
    }

    /** How many bytes of it are kept. */
    int waiting() {
        return message.size() + events.waiting();
    }

    String message() {
        return message.toString(StandardCharsets.UTF_8);
    }
}
