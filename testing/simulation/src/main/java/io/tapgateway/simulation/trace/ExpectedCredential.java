package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/**
 * What a peer proves itself with, and what that is good for, as it must be. Confined to the thread of its simulation.
 */
public final class ExpectedCredential {
    /** Where it comes from. */
    public enum Kind {
        /** None is needed by an object in the gateway's process. */
        LOCAL,
        /** A token for one program of one session. */
        SPAWNED,
        /** The token for all programs. */
        DISCOVERED,
        /** A token that somebody got for a code. */
        PAIRED
    }

    private final Kind kind;
    private final Optional<SessionId> home;
    private final Optional<String> origin;
    private boolean live = true;

    ExpectedCredential(Kind kind, Optional<SessionId> home) {
        this(kind, home, Optional.empty());
    }

    private ExpectedCredential(Kind kind, Optional<SessionId> home, Optional<String> origin) {
        this.kind = kind;
        this.home = home;
        this.origin = origin;
    }

    /** Of somebody from that origin, or without one, who may get into that session by a code. */
    static ExpectedCredential paired(SessionId home, Optional<String> origin) {
        return new ExpectedCredential(Kind.PAIRED, Optional.of(home), origin);
    }

    public Kind kind() {
        return kind;
    }

    /** The session it belongs to. */
    public Optional<SessionId> home() {
        return home;
    }

    /** The only place it may come from; empty for programs, which say nothing of theirs. */
    public Optional<String> origin() {
        return origin;
    }

    /** Whether it is good for anything. */
    public boolean isLive() {
        return live;
    }

    void end() {
        live = false;
    }

    /** Whether its holder may know of a session, and join it (D-059). */
    public boolean opens(SessionRecord session) {
        return switch (kind) {
            case LOCAL -> true;
            case SPAWNED, PAIRED -> live && home.filter(session.id()::equals).isPresent();
            case DISCOVERED -> session.info().discoverable();
        };
    }

    /** What its holder is trusted with, as people are told. */
    public String trust() {
        return switch (kind) {
            case LOCAL -> "internal";
            case SPAWNED, DISCOVERED -> "project";
            case PAIRED -> "external";
        };
    }

    @Override
    public String toString() {
        return (live ? "" : "dead ") + kind + home.map(it -> " of " + it).orElse("");
    }
}
