package io.tapgateway.runtime.core;

/** Something that happened outside of the core. Immutable. */
public sealed interface Input permits HostInput, PeerInput, Input.Tick {
    /** Calls the method for this input. */
    void accept(PeerInput.Visitor peers, HostInput.Visitor hosts);

    /**
     * Ends the connection, call, check or prompt that this input is about, since handling it has thrown; by default
     * there is none.
     */
    default void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {}

    /** Time has passed; what is due is done before any input. */
    record Tick() implements Input {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {}
    }
}
