package io.tapgateway.testkit;

/** A peer's end of a connection, seen as text: whatever carries it. Thread-safe unless it says otherwise. */
public interface Wire {
    /** Sends one text frame, however wrong. */
    void send(String text);

    /** Whether gateway pings are answered from now on; they are at first. */
    void answerPings(boolean answer);

    /** Ends the connection without a word. */
    void drop();
}
