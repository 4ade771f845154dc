package io.tapgateway.transport.ws.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Supplier;
import org.glassfish.tyrus.spi.CompletionHandler;
import org.jspecify.annotations.Nullable;

/**
 * The short way for whole texts between the socket of one connection and its endpoint, past Tyrus, which copies each of them
 * several times in each direction. Everything else still goes through Tyrus: control frames, fragments, large frames, what is not
 * UTF-8, and closing. Sending is thread-safe; texts are received on the I/O thread of the connection.
 *
 * <p>Tyrus opens an endpoint on the thread that makes its connection; there and then the endpoint finds its lane.
 */
public final class TextLane {
    private static final int FINAL_TEXT = 0x81;
    private static final int MAX_HEADER = 10;
    private static final int SHORT_LENGTHS = 126;
    private static final int TWO_BYTE_LENGTHS = 1 << 16;
    private static final ThreadLocal<TextLane> OPENING = new ThreadLocal<>();

    private final JoiningWriter writer;
    private volatile @Nullable Receiver receiver;

    TextLane(JoiningWriter writer) {
        this.writer = writer;
    }

    /** Where texts arrive. */
    public interface Receiver {
        /**
         * A text has arrived.
         *
         * @param bytes its length in UTF-8
         */
        void onText(String text, int bytes);
    }

    /** The lane of the connection that is being opened on this thread; empty in containers that have none. */
    public static Optional<TextLane> opening() {
        return Optional.ofNullable(OPENING.get());
    }

    /** Makes this the lane that is found while {@code opening} runs. */
    <T> T during(Supplier<T> opening) {
        OPENING.set(this);
        try {
            return opening.get();
        } finally {
            OPENING.remove();
        }
    }

    /** From now on whole texts go there instead of to the message handler, in order with those. */
    public void receiveWith(Receiver endpoint) {
        receiver = endpoint;
    }

    /** Whether somebody wants texts this way. */
    boolean isOpen() {
        return receiver != null;
    }

    void receive(String text, int bytes) {
        Receiver endpoint = receiver;
        if (endpoint != null) {
            endpoint.onText(text, bytes);
        }
    }

    /** Sends a text as one frame; {@code sent} runs once when it has left or failed, on this or any other thread. */
    public void send(String text, Runnable sent) {
        writer.writeData(frame(text.getBytes(UTF_8)), new Sent(sent));
    }

    private static ByteBuffer frame(byte[] text) {
        ByteBuffer frame = ByteBuffer.allocate(MAX_HEADER + text.length).put((byte) FINAL_TEXT);
        if (text.length < SHORT_LENGTHS) {
            frame.put((byte) text.length);
        } else if (text.length < TWO_BYTE_LENGTHS) {
            frame.put((byte) SHORT_LENGTHS).putShort((short) text.length);
        } else {
            frame.put((byte) (SHORT_LENGTHS + 1)).putLong(text.length);
        }
        return frame.put(text).flip();
    }

    private static final class Sent extends CompletionHandler<ByteBuffer> {
        private final Runnable sent;

        Sent(Runnable sent) {
            this.sent = sent;
        }

        @Override
        public void completed(ByteBuffer result) {
            sent.run();
        }

        @Override
        public void failed(Throwable throwable) {
            sent.run();
        }

        @Override
        public void cancelled() {
            sent.run();
        }
    }
}
