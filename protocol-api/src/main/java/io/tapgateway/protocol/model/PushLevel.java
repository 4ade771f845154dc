package io.tapgateway.protocol.model;

/** How far a pushed event travels (C/push). */
public enum PushLevel {
    /** Into the stream only. */
    KEEP,
    /** Into the stream and the session's timeline. */
    SURFACE,
    /** Into the stream, the timeline and the agent's conversation, where it starts a turn. */
    INJECT
}
