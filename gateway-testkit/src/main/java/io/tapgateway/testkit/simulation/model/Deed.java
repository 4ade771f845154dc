package io.tapgateway.testkit.simulation.model;

/** Something a provider does of its own accord. */
public enum Deed {
    /** Changes its tools. */
    UPDATE_TOOLS,
    /** Changes its context. */
    UPDATE_CONTEXT,
    /** Pushes an event. */
    PUSH,
    /** Asks for the history of its streams. */
    QUERY,
    /** Enters a session it is not in yet. */
    GET_READY,
    /** Registers anew. */
    REBIND,
    /** Leaves in good order. */
    LEAVE,
    /** Loses its connection. */
    DROP,
    /** Loses its connection without anybody noticing. */
    DIE,
    /** Does not read for a while. */
    STALL,
    /** Has everything it says arrive at once, later. */
    BURST,
    /** Says something nobody knows. */
    UNKNOWN,
    /** Says something that is not its turn, or an error. */
    ILLEGAL,
    /** Answers a call that somebody else was sent. */
    FORGE,
    /** Answers a call again. */
    REPEAT,
    /** Answers a call in a way that cannot be read. */
    GARBLE,
    /** Says anything at all, spoilt. */
    SPOIL,
    /** Says nonsense until it is shown out. */
    STORM
}
