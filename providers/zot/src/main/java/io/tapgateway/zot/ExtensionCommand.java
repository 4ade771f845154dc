package io.tapgateway.zot;

/**
 * Something that a person can have an extension do. Immutable.
 *
 * @param name without a slash
 * @param description for people; empty if nothing is said
 */
public record ExtensionCommand(String name, String description) {}
