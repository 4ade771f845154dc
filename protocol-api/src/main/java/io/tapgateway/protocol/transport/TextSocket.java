package io.tapgateway.protocol.transport;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.MayChange;

/** One connection of a link, whatever carries it. Thread-safe; nothing of it blocks. */
public interface TextSocket {
    /** How many texts may wait: more than an end of a link keeps. */
    int MAX_WAITING = 32_768;

    /**
     * How many characters all that waits may have: more than an end of a link keeps, even if each of them has to be
     * escaped.
     */
    int MAX_WAITING_CHARACTERS = 512 << 20;

    /**
     * Adds a text to what is to be sent, in order; it leaves with the next {@link #flush}. If too much waits then, the
     * connection ends with {@link CloseCode#SLOW_CONSUMER} instead.
     */
    void send(String text);

    /** What was asked for beside the path when the connection was opened, as it was sent; may be empty. */
    @MayChange
    default String query() {
        return "";
    }

    /** Whether something waits for the other side to read. */
    boolean isWaiting();

    /** Sends what waits. */
    void flush();

    /** Ends the connection once everything has left; flushes. */
    void close(CloseCode code, String reason);

    /** Ends the connection without a word. */
    void abort();
}
