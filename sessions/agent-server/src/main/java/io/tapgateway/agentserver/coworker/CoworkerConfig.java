package io.tapgateway.agentserver.coworker;

/**
 * What a session works with, as clients see it. Immutable.
 *
 * @param workingDirectory absolute, as it was named (W-024)
 */
public record CoworkerConfig(ModelVendor provider, String model, String workingDirectory, String outputDirectory) {
    /** The same with another model. */
    CoworkerConfig with(ModelVendor otherProvider, String otherModel) {
        return new CoworkerConfig(otherProvider, otherModel, workingDirectory, outputDirectory);
    }
}
