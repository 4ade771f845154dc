package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.HttpHead;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.RpcId;
import io.tapgateway.mcp.protocol.RpcMessage;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * HTTP as it was in 2024-11-05: one stream on which the server says everything, and an address that it names there
 * first, to which everything is sent. A stream that ends is the end of the connection. Confined to one thread at a
 * time.
 */
public final class SseTalk implements HttpTalk {
    /** How long a server may take to take a message. */
    static final Duration TAKEN_WITHIN = Duration.ofSeconds(30);

    private static final String ENDPOINT = "endpoint";

    private final ServerAddress address;
    private final Map<Long, Exchange> running = new LinkedHashMap<>();
    private final Deque<Exchange> held = new ArrayDeque<>();
    private final List<HttpAct> acts = new ArrayList<>();
    private Optional<URI> endpoint = Optional.empty();
    private long unsentCharacters;
    private long numbers;

    /** Whether something is on its way: what arrives is in order. */
    private boolean sending;

    private boolean over;

    public SseTalk(ServerAddress address) {
        this.address = address;
    }

    @Override
    public ServerAddress address() {
        return address;
    }

    @Override
    public boolean isStreamable() {
        return false;
    }

    @Override
    public List<HttpAct> begin() {
        ask(new Exchange(Exchange.Purpose.STREAM, "", Optional.empty(), address.uri()));
        return done();
    }

