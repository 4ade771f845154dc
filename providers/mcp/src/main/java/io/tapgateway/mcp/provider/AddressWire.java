package io.tapgateway.mcp.provider;

import io.tapgateway.mcp.protocol.ClientConnection;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.http.AnswerHead;
import io.tapgateway.mcp.protocol.http.HttpAct;
import io.tapgateway.mcp.protocol.http.HttpTalk;
import io.tapgateway.mcp.protocol.http.ServerAddress;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.runtime.thread.Mailbox;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An address of a server, over HTTP: does what a {@link HttpTalk} wants to be done, and tells it what comes of that
 * (M-070). Thread-safe; the talk runs on the executor, one step at a time.
 */
final class AddressWire implements ServerWire {
    /** How long the server may take to hear that its client leaves. */
    static final Duration FAREWELL = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(AddressWire.class);

    private final String name;
    private final HttpClient client;
    private final AddressAccess access;
    private final ProgramThread time;
    private final ServerAddress address;
    private final boolean streamable;
    private final Acquaintances acquaintances;
    private final Mailbox<Function<HttpTalk, List<HttpAct>>> steps;
    private final CompletableFuture<String> end = new CompletableFuture<>();

    /** Requests that run; confined to the steps, as what follows. */
    private final Map<Long, Running> running = new HashMap<>();

    private boolean leaving;

    /** What has gone with requests. */
    private Map<String, String> shown = Map.of();

    private volatile GivenSecrets secrets;
    private volatile Optional<Receiver> receiver = Optional.empty();

