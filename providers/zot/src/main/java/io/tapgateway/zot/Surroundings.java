package io.tapgateway.zot;

import java.nio.file.Path;
import java.util.Map;

/**
 * What an extension is told of where it runs (Z-034). Immutable.
 *
 * @param workingDirectory of the session, absolute and without links
 * @param model that plays the agent; empty if none does, or nobody knows
 * @param toolNames what it is told tools are called that have another name here, by that name (Z-077)
 */
public record Surroundings(Path workingDirectory, String model, Map<String, String> toolNames) {
    /** The version of zot for which extensions take us. */
    static final String ZOT_VERSION = "0.2.0";

    /** How zot would reach such a model. */
    static final String MODEL_PROVIDER = "openai-compatible";

    public Surroundings {
        toolNames = Map.copyOf(toolNames);
    }

    /** What an extension is told a tool is called. */
    String told(String tool) {
        return toolNames.getOrDefault(tool, tool);
    }
}
