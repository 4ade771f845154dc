package io.tapgateway.conformance.provider;

import io.tapgateway.protocol.json.JsonValue;

/**
 * A provider under test. Immutable.
 *
 * @param quick a tool that answers at once, and refuses to be called without arguments
 * @param slow a tool that reports, and takes longer than any case
 */
public record ProviderTarget(ProviderProgram program, KnownTool quick, KnownTool slow) {
    /**
     * A tool that it must have. Immutable.
     *
     * @param arguments that it takes, an object
     */
    public record KnownTool(String name, JsonValue arguments) {}
}
