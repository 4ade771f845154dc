package io.tapgateway.simulation.model;

/** Something a provider does of its own accord. */
public enum ProviderAction {
    /** Changes its tools. */
    UPDATE_TOOLS,
    /** Changes its rules. */
    UPDATE_RULES,
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
    /** Registers anew, again and again. */
    REBIND_OFTEN,
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
    /** Asks for something that is beyond its rights, in one way or another. */
    OVERREACH,
    /** Names a session that is not its own, or is none. */
    TRESPASS,
    /** Tries a reconnect token that is worn or somebody else's. */
    REPLAY,
    /** Says more than anybody may say at once. */
    BE_LONG,
    /** Answers a call that somebody else was sent. */
    FORGE,
    /** Answers a gate that it was not asked for, or not as it was asked. */
    MEDDLE,
    /** Answers a call again. */
    REPEAT,
    /** Answers a call in a way that cannot be read. */
    GARBLE,
    /** Says anything at all, spoilt. */
    SPOIL,
    /** Says nonsense until it is shown out. */
    STORM
}
