package io.tapgateway.app.extension;

/**
 * A command that a person can run by {@code /name}. Immutable.
 *
 * @param source whose it is
 */
public record OfferedCommand(String name, String description, String source) {}
