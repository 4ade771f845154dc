package io.tapgateway.mcp.session;

import java.util.Map;

/**
 * What one request over HTTP is answered with: a whole answer, or a stream that begins, goes on and ends. Called by one
 * thread at a time; implementations neither block nor call back, and what is said after the end, or to a peer that has
 * gone, is dropped.
 */
public interface HttpReply {
    /**
     * Answers as a whole.
     *
     * @param headers besides the type of the body
     * @param body JSON; may be empty
     */
    void answer(int status, Map<String, String> headers, String body);

    /** Begins a stream of events instead. */
    void stream();

    /** Sends events of a stream that has begun. */
    void write(String events);

    /** Ends a stream that has begun; with these events, of any length, as the last ones. */
    void end(String events);
}
