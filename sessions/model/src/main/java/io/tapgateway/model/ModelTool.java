package io.tapgateway.model;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.RegisteredTool;

/**
 * A tool as a model is told of it. Immutable.
 *
 * @param parameters JSON Schema of the arguments, passed on as it is
 */
public record ModelTool(String name, String description, JsonValue parameters) {
    /** A tool of a provider. */
    static ModelTool of(RegisteredTool tool) {
        return new ModelTool(tool.name().value(), tool.description(), tool.parameters());
    }
}
