package io.tapgateway.benchmarks.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Clients of an echo, who send a {@code tool.result} each time: each keeps so many messages in flight. Confined to the
 * thread that runs them.
 */
public final class AskingPeers implements AutoCloseable {
    private final PeerLoop loop = new PeerLoop();
    private final Histogram latencies = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
    private final byte[] message;
    private final int inFlight;
    private long end;
    private int outstanding;

    public AskingPeers(URI url, Scenario scenario) throws IOException {
        String envelope =
                "{\"type\":\"tool.result\",\"id\":\"call-0123456789abcdef0123456789abcdef\",\"data\":{\"text\":\"\"}}";
        int room = Math.max(1, scenario.payloadBytes() - envelope.length());
        message = envelope.replace("\"\"", "\"" + "x".repeat(room) + "\"").getBytes(ISO_8859_1);
        inFlight = scenario.inFlight();
        for (int i = 0; i < scenario.connections(); i++) {
            loop.add(BarePeer.connect(url, new Asker()));
        }
    }

    /** Asks for so long, and waits for the last answer. */
    public Histogram ask(long seconds) throws IOException {
        end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (BarePeer peer : loop.peers()) {
            for (int i = 0; i < inFlight; i++) {
                peer.receiver().onReady(peer);
            }
        }
        loop.runUntil(() -> outstanding == 0);
        return latencies;
    }

    /** One of them; an echo answers in order. */
    private final class Asker implements BarePeer.Receiver {
        private final Deque<Long> asked = new ArrayDeque<>();

        @Override
        public void onReady(BarePeer peer) {
            asked.add(System.nanoTime());
            outstanding++;
            peer.begin(message.length);
            peer.append(message, 0, message.length);
        }

        @Override
        public void onText(BarePeer peer, byte[] buffer, int offset, int length) {
            long now = System.nanoTime();
            latencies.recordValue(now - asked.remove());
            outstanding--;
            if (now < end) {
                onReady(peer);
            }
        }
    }

    @Override
    public void close() throws IOException {
        loop.close();
    }
}
