package io.tapgateway.runtime;

/**
 * A tool that is defined differently than when the session last had it (D-134). Immutable.
 *
 * @param tool as it is defined now; without what the gateway adds for instances
 * @param before fingerprint of what it was: SHA-256 over name, description and parameters, in hexadecimal
 * @param after fingerprint of what it is
 */
public record ToolChange(RegisteredTool tool, String before, String after) {}
