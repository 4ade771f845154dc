package io.tapgateway.mcp.protocol;

/** What one connection, or all of them, may take at most (M-005, M-016, M-020, M-063, M-070). */
public enum McpLimit {
    /** Bytes of a line that is received, without its end. */
    LINE_BYTES(5 << 20),
    /** Bytes of a message that a server sends over HTTP, be it a body or an event. */
    MESSAGE_BYTES(6 << 20),
    /** Bytes that a client has received of answers over HTTP that are not complete, of all together. */
    UNREAD_BYTES(64 << 20),
    /** Characters of an id of a session or of an event that a server gives; a longer one is none. */
    ID_CHARACTERS(1_024),
    /** Characters of a message that is sent. */
    SENT_CHARACTERS(16 << 20),
    /** Requests of a client that are not answered yet. */
    REQUESTS_IN_FLIGHT(128),
    /** Requests of a server that its client has not answered yet. */
    REQUESTS_OF_SERVERS(32),
    /** How often a request is answered with questions before it has a result (M-044, M-068). */
    ROUNDS(10),
    /** Characters that wait to be sent; a client that lets more wait does not read. */
    UNSENT_CHARACTERS(64 << 20),
    /** Tools, resources or prompts on a page of a list. */
    LISTED_PER_PAGE(200),
    /** Resources that a client follows (M-040). */
    FOLLOWED(100),
    /** Tools, or whatever else a server lists, that are looked at; the rest of a longer list is not asked for. */
    LISTED(1_000),
    /** Pages of such a list. */
    PAGES_LISTED(100),
    /** Bytes that a server may print before it has answered the handshake, beside messages. */
    STRAY_BYTES_AT_START(64 << 10),
    /** Lines in a row that a server may print later, beside messages. */
    STRAY_LINES(20),
    /** Sessions over HTTP at a time (M-014). */
    SESSIONS(100),
    /** Streams of such a session that are open. */
    OPEN_STREAMS(32),
    /** Events of a session that are kept for streams which are resumed (M-016). */
    EVENTS_KEPT(1_000),
    /** Characters of them. */
    EVENT_CHARACTERS_KEPT(4 << 20);

    private final int most;

    McpLimit(int most) {
        this.most = most;
    }

    /** The number. */
    public int most() {
        return most;
    }
}
