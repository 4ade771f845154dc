package io.tapgateway.agentserver.coworker;

/**
 * What a session works with. Immutable.
 *
 * @param workingDirectory absolute, as it was named (W-024)
 * @param enableMcp whether the MCP servers of the session are in it at first
 */
public record CoworkerConfig(
        ModelVendor provider,
        String model,
        String workingDirectory,
        String outputDirectory,
        boolean enableMcp,
        Observability observability) {
    /** One as they usually are. */
    public CoworkerConfig(ModelVendor provider, String model, String workingDirectory, String outputDirectory) {
        this(provider, model, workingDirectory, outputDirectory, true, Observability.OFF);
    }

    /** The same with another model. */
    CoworkerConfig with(ModelVendor otherProvider, String otherModel) {
        return new CoworkerConfig(
                otherProvider, otherModel, workingDirectory, outputDirectory, enableMcp, observability);
    }
}
