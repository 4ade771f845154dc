package io.tapgateway.transport.ws.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.NIOTransport;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.tyrus.spi.CompletionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The short way for texts between the socket of one connection and its endpoint, past Tyrus, which copies each of them
 * several times in each direction. Everything else still goes through Tyrus: control frames and closing. Sending is
 * thread-safe; texts are received on the I/O thread of the connection.
 *
 * <p>Tyrus opens an endpoint on the thread that makes its connection; there and then the endpoint finds its lane.
 */
public final class TextLane {
    /** Stands for a length that is not known yet. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(TextLane.class);
    private static final int FINAL_TEXT = 0x81;
    private static final int MAX_HEADER = 10;
    private static final int SHORT_LENGTHS = 126;
    private static final int TWO_BYTE_LENGTHS = 1 << 16;
    private static final ThreadLocal<TextLane> OPENING = new ThreadLocal<>();

    private final JoiningWriter writer;
    private volatile @Nullable Receiver receiver;
    private volatile boolean binary;
    private volatile @Nullable NIOConnection socket;

    TextLane(JoiningWriter writer) {
        this.writer = writer;
    }

    /** Where texts arrive. */
    public interface Receiver {
        /**
         * A part of a text has arrived, small ones in one part.
         *
         * @param bytes how many bytes of the text have arrived with it
         * @param last whether the text is complete
         * @param left how many bytes of it follow, or {@link #UNKNOWN}
         */
        void onText(String part, int bytes, boolean last, long left);

        /** The text that was coming in is not read to its end: the connection is about to be closed. */
        void onCut();

        /** Something else has come, or nothing more for the moment. */
        void onPause();
    }

    /**
     * The lane of the connection that is being opened on this thread.
     *
     * @throws IllegalStateException if none is, as in a container without a {@link FramingEngine}
     */
    public static TextLane opening() {
        TextLane lane = OPENING.get();
        if (lane == null) {
            throw new IllegalStateException("opening: no connection is being opened on this thread");
        }
        return lane;
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

    /** From now on texts go there instead of to the message handler. */
    public void receiveWith(Receiver endpoint) {
        receiver = endpoint;
    }

    /** From now on binary messages are taken for texts in UTF-8. */
    public void takeBinary() {
        binary = true;
    }

    boolean takesBinary() {
        return binary;
    }

    /** Whether somebody wants texts this way. */
    boolean isOpen() {
        return receiver != null;
    }

    void receive(String part, int bytes, boolean last, long left) {
        Receiver endpoint = receiver;
        if (endpoint != null) {
            endpoint.onText(part, bytes, last, left);
        }
    }

    void cut() {
        Receiver endpoint = receiver;
        if (endpoint != null) {
            endpoint.onCut();
        }
    }

    /** Comes before anything else reaches the endpoint, and at the end of each batch. */
    void pause() {
        Receiver endpoint = receiver;
        if (endpoint != null) {
            endpoint.onPause();
        }
    }

    /** Says on which socket a connection of a {@link FramingEngine} is; until then reading cannot be stopped. */
    public static void setSocket(Object webSocket, NIOConnection socket) {
        if (webSocket instanceof FramedConnection framed) {
            framed.lane().socket = socket;
        }
    }

    /** Reads nothing more from the socket, after what is here already; on the I/O thread of the connection. */
    public void stopReading() {
        NIOConnection stopped = socket;
        if (stopped != null) {
            try {
                stopped.disableIOEvent(IOEvent.READ);
            } catch (IOException e) {
                LOG.trace("The connection has ended already", e);
            }
        }
    }

    /** Reads again. It begins on the I/O thread, after whatever that is at; on any thread. */
    public void goOnReading() {
        goOnReading(() -> true);
    }

    /** The same, if that is still so when the I/O thread gets to it; asked there. */
    public void goOnReading(BooleanSupplier stillSo) {
        NIOConnection stopped = socket;
        if (stopped != null) {
            SelectorHandler selectors = ((NIOTransport) stopped.getTransport()).getSelectorHandler();
            selectors.enque(stopped.getSelectorRunner(), () -> !stillSo.getAsBoolean() || enableReading(stopped), null);
        }
    }

    private static boolean enableReading(NIOConnection stopped) {
        try {
            stopped.enableIOEvent(IOEvent.READ);
        } catch (IOException e) {
            LOG.trace("The connection has ended already", e);
        }
        return true;
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
