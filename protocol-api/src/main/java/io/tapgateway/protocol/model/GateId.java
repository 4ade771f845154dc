package io.tapgateway.protocol.model;

/** A provider's name for one of its gates: {@code [A-Za-z0-9._:-]{1,64}} (D-037, D-173). Immutable. */
public record GateId(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 64;

    public GateId {
        Syntax.identifier("gateId", value, "._:-", MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}
