package io.tapgateway.testkit.transport;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A provider's end of a connection: sends what it is told, and writes down what it gets. Thread-safe.
 *
 * <p>A test of a transport makes one of a {@link Sender} and calls {@link #received} and {@link #closed}.
 */
public final class ProviderEnd {
    /** The transport's side of a provider's end. */
    public interface Sender {
        /** Sends a message. */
        void send(ProviderMessage message);

        /** Ends the connection in good order. */
        void close();
    }

    private static final int LONGEST_PAUSE_SECONDS = 60;

    private final BlockingQueue<GatewayMessage> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<OptionalInt> ends = new LinkedBlockingQueue<>();
    private volatile CountDownLatch reading = new CountDownLatch(0);
    private volatile Sender sender = new Sender() {
        @Override
        public void send(ProviderMessage message) {
            throw new IllegalStateException("send: the connection is not open yet");
        }

        @Override
        public void close() {
            throw new IllegalStateException("close: the connection is not open yet");
        }
    };

    /** An end whose connection is not open yet. */
    public ProviderEnd() {}

    /** The connection is open. */
    public void opened(Sender transport) {
        sender = transport;
    }

    /** A message has come; returns once the provider reads. */
    public void received(GatewayMessage message) {
        try {
            boolean readAgain = reading.await(LONGEST_PAUSE_SECONDS, TimeUnit.SECONDS);
            if (readAgain) {
                received.add(message);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The connection has ended; with its close code, where the transport lets the provider see one. */
    public void closed(OptionalInt code) {
        ends.add(code);
    }

    /** Sends a message. */
    public void send(ProviderMessage message) {
        sender.send(message);
    }

    /** Ends the connection. */
    public void close() {
        sender.close();
    }

    /** Stops reading: whoever brings the next message has to wait. */
    public void pause() {
        reading = new CountDownLatch(1);
    }

    /** Reads again. */
    public void resume() {
        reading.countDown();
    }

    /** The next message. */
    public GatewayMessage next() throws InterruptedException {
        return Arrivals.next(received, "message");
    }

    /** The next messages. */
    public List<GatewayMessage> next(int count) throws InterruptedException {
        return Arrivals.next(received, count, "message");
    }

    /** Whether nothing has come that was not looked at. */
    public boolean isQuiet() {
        return received.isEmpty();
    }

    /** How the connection ended, once it has. */
    public OptionalInt ended() throws InterruptedException {
        return Arrivals.next(ends, "end");
    }
}
