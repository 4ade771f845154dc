package io.tapgateway.testkit.transport;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.runtime.transport.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** A gateway that lets everybody in and only writes down what a transport reports. Thread-safe. */
public final class RecordingPort implements ProviderPort {
    private final BlockingQueue<RecordingLink> links = new LinkedBlockingQueue<>();

    /** A port without connections. */
    public RecordingPort() {}

    @Override
    public Optional<Refusal> refusal(Peer peer) {
        return Optional.empty();
    }

    @Override
    public Link open(Peer peer, Outlet outlet) {
        RecordingLink link = new RecordingLink(outlet);
        outlet.admit(InboundClass.TOOL_RESULT);
        links.add(link);
        return link;
    }

    @Override
    public Limits limits() {
        return Limits.standard();
    }

    /** The next link, once it is open. */
    public RecordingLink opened() throws InterruptedException {
        return Arrivals.next(links, "link");
    }

    /** What arrived, and how long it is. */
    public record Received(Decoded<ProviderMessage> frame, int bytes) {
        /** The message; fails if it is none. */
        public ProviderMessage message() {
            if (frame instanceof Decoded.Valid<ProviderMessage> valid) {
                return valid.message();
            }
            throw new AssertionError("expected a message, got " + frame);
        }
    }

    /** The gateway's end of one connection. Thread-safe. */
    public static final class RecordingLink implements Link {
        private final Outlet outlet;
        private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
        private final BlockingQueue<CloseCode> closes = new LinkedBlockingQueue<>();
        private final BlockingQueue<Thread> pongs = new LinkedBlockingQueue<>();
        private final List<String> faults = new CopyOnWriteArrayList<>();
        private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);

        private RecordingLink(Outlet outlet) {
            this.outlet = outlet;
        }

        @Override
        public void received(Decoded<ProviderMessage> message, int bytes) {
            if (inside.get()) {
                faults.add("a message came in while the gateway was sending one, on the same thread");
            }
            if (!closes.isEmpty()) {
                faults.add("a message came in after the end");
            }
            received.add(new Received(message, bytes));
        }

        @Override
        public void pong() {
            pongs.add(Thread.currentThread());
        }

        @Override
        public void closed(CloseCode code) {
            closes.add(code);
        }

        /** Has the gateway send, as it does from inside its loop, and then leave the loop. */
        public void send(GatewayMessage message) {
            note(message);
            outlet.flush();
        }

        /** Has the gateway send without leaving its loop. */
        public void note(GatewayMessage message) {
            inside.set(true);
            try {
                outlet.send(message);
            } finally {
                inside.set(false);
            }
        }

        /** Has the gateway leave its loop. */
        public void flush() {
            outlet.flush();
        }

        /** Has the gateway ask for a sign of life. */
        public void ping() {
            outlet.ping();
            outlet.flush();
        }

        /** Has the gateway end the connection. */
        public void close(CloseCode code) {
            outlet.close(code, "the test says so");
            outlet.flush();
        }

        /** The next frame. */
        public Received next() throws InterruptedException {
            return Arrivals.next(received, "frame");
        }

        /** The next frames, which are messages. */
        public List<ProviderMessage> next(int count) throws InterruptedException {
            return Arrivals.next(received, count, "frame").stream()
                    .map(Received::message)
                    .toList();
        }

        /** How the connection ended, once it has. */
        public CloseCode ended() throws InterruptedException {
            return Arrivals.next(closes, "end");
        }

        /** Returns once a ping has been answered. */
        public void awaitPong() throws InterruptedException {
            Arrivals.next(pongs, "pong");
        }

        /** What the transport did that it must not, and whatever nobody has looked at. */
        public List<String> faults() {
            received.forEach(frame -> faults.add("unexpected: " + frame));
            closes.forEach(code -> faults.add("ended again: " + code));
            return faults;
        }
    }
}
