package io.tapgateway.protocol.contract;

import io.tapgateway.protocol.model.Limit;

/** One field of a message or of an object in it. */
public record Field(String name, Presence presence, ValueShape shape, String description) {

    /** Whether it is there. */
    public enum Presence {
        /** The reader insists on it. */
        REQUIRED,
        /** This gateway always sends it; readers get along without. */
        ALWAYS_SENT,
        OPTIONAL
    }

    static Field required(String name, ValueShape shape, String description) {
        return new Field(name, Presence.REQUIRED, shape, description);
    }

    static Field alwaysSent(String name, ValueShape shape, String description) {
        return new Field(name, Presence.ALWAYS_SENT, shape, description);
    }

    static Field optional(String name, ValueShape shape, String description) {
        return new Field(name, Presence.OPTIONAL, shape, description);
    }

    /** The same with a limit on its size. */
    Field upTo(Limit limit) {
        String unit = limit.unit() == Limit.Unit.BYTES ? " bytes" : " characters";
        return new Field(
                name, presence, shape, description + " At most " + Text.grouped(limit.standard()) + unit + ".");
    }

    boolean isOptional() {
        return presence == Presence.OPTIONAL;
    }

    boolean isRequired() {
        return presence == Presence.REQUIRED;
    }
}
