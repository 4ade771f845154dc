package io.tapgateway.transport.ws;

import io.tapgateway.protocol.codec.Decoded;
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
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A gateway that lets everyone in and writes down what happens. Thread-safe. */
final class WelcomingPort implements ProviderPort {
    final BlockingQueue<RecordingLink> links = new LinkedBlockingQueue<>();
    final List<Peer> asked = new CopyOnWriteArrayList<>();
    volatile Limits limits = Limits.standard();
    volatile Optional<Refusal> refusal = Optional.empty();
    volatile InboundClass inbound = InboundClass.STANDARD;
    volatile Consumer<Outlet> onOpened = outlet -> {};

    /** What came in, and its length. */
    record Received(Decoded<ProviderMessage> message, int bytes) {}

    @Override
    public Optional<Refusal> refusal(Peer peer) {
        asked.add(peer);
        return refusal;
    }

    @Override
    public Link open(Peer peer, Outlet outlet) {
        RecordingLink link = new RecordingLink(peer, outlet);
        outlet.admit(inbound);
        onOpened.accept(outlet);
        links.add(link);
        return link;
    }

    @Override
    public Limits limits() {
        return limits;
    }

    /** The next link, once it is open. */
    RecordingLink opened() throws InterruptedException {
        return within10Seconds(links);
    }

    private static <T> T within10Seconds(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(10, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("Nothing came within 10 seconds");
        }
        return next;
    }

    /** One connection as the gateway sees it. */
    static final class RecordingLink implements Link {
        final Peer peer;
        final Outlet outlet;
        final BlockingQueue<Received> received = new LinkedBlockingQueue<>();

        /** How many came at the same time, each time. */
        final Queue<Integer> together = new ConcurrentLinkedQueue<>();

        final BlockingQueue<String> pongs = new LinkedBlockingQueue<>();
        final BlockingQueue<CloseCode> closes = new LinkedBlockingQueue<>();

        RecordingLink(Peer peer, Outlet outlet) {
            this.peer = peer;
            this.outlet = outlet;
        }

        @Override
        public void received(Decoded<ProviderMessage> message, int bytes) {
            received.add(new Received(message, bytes));
        }

        @Override
        public void received(List<Arrival> arrivals) {
            together.add(arrivals.size());
            Link.super.received(arrivals);
        }

        @Override
        public void pong() {
            pongs.add("pong");
        }

        @Override
        public void closed(CloseCode code) {
            closes.add(code);
        }

        Received nextReceived() throws InterruptedException {
            return within10Seconds(received);
        }

        CloseCode nextClose() throws InterruptedException {
            return within10Seconds(closes);
        }

        void awaitPong() throws InterruptedException {
            within10Seconds(pongs);
        }
    }
}
