package io.tapgateway.mcp.protocol;

/** What one connection may take at most (M-005, M-020). */
public enum McpLimit {
    /** Bytes of a line that is received, without its end. */
    LINE_BYTES(5 << 20),
    /** Characters of a message that is sent. */
    SENT_CHARACTERS(16 << 20),
    /** Requests of a client that are not answered yet. */
    REQUESTS_IN_FLIGHT(128),
    /** Characters that wait to be sent; a client that lets more wait does not read. */
    UNSENT_CHARACTERS(64 << 20),
    /** Tools on a page of {@code tools/list}. */
    TOOLS_PER_PAGE(200);

    private final int most;

    McpLimit(int most) {
        this.most = most;
    }

    /** The number. */
    public int most() {
        return most;
    }
}
