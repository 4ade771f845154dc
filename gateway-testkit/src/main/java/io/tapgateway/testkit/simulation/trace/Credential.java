package io.tapgateway.testkit.simulation.trace;

import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/** What a peer proves itself with, and what that is good for, as it must be. Confined to the thread of its simulation. */
public final class Credential {
    /** Where it comes from. */
    public enum Kind {
        /** None is needed by an object in the gateway's process. */
        LOCAL,
        /** A token for one program of one session. */
        SPAWNED,
        /** The token for all programs. */
        DISCOVERED
    }

    private final Kind kind;
    private final Optional<SessionId> home;
    private final Optional<String> name;
    private boolean live = true;

    Credential(Kind kind, Optional<SessionId> home, Optional<String> name) {
        this.kind = kind;
        this.home = home;
        this.name = name;
    }

    public Kind kind() {
        return kind;
    }

    /** The session it belongs to. */
    public Optional<SessionId> home() {
        return home;
    }

    /** The only name it may be used under. */
    public Optional<String> name() {
        return name;
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
            case SPAWNED -> live && home.filter(session.id()::equals).isPresent();
            case DISCOVERED -> session.info().discoverable();
        };
    }

    /** What its holder is trusted with, as people are told. */
    public String trust() {
        return kind == Kind.LOCAL ? "internal" : "project";
    }

    @Override
    public String toString() {
        return (live ? "" : "dead ") + kind + home.map(it -> " of " + it).orElse("");
    }
}
