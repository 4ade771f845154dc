package io.tapgateway.emitters.model;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.StreamName;

/**
 * Names an emitter within its session; of the form of a {@link StreamName}, since its stream is called so by default.
 * Immutable.
 */
public record EmitterName(String value) {
    /** @throws InvalidMessage if no stream can have that name */
    public EmitterName {
        value = new StreamName(value).value();
    }

    /** The stream of an emitter that names no other. */
    public StreamName stream() {
        return new StreamName(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
