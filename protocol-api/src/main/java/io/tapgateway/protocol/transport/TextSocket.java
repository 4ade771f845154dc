package io.tapgateway.protocol.transport;

import io.tapgateway.protocol.model.CloseCode;

/** One connection of a link, whatever carries it. Thread-safe; nothing of it blocks. */
public interface TextSocket {
    /** Adds a text to what is to be sent, in order; it leaves with the next {@link #flush}. */
    void send(String text);

    /** Whether something waits for the other side to read. */
    boolean isWaiting();

    /** Sends what waits. */
    void flush();

    /** Ends the connection once everything has left; flushes. */
    void close(CloseCode code, String reason);

    /** Ends the connection without a word. */
    void abort();
}
