package io.tapgateway.emitters.model;

import java.util.List;

/** What a session begins with: streams and emitters, each in the order in which they were written. Immutable. */
public record EmitterConfig(List<StreamDefinition> streams, List<EmitterDefinition> emitters) {

    public EmitterConfig {
        streams = List.copyOf(streams);
        emitters = List.copyOf(emitters);
    }

    /** Whether there is nothing to begin with. */
    public boolean isEmpty() {
        return streams.isEmpty() && emitters.isEmpty();
    }
}
