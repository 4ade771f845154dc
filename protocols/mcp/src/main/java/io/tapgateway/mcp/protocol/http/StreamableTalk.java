package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.HttpHead;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.RpcId;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.mcp.protocol.ServerList;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.transport.RetryPause;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Streamable HTTP as a client speaks it (M-070): every message is a request, and what is answered comes as one message
 * or as a stream of them, which can be taken up again where it was lost. A session that the server has forgotten is
 * begun anew, once for all that wait. Confined to one thread at a time.
 *
 * <p>A request that stands by itself belongs to no session: its head repeats what it says, it is cancelled by closing
 * its stream, and a stream of news that ends is asked for anew.
 */
public final class StreamableTalk implements HttpTalk {
    /** How often is looked for answers that nobody waits for any more. */
    static final Duration TICK = Duration.ofSeconds(5);

    /** How long at least nobody comes back to a server that has ended a stream. */
    static final Duration SHORTEST_RETRY = Duration.ofMillis(100);

    static final Duration LONGEST_RETRY = Duration.ofMinutes(5);

    /** How long what has failed is not tried again, where the server does not say. */
    static final RetryPause RETRY = new RetryPause(Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** How often in a row a stream or a session may fail at once. */
    static final int MOST_FAILURES = 5;

    /** Ticks for the rest of an answer of which all that matters is there, and for a call that was cancelled. */
    private static final long SOON = 2;

    private static final long FOR_ASIDE = 3;
    private static final long FOR_HANDSHAKE = 13;

    /** A server that has a handshake may not answer at all what it does not know. */
    private static final long FOR_DISCOVERY = 3;

    /** Longer than any call may take. */
    private static final long FOR_REQUEST = 133;

    private static final long SWEEP = 0;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int TOO_SLOW = 408;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;
    private static final String CANCELLED = "it was cancelled";

    private final ServerAddress address;
    private final Map<Long, Exchange> running = new LinkedHashMap<>();
    private final Map<Long, Exchange> pausing = new HashMap<>();
    private final Map<RpcId, Exchange> unanswered = new HashMap<>();

    /** Requests that wait for the end of a handshake. */
    private final Deque<Exchange> held = new ArrayDeque<>();

    /** What is not answered is sent one after the other. */
    private final Deque<Exchange> asides = new ArrayDeque<>();

    private final List<HttpAct> acts = new ArrayList<>();

    private Phase phase = Phase.FRESH;

    /** The words of the handshake, for another one. */
    private String introduction = "";

    private String confirmation = "";

    /** Whether the first handshake is over. */
    private boolean met;

    private Optional<Exchange> stream = Optional.empty();
    private Optional<String> session = Optional.empty();
    private Optional<String> revision = Optional.empty();
    private boolean asideRuns;
    private long asideCharacters;

    /** How often in a row the server has forgotten the session, with nothing answered in between. */
    private int forgotten;

    private final RepeatedParameters repeated = new RepeatedParameters();
    private boolean sweeping;
    private long tick;
    private long numbers = SWEEP;

    public StreamableTalk(ServerAddress address) {
        this.address = address;
    }

    /** How far client and server have got with each other. */
    private enum Phase {
        FRESH,
        MEETING,
        OPEN,
        OVER
    }

    @Override
    public ServerAddress address() {
        return address;
    }

    @Override
    public boolean isStreamable() {
        return true;
    }

    @Override
    public List<HttpAct> begin() {
        return done();
    }

    @Override
    public List<HttpAct> send(String message) {
        if (phase == Phase.OVER) {
            return done();
        }
        Outgoing outgoing = Outgoing.read(message);
        switch (outgoing.purpose()) {
            case MEET -> {
                introduction = message;
                phase = Phase.MEETING;
                request(outgoing, message);
            }
            case CONFIRM -> {
                confirmation = message;
                confirm();
            }
            case DISCOVER, REQUEST, LISTEN -> request(outgoing, message);
            case ASIDE, STREAM, LEAVE, REST -> {
                if (outgoing.cancelled().map(this::cancel).orElse(true)) {
                    aside(message);
                }
            }
        }
        return done();
    }

    @Override
    public List<HttpAct> head(long number, AnswerHead head) {
        Exchange exchange = running.get(number);
        if (exchange != null) {
            take(exchange, head);
        }
        return done();
    }

    @Override
    public List<HttpAct> body(long number, byte[] bytes) {
        Exchange exchange = running.get(number);
        if (exchange == null) {
            return done();
        }
        exchange.receive(bytes).forEach(event -> event(exchange, event));
        if (running.values().stream().mapToLong(Exchange::waiting).sum() > McpLimit.UNREAD_BYTES.most()) {
            end("it sends too many long answers at once");
        } else if (exchange.isTooLong()) {
            abandon(exchange);
            unlessAnswered(exchange, "its answer has more than " + McpLimit.MESSAGE_BYTES.most() + " bytes");
        }
        return done();
    }

    @Override
    public List<HttpAct> end(long number) {
        Exchange exchange = running.remove(number);
        if (exchange != null) {
            if (exchange.isMessage()) {
                message(exchange);
            }
            over(exchange, "its answer has ended before it was complete");
        }
        return done();
    }

    @Override
    public List<HttpAct> lost(long number, Loss loss) {
        Exchange exchange = running.remove(number);
        if (exchange == null) {
            return done();
        }
        boolean isLate = exchange.answered || (comesBack(exchange) && exchange.failures < MOST_FAILURES);
        if (loss == Loss.UNREACHABLE && !isLate) {
            end("it cannot be reached at " + ServerAddress.origin(exchange.uri));
        } else {
            over(exchange, "the connection has ended before its answer was complete");
        }
        return done();
    }

    @Override
    public List<HttpAct> due(long timer) {
        if (timer == SWEEP) {
            sweep();
        } else {
            Exchange exchange = pausing.remove(timer);
            if (exchange != null) {
                ask(exchange);
            }
        }
        return done();
    }

    @Override
    public List<HttpAct> renewed(long number, boolean another) {
        Exchange exchange = running.remove(number);
        if (exchange != null) {
            if (another) {
                ask(exchange);
            } else {
                keepOut(exchange, exchange.challenge.orElse(Challenge.NONE));
            }
        }
        return done();
    }

    @Override
    public List<HttpAct> leave() {
        if (phase != Phase.OVER) {
            abandonAll();
            if (session.isPresent()) {
                ask(new Exchange(Exchange.Purpose.LEAVE, "", Optional.empty(), address.uri()));
            }
            phase = Phase.OVER;
        }
        return done();
    }

    /** All that is to be done about what has happened. */
    private List<HttpAct> done() {
        boolean waits = running.values().stream().anyMatch(it -> it.deadline != Exchange.NEVER);
        if (waits && !sweeping) {
            sweeping = true;
            acts.add(new HttpAct.Pause(TICK, SWEEP));
        }
        List<HttpAct> all = List.copyOf(acts);
        acts.clear();
        return all;
    }

    private void sweep() {
        sweeping = false;
        tick++;
        for (Exchange exchange : List.copyOf(running.values())) {
            if (exchange.deadline <= tick && phase != Phase.OVER) {
                abandon(exchange);
                unlessAnswered(exchange, "it does not answer");
            }
        }
    }

    /** Nobody goes on with this server. */
    private void end(String reason) {
        if (phase != Phase.OVER) {
            abandonAll();
            phase = Phase.OVER;
            acts.add(new HttpAct.Break(reason));
        }
    }

    private void abandonAll() {
        running.keySet().forEach(it -> acts.add(new HttpAct.Abandon(it)));
        running.clear();
        pausing.clear();
        unanswered.clear();
        held.clear();
        asides.clear();
        stream = Optional.empty();
    }

    private void abandon(Exchange exchange) {
        if (running.remove(exchange.number) != null) {
            acts.add(new HttpAct.Abandon(exchange.number));
        }
        pausing.remove(exchange.number);
    }

    /** It goes on without the rest of its present answer. */
    private void discard(Exchange exchange) {
        running.put(exchange.number, exchange.rest(tick + SOON));
    }

    private void request(Outgoing outgoing, String text) {
        Exchange exchange = new Exchange(outgoing.purpose(), text, outgoing.request(), address.uri());
        exchange.headers = headers(outgoing);
        if (exchange.standsAlone()) {
            phase = Phase.OPEN;
            session = Optional.empty();
            exchange.listsTools = outgoing.listsTools();
            exchange.callsTool = outgoing.call().isPresent();
        }
        outgoing.request().ifPresent(id -> unanswered.put(id, exchange));
        if (phase == Phase.OPEN || exchange.is(Exchange.Purpose.MEET)) {
            ask(exchange);
        } else {
            held.addLast(exchange);
        }
    }

    /** What its head repeats of a message, which is nothing unless that stands by itself. */
    private Map<String, String> headers(Outgoing outgoing) {
        if (outgoing.headers().isEmpty() || outgoing.call().isEmpty()) {
            return outgoing.headers();
        }
        Map<String, String> all = new LinkedHashMap<>(outgoing.headers());
        all.putAll(repeated.headers(outgoing.call().get()));
        return all;
    }

    private void confirm() {
        ask(new Exchange(Exchange.Purpose.CONFIRM, confirmation, Optional.empty(), address.uri()));
    }

    /** The handshake is over, be it the first or another one. */
    private void open() {
        phase = Phase.OPEN;
        if (met) {
            announce();
        }
        met = true;
        while (!held.isEmpty()) {
            ask(held.removeFirst());
        }
        Exchange opened = new Exchange(Exchange.Purpose.STREAM, "", Optional.empty(), address.uri());
        stream = Optional.of(opened);
        ask(opened);
        nextAside();
    }

    /** Nobody knows what has changed meanwhile. */
    private void announce() {
        ServerList.announcements()
                .forEach(it -> acts.add(new HttpAct.Receive(new RpcMessage.Notification(it, JsonValue.EMPTY_OBJECT))));
    }

    private void aside(String text) {
        asideCharacters += text.length();
        if (asideCharacters > McpLimit.UNSENT_CHARACTERS.most()) {
            end("it does not read what it is sent");
            return;
        }
        asides.addLast(new Exchange(Exchange.Purpose.ASIDE, text, Optional.empty(), address.uri()));
        nextAside();
    }

    private void nextAside() {
        if (!asideRuns && !asides.isEmpty()) {
            asideRuns = true;
            ask(asides.removeFirst());
        }
    }

    /**
     * Nobody waits for the answer to a request any more.
     *
     * @return whether the server is to be told
     */
    private boolean cancel(RpcId id) {
        Exchange exchange = unanswered.get(id);
        if (exchange == null) {
            return false;
        }
        exchange.cancelled = true;
        if (exchange.standsAlone()) {
            abandon(exchange);
            giveUp(exchange, CANCELLED);
            return false;
        }
        exchange.deadline = tick + SOON;
        boolean unsent = held.remove(exchange);
        if (unsent || pausing.remove(exchange.number) != null) {
            giveUp(exchange, CANCELLED);
        }
        return !unsent;
    }

    private void ask(Exchange exchange) {
        boolean posts = !exchange.is(Exchange.Purpose.STREAM)
                && !exchange.is(Exchange.Purpose.LEAVE)
                && exchange.lastEvent.isEmpty();
        boolean introduces = exchange.is(Exchange.Purpose.MEET);
        exchange.number = ++numbers;
        exchange.session = introduces || exchange.standsAlone() ? Optional.empty() : session;
        exchange.expectNothing(0);
        exchange.deadline = deadline(exchange);
        running.put(exchange.number, exchange);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", posts ? HttpHead.JSON + ", " + HttpHead.EVENTS : HttpHead.EVENTS);
        exchange.session.ifPresent(it -> headers.put("Mcp-Session-Id", it));
        revision.filter(it -> !introduces).ifPresent(it -> headers.put("MCP-Protocol-Version", it));
        headers.putAll(exchange.headers);
        exchange.lastEvent.ifPresent(it -> headers.put("Last-Event-ID", it));
        if (posts) {
            headers.put("Content-Type", HttpHead.JSON);
        }
        String method = exchange.is(Exchange.Purpose.LEAVE) ? "DELETE" : posts ? "POST" : "GET";
        acts.add(new HttpAct.Ask(
                exchange.number, method, exchange.uri, headers, posts ? Optional.of(exchange.text) : Optional.empty()));
    }

    private long deadline(Exchange exchange) {
        return switch (exchange.purpose) {
            case DISCOVER -> tick + FOR_DISCOVERY;
            case MEET, CONFIRM -> tick + FOR_HANDSHAKE;
            case REQUEST -> exchange.deadline == Exchange.NEVER ? tick + FOR_REQUEST : exchange.deadline;
            case ASIDE, LEAVE -> tick + FOR_ASIDE;
            case STREAM, LISTEN -> Exchange.NEVER;
            case REST -> exchange.deadline;
        };
    }

    private void take(Exchange exchange, AnswerHead head) {
        if (exchange.is(Exchange.Purpose.REST)) {
            return;
        }
        Optional<Challenge> challenge = head.missingLogin();
        if (head.isGood()) {
            good(exchange, head);
        } else if (head.isRedirect()) {
            discard(exchange);
            follow(exchange, head);
        } else if (challenge.isPresent()) {
            discard(exchange);
            unauthorized(exchange, challenge.get());
        } else if (head.status() == NOT_FOUND && isOfSession(exchange)) {
            discard(exchange);
            forgotten(exchange);
        } else {
            bad(exchange, head);
        }
    }

    /** Whether that what it asked for was there, had the session been. */
    private static boolean isOfSession(Exchange exchange) {
        return exchange.session.isPresent()
                && switch (exchange.purpose) {
                    case REQUEST, ASIDE -> true;
                    case STREAM -> exchange.opened;
                    case DISCOVER, MEET, CONFIRM, LISTEN, LEAVE, REST -> false;
                };
    }

    private void good(Exchange exchange, AnswerHead head) {
        if (exchange.is(Exchange.Purpose.MEET)) {
            if (head.session().filter(it -> !HeaderText.isId(it)).isPresent()) {
                end("it gives a session an id that nobody can give back");
                return;
            }
            session = head.session();
        }
        if (exchange.is(Exchange.Purpose.REQUEST)) {
            forgotten = 0;
        }
        if (exchange.is(Exchange.Purpose.LISTEN) && exchange.opened) {
            announce();
        }
        if (head.isOf(HttpHead.EVENTS)) {
            exchange.expectEvents(head.status());
        } else if (head.isOf(HttpHead.JSON) && exchange.request.isPresent()) {
            exchange.expectMessage(head.status());
        } else if (exchange.request.isPresent() || exchange.is(Exchange.Purpose.STREAM)) {
            discard(exchange);
            giveUp(exchange, "it answers with HTTP status " + head.status() + " and no message");
        } else {
            exchange.expectNothing(head.status());
        }
        if (exchange.is(Exchange.Purpose.CONFIRM)) {
            // All that matters of its answer is in the head.
            exchange.answered = true;
            open();
        }
    }

    private void follow(Exchange exchange, AnswerHead head) {
        Optional<URI> target = head.location().flatMap(it -> address.sameOrigin(exchange.uri, it));
        boolean posts = exchange.request.isPresent() && exchange.lastEvent.isEmpty();
        if (target.isEmpty()) {
            giveUp(exchange, "it redirects to another origin, where nobody follows it");
        } else if (!exchange.mayFollow() || (posts && !head.keepsMethod())) {
            giveUp(exchange, "it redirects with HTTP status " + head.status() + ", which leads nowhere");
        } else {
            exchange.uri = target.get();
            ask(exchange);
        }
    }

    private void unauthorized(Exchange exchange, Challenge challenge) {
        if (exchange.mayBeRenewed(challenge)) {
            long refused = exchange.number;
            exchange.number = ++numbers;
            running.put(exchange.number, exchange);
            acts.add(new HttpAct.Renew(exchange.number, refused, challenge));
        } else {
            keepOut(exchange, challenge);
        }
    }

    /** Whoever is not let in has met nobody, and is not to go on by another way. */
    private void keepOut(Exchange exchange, Challenge challenge) {
        if (exchange.is(Exchange.Purpose.DISCOVER) || exchange.is(Exchange.Purpose.MEET)) {
            end(challenge.reason());
        } else {
            giveUp(exchange, challenge.reason());
        }
    }

    /** The server does not know the session any more. What it has refused therefore, it has not done. */
    private void forgotten(Exchange exchange) {
        boolean known = exchange.session.equals(session) && phase == Phase.OPEN;
        if (exchange.is(Exchange.Purpose.REQUEST) && !exchange.resent && exchange.lastEvent.isEmpty()) {
            exchange.resent = true;
            held.addLast(exchange);
        } else {
            giveUp(exchange, "it has forgotten the session");
        }
        if (known) {
            meetAgain();
        } else if (phase == Phase.OPEN && held.remove(exchange)) {
            ask(exchange);
        }
    }

    private void meetAgain() {
        forgotten++;
        if (forgotten > MOST_FAILURES) {
            end("it forgets its sessions at once");
            return;
        }
        phase = Phase.MEETING;
        session = Optional.empty();
        revision = Optional.empty();
        stream.ifPresent(this::abandon);
        stream = Optional.empty();
        Exchange again = new Exchange(
                Exchange.Purpose.MEET, introduction, Outgoing.read(introduction).request(), address.uri());
        again.request.ifPresent(id -> unanswered.put(id, again));
        if (forgotten == 1) {
            ask(again);
        } else {
            pause(again, RETRY.after(forgotten - 1));
        }
    }

    private void bad(Exchange exchange, AnswerHead head) {
        boolean passes = head.status() >= SERVER_ERROR || head.status() == TOO_MANY || head.status() == TOO_SLOW;
        boolean returns = passes && comesBack(exchange);
        if (exchange.request.isPresent() && exchange.lastEvent.isEmpty() && head.isOf(HttpHead.JSON) && !returns) {
            exchange.expectMessage(head.status());
        } else {
            discard(exchange);
            if (returns) {
                over(exchange, status(exchange, head.status()));
            } else {
                giveUp(exchange, status(exchange, head.status()));
            }
        }
    }

    private static String status(Exchange exchange, int status) {
        String hint = exchange.is(Exchange.Purpose.MEET) && status >= BAD_REQUEST && status < SERVER_ERROR
                ? "; one that serves the transport of 2024-11-05 needs \"type\": \"sse\""
                : "";
        return "it answers with HTTP status " + status + hint;
    }

    private void event(Exchange exchange, ServerEvent event) {
        if (phase == Phase.OVER) {
            return;
        }
        exchange.failures = 0;
        event.id().filter(it -> !exchange.standsAlone()).ifPresent(it -> exchange.lastEvent = Optional.of(it));
        event.retry().ifPresent(it -> exchange.retry = Optional.of(it));
        if (event.type().equals(ServerEvent.MESSAGE)) {
            event.data()
                    .map(RpcMessage::read)
                    .filter(it -> !isFarewell(exchange, it))
                    .ifPresent(this::deliver);
        }
    }

    /** Whether a server that ends a stream of news says so; another one may be there soon. */
    private static boolean isFarewell(Exchange exchange, RpcMessage message) {
        return exchange.is(Exchange.Purpose.LISTEN)
                && message instanceof RpcMessage.Result result
                && exchange.request.filter(result.id()::equals).isPresent();
    }

    private void message(Exchange exchange) {
        String text = exchange.message();
        if (exchange.status() < BAD_REQUEST) {
            deliver(RpcMessage.read(text));
        } else {
            giveUp(exchange, status(exchange, exchange.status()), text);
        }
    }

    private void deliver(RpcMessage message) {
        Optional<Exchange> asked = Incoming.answered(message).flatMap(id -> Optional.ofNullable(unanswered.remove(id)));
        asked.ifPresent(it -> {
            it.answered = true;
            it.deadline = tick + SOON;
            pausing.remove(it.number);
        });
        if (asked.filter(it -> it.listsTools).isPresent()) {
            repeated.listed(message);
        }
        if (asked.filter(it -> it.is(Exchange.Purpose.MEET)).isPresent()) {
            introduced(message);
        } else {
            acts.add(new HttpAct.Receive(message));
        }
    }

    private void introduced(RpcMessage message) {
        Optional<String> chosen = Incoming.revision(message);
        if (!met) {
            revision = chosen;
            acts.add(new HttpAct.Receive(message));
        } else if (chosen.isPresent()) {
            revision = chosen;
            confirm();
        } else {
            end("it refuses another handshake");
        }
    }

    /** An answer has ended, or will not come; what it is part of may go on. */
    private void over(Exchange exchange, String reason) {
        if (exchange.answered || phase == Phase.OVER) {
            return;
        }
        if (comesBack(exchange) && !exchange.cancelled && exchange.failures < MOST_FAILURES) {
            exchange.failures++;
            Duration wanted = exchange.retry.orElse(RETRY.first());
            Duration least = exchange.failures > 1 ? RETRY.after(exchange.failures - 1) : SHORTEST_RETRY;
            pause(exchange, min(max(wanted, least), LONGEST_RETRY));
        } else {
            giveUp(exchange, reason);
        }
    }

    /** Whether what is lost of it is asked for again. */
    private static boolean comesBack(Exchange exchange) {
        return switch (exchange.purpose) {
            case STREAM -> true;
            case LISTEN -> exchange.opened;
            case REQUEST -> exchange.lastEvent.isPresent();
            case DISCOVER, MEET, CONFIRM, ASIDE, LEAVE, REST -> false;
        };
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void pause(Exchange exchange, Duration time) {
        exchange.number = ++numbers;
        pausing.put(exchange.number, exchange);
        acts.add(new HttpAct.Pause(time, exchange.number));
    }

    private void unlessAnswered(Exchange exchange, String reason) {
        if (!exchange.answered) {
            giveUp(exchange, reason);
        }
    }

    /** Nothing comes of it any more. */
    private void giveUp(Exchange exchange, String reason) {
        giveUp(exchange, reason, "");
    }

    /** The same with a body that may hold the server's own words for it. */
    private void giveUp(Exchange exchange, String reason, String body) {
        if (phase == Phase.OVER) {
            return;
        }
        switch (exchange.purpose) {
            case DISCOVER, MEET, REQUEST, LISTEN -> {
                Optional<RpcMessage.Failure> answer = exchange.request
                        .filter(id -> unanswered.remove(id, exchange))
                        .map(id -> Incoming.refused(id, body, exchange.status())
                                .orElseGet(() -> Incoming.undelivered(id, reason)));
                if (exchange.callsTool
                        && answer.filter(RpcMessage.Failure::isOfHead).isPresent()) {
                    // Its tool marks other parameters by now.
                    announce();
                }
                if (exchange.is(Exchange.Purpose.MEET) && met) {
                    end("another handshake with it has failed: "
                            + answer.map(RpcMessage.Failure::message).orElse(reason));
                } else {
                    answer.map(HttpAct.Receive::new).ifPresent(acts::add);
                }
            }
            case CONFIRM -> end(reason);
            case ASIDE -> {
                asideRuns = false;
                asideCharacters -= exchange.text.length();
                nextAside();
            }
            case STREAM -> stream = Optional.empty();
            case LEAVE, REST -> {}
        }
    }
}
