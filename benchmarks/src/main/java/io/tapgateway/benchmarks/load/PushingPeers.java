package io.tapgateway.benchmarks.load;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Providers that push, one batch after the other: each batch ends with a question, whose answer says that all of it was
 * taken. Confined to the thread that runs them.
 */
final class PushingPeers implements AutoCloseable {
    /** What {@link EchoTarget} leaves unanswered. */
    static final String PUSH = "{\"type\":\"push\",\"level\":\"keep\",\"event\":\"";

    private static final String QUESTION = "{\"type\":\"stream.query\",\"queryId\":\"q\",\"last\":1}";
    private static final byte[] HISTORY = Ascii.bytes("{\"type\":\"stream.history\"");
    private static final byte[] ACK = Ascii.bytes("{\"type\":\"hello.ack\"");
    private static final byte[] ERROR = Ascii.bytes("{\"type\":\"error\"");

    private final PeerLoop loop = new PeerLoop();
    private final Histogram latencies = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
    private final Optional<String> token;
    private final byte[] push;
    private final int size;
    private long end;
    private int ready;
    private int outstanding;

    /** @param token empty if there is nobody to bind to */
    PushingPeers(URI url, Scenario scenario, Optional<String> token) throws IOException {
        this.token = token;
        this.size = scenario.inFlight();
        int room = Math.max(1, scenario.payloadBytes() - PUSH.length() - "\"}".length());
        push = Ascii.bytes(PUSH + "x".repeat(room) + "\"}");
        for (int i = 0; i < scenario.connections(); i++) {
            loop.add(BarePeer.open(url, new Pusher(i), BarePeer.LARGE));
        }
        loop.runUntil(() -> ready == scenario.connections());
    }

    /** Pushes for so long; the times are those from the beginning of a batch to its answer, once for each push. */
    Histogram push(long seconds) throws IOException {
        end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (BarePeer peer : loop.peers()) {
            peer.receiver().onReady(peer);
        }
        loop.runUntil(() -> outstanding == 0);
        return latencies;
    }

    private final class Pusher implements BarePeer.Receiver {
        private final int number;
        private long begun;

        Pusher(int number) {
            this.number = number;
        }

        @Override
        public void onOpen(BarePeer peer) {
            if (token.isEmpty()) {
                ready++;
                return;
            }
            peer.send("{\"type\":\"auth\",\"token\":\"" + token.get() + "\"}");
            peer.send(
                    "{\"type\":\"hello\",\"name\":\"push-" + number + "\",\"protocolVersion\":2,\"session\":\"load\"}");
        }

        @Override
        public void onReady(BarePeer peer) {
            begun = System.nanoTime();
            outstanding++;
            for (int i = 0; i < size; i++) {
                peer.begin(push.length);
                peer.append(push, 0, push.length);
            }
            peer.send(QUESTION);
        }

        @Override
        public void onText(BarePeer peer, byte[] buffer, int offset, int length) {
            if (Ascii.startsWith(buffer, offset, HISTORY) || token.isEmpty()) {
                long now = System.nanoTime();
                latencies.recordValueWithCount(now - begun, size);
                outstanding--;
                if (now < end) {
                    onReady(peer);
                }
            } else if (Ascii.startsWith(buffer, offset, ACK)) {
                ready++;
            } else if (Ascii.startsWith(buffer, offset, ERROR)) {
                throw new IllegalStateException("the gateway says " + Ascii.text(buffer, offset, length));
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (token.isPresent()) {
            loop.leave();
        }
        loop.close();
    }
}