    /**
     * @param client follows no redirects
     * @param secrets what the address itself gives away
     * @param acquaintances servers that were met before
     * @param executor where messages are read, and calls end
     */
    AddressWire(
            String name,
            HttpTalk talk,
            HttpClient client,
            AddressAccess access,
            GivenSecrets secrets,
            Acquaintances acquaintances,
            ProgramThread time,
            Executor executor) {
        this.name = name;
        this.client = client;
        this.access = access;
        this.secrets = secrets;
        this.time = time;
        this.address = talk.address();
        this.streamable = talk.isStreamable();
        this.acquaintances = acquaintances;
        HttpAct.Visitor doer = new Doer();
        this.steps = new Mailbox<>(executor, step -> {
            step.apply(talk).forEach(act -> act.accept(doer));
            if (leaving && running.isEmpty()) {
                end.complete("it was left");
            }
        });
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public boolean isStreamable() {
        return streamable;
    }

    @Override
    public ClientConnection.Opening opening() {
        return streamable && !acquaintances.isWithHandshake(address)
                ? ClientConnection.Opening.DISCOVERY
                : ClientConnection.Opening.HANDSHAKE;
    }

    @Override
    public void met(McpRevision revision) {
        acquaintances.met(address, revision);
    }

    @Override
    public void onEnd(Consumer<String> listener) {
        var unused = end.thenAccept(listener);
    }

    @Override
    public void begin(Receiver begun) {
        receiver = Optional.of(begun);
        step(HttpTalk::begin);
    }

    @Override
    public void send(String message) {
        step(it -> it.send(message));
    }

    @Override
    public String blanked(String text) {
        return secrets.blanked(text);
    }

    @Override
    public void stop() {
        step(it -> {
            leaving = true;
            return it.leave();
        });
        time.after(
                FAREWELL,
                () -> step(it -> {
                    List.copyOf(running.values()).forEach(Running::abandon);
                    running.clear();
                    return List.of();
                }));
    }

    private void step(Function<HttpTalk, List<HttpAct>> what) {
        steps.offer(what);
        steps.flush();
    }

    private static HttpTalk.Loss loss(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof ConnectException || each instanceof SSLException) {
                return HttpTalk.Loss.UNREACHABLE;
            }
        }
        return HttpTalk.Loss.CUT;
    }

    private void lost(long exchange, Throwable failure) {
        LOG.debug("MCP server {}: a request has come to nothing", name, failure);
        HttpTalk.Loss loss = loss(failure);
        step(it -> {
            running.remove(exchange);
            return it.lost(exchange, loss);
        });
    }

    /** Does what is to be done, in the steps. */
    private final class Doer implements HttpAct.Visitor {
        @Override
        public void onAsk(HttpAct.Ask ask) {
            Running begun = new Running(ask.exchange());
            if (!begun.access.equals(shown)) {
                shown = begun.access;
                secrets = secrets.and(shown.values());
            }
            running.put(ask.exchange(), begun);
            begun.send(ask);
        }

        @Override
        public void onAbandon(HttpAct.Abandon abandon) {
            Running abandoned = running.remove(abandon.exchange());
            if (abandoned != null) {
                abandoned.abandon();
            }
        }

        @Override
        public void onPause(HttpAct.Pause pause) {
            time.after(pause.time(), () -> step(it -> it.due(pause.timer())));
        }

        @Override
        public void onReceive(HttpAct.Receive received) {
            var unused = receiver.map(it -> it.received(received.message()));
        }

        @Override
        public void onRenew(HttpAct.Renew renew) {
            Map<String, String> refused = Optional.ofNullable(running.get(renew.refused()))
                    .map(it -> it.access)
                    .orElse(Map.of());
            var unused = access.renew(refused, renew.challenge())
                    .thenAccept(another -> step(it -> it.renewed(renew.exchange(), another)));
        }

        @Override
        public void onBreak(HttpAct.Break broken) {
            receiver.ifPresent(it -> it.broken(broken.reason()));
        }
    }

    /**
     * One request and its answer, of which one piece at a time is asked for. Confined to the HTTP client, but for its
     * end.
     */
    private final class Running implements HttpResponse.BodyHandler<Void>, HttpResponse.BodySubscriber<Void> {
        private final long exchange;
        private final Map<String, String> access = AddressWire.this.access.headers();
        private volatile Optional<Flow.Subscription> source = Optional.empty();
        private volatile Optional<CompletableFuture<?>> request = Optional.empty();
        private volatile boolean abandoned;

        private Running(long exchange) {
            this.exchange = exchange;
        }

        private void send(HttpAct.Ask ask) {
            HttpRequest.Builder builder = HttpRequest.newBuilder(ask.uri());
            access.forEach(builder::setHeader);
            ask.headers().forEach(builder::setHeader);
            builder.method(
                    ask.method(),
                    ask.body().map(HttpRequest.BodyPublishers::ofString).orElseGet(HttpRequest.BodyPublishers::noBody));
            if (ask.uri().getScheme().equalsIgnoreCase("http")) {
                // Nobody is asked in clear text whether they speak HTTP/2: not all servers bear the question.
                builder.version(HttpClient.Version.HTTP_1_1);
            }
            CompletableFuture<?> sent = client.sendAsync(builder.build(), this);
            request = Optional.of(sent);
            var unused = sent.whenComplete((answer, failure) -> failed(failure));
        }

        private void failed(@Nullable Throwable failure) {
            if (failure != null) {
                lost(exchange, failure);
            }
        }

        private void abandon() {
            abandoned = true;
            // Once there is an answer, the connection may be that of another request.
            source.ifPresentOrElse(Flow.Subscription::cancel, () -> request.ifPresent(it -> it.cancel(true)));
        }

        @Override
        public HttpResponse.BodySubscriber<Void> apply(HttpResponse.ResponseInfo info) {
            HttpHeaders headers = info.headers();
            AnswerHead head = new AnswerHead(
                    info.statusCode(),
                    headers.firstValue("Content-Type"),
                    headers.firstValue("Mcp-Session-Id"),
                    headers.firstValue("Location"),
                    headers.firstValue("WWW-Authenticate"));
            step(it -> it.head(exchange, head));
            return this;
        }

        /** There at once: what comes is handed over piece by piece. */
        @Override
        public CompletionStage<Void> getBody() {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            source = Optional.of(subscription);
            if (abandoned) {
                subscription.cancel();
            } else {
                subscription.request(1);
            }
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            step(it -> {
                byte[] bytes = new byte
                        [buffers.stream().mapToInt(ByteBuffer::remaining).sum()];
                int at = 0;
                for (ByteBuffer buffer : buffers) {
                    int length = buffer.remaining();
                    buffer.get(bytes, at, length);
                    at += length;
                }
                List<HttpAct> acts = it.body(exchange, bytes);
                source.ifPresent(more -> more.request(1));
                return acts;
            });
        }

        @Override
        public void onError(Throwable failure) {
            lost(exchange, failure);
        }

        @Override
        public void onComplete() {
            step(it -> {
                running.remove(exchange);
                return it.end(exchange);
            });
        }
    }
}
