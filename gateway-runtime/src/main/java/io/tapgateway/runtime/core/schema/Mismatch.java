package io.tapgateway.runtime.core.schema;

/**
 * Where a value does not fit its schema, and why. Immutable.
 *
 * @param pointer JSON pointer (RFC 6901) into the value; empty for the value itself
 * @param reason what goes on after the pointer: {@code must be a string}
 */
public record Mismatch(String pointer, String reason) {
    @Override
    public String toString() {
        return (pointer.isEmpty() ? "the whole" : pointer) + " " + reason;
    }
}
