package io.tapgateway.zot;

import java.nio.file.Path;

/**
 * What an extension is told of where it runs (Z-034). Immutable.
 *
 * @param workingDirectory of the session, absolute and without links
 * @param model that plays the agent; empty if none does, or nobody knows
 */
public record Surroundings(Path workingDirectory, String model) {
    /** The version of zot for which extensions take us. */
    static final String ZOT_VERSION = "0.2.0";

    /** How zot would reach such a model. */
    static final String MODEL_PROVIDER = "openai-compatible";
}
