package io.tapgateway.transport.ws.hostile;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.runtime.transport.Refusal;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A gateway with one proper provider, and hostile ones beside it. Whoever uses it asks from time to time whether the
 * proper one has noticed anything. Confined to one thread.
 */
final class AttackedGateway implements HostileTarget {
    private static final int PATIENCE_SECONDS = 60;

    private final Gateway gateway = Gateway.builder().build();
    private final GatewaySession session = gateway.openSession(
            SessionInfo.of("s", "Under attack", Path.of("code")).withDiscoverable(true), new RecordingHost());
    private final String token = gateway.tokens().issueDiscoveryToken().reveal();
    private final Tap tap = new Tap(gateway.providerPort());
    private final WebSocketTransport transport;
    private final BoundProvider bystander;
    private final Line bystanding;
    private int calls;

    AttackedGateway() throws Exception {
        transport = WebSocketTransport.listen(tap, WebSocketSettings.standard().withPort(0));
        Provider echo = Provider.named("bystander")
                .onError(fault -> {})
                .tool("echo", "Says the same", Schema.object(), call -> call.args())
                .build();
        bystander = WebSocketProvider.connect(transport.url(), Credentials.token(token), echo);
        boolean complete = false;
        try {
            within(bystander.whenBound());
            bystanding = tap.opened();
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    int port() {
        return transport.port();
    }

    /** How many connections have got as far as the gateway, beside the proper one. */
    int opened() {
        return tap.lines.size();
    }

    /** The next connection that got as far as the gateway. */
    Line next() throws InterruptedException {
        return tap.opened();
    }

    @Override
    public Visit enter(boolean stranger) throws Exception {
        RawPeer peer = RawPeer.connect(port());
        Line line = tap.opened();
        if (!stranger) {
            authenticate(peer);
        }
        line.handed.clear();
        return new HostileVisit(peer, line);
    }

    void authenticate(RawPeer peer) throws IOException {
        peer.send(Frame.of(Frame.TEXT, "{\"type\":\"auth\",\"token\":\"" + token + "\"}"));
        awaitText(peer, "\"sessions\"");
    }

    /** The peer becomes a provider without tools. */
    static void bind(RawPeer peer, String name) throws IOException {
        peer.send(Frame.of(
                Frame.TEXT,
                "{\"type\":\"hello\",\"name\":\"" + name + "\",\"protocolVersion\":2,\"session\":\"s\",\"tools\":[]}"));
        awaitText(peer, "\"session.lifecycle\"");
    }

    private static void awaitText(RawPeer peer, String part) throws IOException {
        RawPeer.Answer answer = peer.read();
        while (!answer.text().contains(part)) {
            if (answer.opcode() != Frame.TEXT || answer.text().contains("\"error\"")) {
                throw new IOException("Instead of " + part + ": " + answer + " " + answer.text());
            }
            answer = peer.read();
        }
    }

    /** Calls the proper provider, which must answer on the connection it has had from the beginning. */
    void assertBystanderWorks() throws Exception {
        JsonValue args = JsonValue.of(Map.of("call", ++calls));
        ToolOutcome outcome = within(session.callTool("echo", args));
        if (!(outcome instanceof ToolOutcome.Success success) || !success.data().equals(args)) {
            throw new AssertionError("The bystander was disturbed: " + outcome);
        }
        if (bystanding.ended.getCount() == 0) {
            throw new AssertionError("The bystander has lost its connection");
        }
    }

    @Override
    public void close() {
        bystander.close();
        transport.close();
        gateway.closeNow();
    }

    private static <T> T within(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private record HostileVisit(RawPeer peer, Line line) implements Visit {
        @Override
        public List<String> messages() throws InterruptedException {
            line.awaitEnd();
            return List.copyOf(line.handed);
        }

        @Override
        public void close() throws IOException {
            peer.close();
        }
    }

    /** Between the transport and the gateway: writes down what passes. Thread-safe. */
    private static final class Tap implements ProviderPort {
        private final ProviderPort gateway;
        private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

        Tap(ProviderPort gateway) {
            this.gateway = gateway;
        }

        @Override
        public Optional<Refusal> refusal(Peer peer) {
            return gateway.refusal(peer);
        }

        @Override
        public Link open(Peer peer, Outlet outlet) {
            Line line = new Line(peer, gateway.open(peer, outlet));
            lines.add(line);
            return line;
        }

        @Override
        public Limits limits() {
            return gateway.limits();
        }

        Line opened() throws InterruptedException {
            return Optional.ofNullable(lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .orElseThrow(() -> new AssertionError("no link was opened"));
        }
    }

    /** One connection as the gateway sees it. Thread-safe. */
    static final class Line implements Link {
        final Peer peer;
        private final Link gateway;
        private final List<String> handed = new CopyOnWriteArrayList<>();
        private final CountDownLatch ended = new CountDownLatch(1);

        private Line(Peer peer, Link gateway) {
            this.peer = peer;
            this.gateway = gateway;
        }

        void awaitEnd() throws InterruptedException {
            if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("The gateway does not know of the end");
            }
        }

        @Override
        public void received(Decoded<ProviderMessage> message, int bytes) {
            handed.add(Handed.of(message, bytes));
            gateway.received(message, bytes);
        }

        @Override
        public void pong() {
            gateway.pong();
        }

        @Override
        public void closed(CloseCode code) {
            gateway.closed(code);
            ended.countDown();
        }
    }
}