    @Override
    public List<HttpAct> send(String message) {
        if (!over) {
            unsentCharacters += message.length();
            if (unsentCharacters > McpLimit.UNSENT_CHARACTERS.most()) {
                end("it does not read what it is sent");
            } else {
                Outgoing outgoing = Outgoing.read(message);
                held.addLast(new Exchange(outgoing.purpose(), message, outgoing.request(), address.uri()));
                next();
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
        if (exchange != null) {
            exchange.receive(bytes).forEach(this::event);
            if (exchange.isTooLong()) {
                if (exchange.is(Exchange.Purpose.REST)) {
                    abandon(exchange);
                } else if (isStream(exchange)) {
                    end("it sends an event of more than " + McpLimit.MESSAGE_BYTES.most() + " bytes");
                } else {
                    abandon(exchange);
                    sent(exchange);
                }
            }
        }
        return done();
    }

    @Override
    public List<HttpAct> end(long number) {
        Exchange exchange = running.remove(number);
        if (exchange != null) {
            if (isStream(exchange)) {
                end("it has ended its stream of events");
            } else if (!exchange.answered) {
                sent(exchange);
            }
        }
        return done();
    }

    @Override
    public List<HttpAct> lost(long number, Loss loss) {
        Exchange exchange = running.remove(number);
        if (exchange != null && !exchange.answered) {
            if (isStream(exchange) || loss == Loss.UNREACHABLE) {
                end(
                        loss == Loss.UNREACHABLE
                                ? "it cannot be reached at " + ServerAddress.origin(address.uri())
                                : "the connection to it has ended");
            } else {
                failed(exchange, "the connection has ended before it was taken");
            }
        }
        return done();
    }

    /** The only pause is that which a server has to take a message. */
    @Override
    public List<HttpAct> due(long timer) {
        Exchange exchange = running.get(timer);
        if (exchange != null && !exchange.answered) {
            end("it does not take what it is sent");
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
                failed(exchange, exchange.challenge.orElse(Challenge.NONE).reason());
            }
        }
        return done();
    }

    @Override
    public List<HttpAct> leave() {
        over = true;
        abandonAll();
        return done();
    }

    private List<HttpAct> done() {
        List<HttpAct> all = List.copyOf(acts);
        acts.clear();
        return all;
    }

    private static boolean isStream(Exchange exchange) {
        return exchange.is(Exchange.Purpose.STREAM);
    }

    private void end(String reason) {
        if (!over) {
            over = true;
            abandonAll();
            acts.add(new HttpAct.Break(reason));
        }
    }

    private void abandonAll() {
        running.keySet().forEach(it -> acts.add(new HttpAct.Abandon(it)));
        running.clear();
        held.clear();
    }

    private void abandon(Exchange exchange) {
        running.remove(exchange.number);
        acts.add(new HttpAct.Abandon(exchange.number));
    }

    private void next() {
        if (!sending && endpoint.isPresent() && !held.isEmpty()) {
            sending = true;
            Exchange exchange = held.removeFirst();
            exchange.uri = endpoint.get();
            ask(exchange);
        }
    }

    private void ask(Exchange exchange) {
        exchange.number = ++numbers;
        exchange.expectNothing(0);
        running.put(exchange.number, exchange);
        acts.add(
                isStream(exchange)
                        ? new HttpAct.Ask(
                                exchange.number,
                                "GET",
                                exchange.uri,
                                Map.of("Accept", HttpHead.EVENTS),
                                Optional.empty())
                        : new HttpAct.Ask(
                                exchange.number,
                                "POST",
                                exchange.uri,
                                Map.of("Accept", "*/*", "Content-Type", HttpHead.JSON),
                                Optional.of(exchange.text)));
        if (!isStream(exchange)) {
            acts.add(new HttpAct.Pause(TAKEN_WITHIN, exchange.number));
        }
    }

    private void take(Exchange exchange, AnswerHead head) {
        if (head.isGood()) {
            if (!isStream(exchange)) {
                exchange.expectNothing(head.status());
            } else if (head.isOf(HttpHead.EVENTS)) {
                exchange.expectEvents(head.status());
            } else {
                end("it answers with something else than a stream of events");
            }
            return;
        }
        running.put(exchange.number, exchange.rest(Exchange.NEVER));
        Optional<Challenge> challenge = head.missingLogin();
        if (head.isRedirect()) {
            follow(exchange, head);
        } else if (challenge.isPresent()) {
            unauthorized(exchange, challenge.get());
        } else {
            failed(exchange, "it answers with HTTP status " + head.status());
        }
    }

    private void unauthorized(Exchange exchange, Challenge challenge) {
        if (exchange.mayBeRenewed(challenge)) {
            long refused = exchange.number;
            exchange.number = ++numbers;
            running.put(exchange.number, exchange);
            acts.add(new HttpAct.Renew(exchange.number, refused, challenge));
        } else {
            failed(exchange, challenge.reason());
        }
    }

    private void follow(Exchange exchange, AnswerHead head) {
        Optional<URI> target = head.location().flatMap(it -> address.sameOrigin(exchange.uri, it));
        if (target.isEmpty()) {
            failed(exchange, "it redirects to another origin, where nobody follows it");
        } else if (!exchange.mayFollow() || !(isStream(exchange) || head.keepsMethod())) {
            failed(exchange, "it redirects with HTTP status " + head.status() + ", which leads nowhere");
        } else {
            exchange.uri = target.get();
            ask(exchange);
        }
    }

    private void event(ServerEvent event) {
        if (over || event.data().isEmpty()) {
            return;
        }
        String data = event.data().get();
        if (event.type().equals(ServerEvent.MESSAGE)) {
            acts.add(new HttpAct.Receive(RpcMessage.read(data)));
        } else if (event.type().equals(ENDPOINT) && endpoint.isEmpty()) {
            endpoint = address.sameOrigin(address.uri(), data);
            if (endpoint.isEmpty()) {
                end("it names an address at another origin");
            } else {
                next();
            }
        }
    }

    private void sent(Exchange exchange) {
        unsentCharacters -= exchange.text.length();
        sending = false;
        next();
    }

    private void failed(Exchange exchange, String reason) {
        if (isStream(exchange)) {
            end(reason);
            return;
        }
        Optional<RpcId> request = exchange.request;
        request.ifPresent(id -> acts.add(new HttpAct.Receive(Incoming.undelivered(id, reason))));
        sent(exchange);
    }
}
