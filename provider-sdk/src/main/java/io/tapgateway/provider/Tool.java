package io.tapgateway.provider;

import io.tapgateway.protocol.model.ToolAnnotations;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.ToolProfile;
import io.tapgateway.provider.schema.RecordType;
import io.tapgateway.provider.schema.Schema;
import java.time.Duration;

/**
 * A tool: how it is declared and what it does. Immutable.
 *
 * @param definition for the gateway
 * @param handler what it does
 */
public record Tool(ToolDefinition definition, ToolHandler handler) {

    /** @throws IllegalArgumentException if the name belongs to the gateway's generated tools (D-122) */
    public Tool {
        if (definition.name().isReserved()) {
            throw new IllegalArgumentException("the tool name '" + definition.name()
                    + "' belongs to the gateway: names of the form list_…_instances are reserved; choose another one");
        }
    }

    /**
     * A tool with a schema.
     *
     * @param description for the model
     */
    public static Tool of(String name, String description, Schema parameters, ToolHandler handler) {
        return new Tool(ToolDefinition.of(name, description, parameters.json()), handler);
    }

    /**
     * A tool whose arguments are a record; the schema follows from its components, see {@link RecordType}.
     *
     * @param description for the model
     */
    public static <T extends Record> Tool of(
            String name, Class<T> arguments, String description, ToolHandler.OfRecord<T> handler) {
        RecordType<T> type = RecordType.of(arguments);
        return of(name, description, type.schema(), call -> handler.handle(type.read(call.args()), call));
    }

    /** This tool with another limit on how long a call may run; the gateway accepts 100 ms to 10 minutes (D-136). */
    public Tool timeout(Duration limit) {
        return new Tool(definition.withTimeoutMillis(limit.toMillis()), handler);
    }

    /** This tool with a title for people (D-236). */
    public Tool titled(String title) {
        return with(definition.profile().withTitle(title));
    }

    /** This tool with a schema of what it returns, which has to be an object (D-236). */
    public Tool returning(Schema result) {
        return with(definition.profile().withOutputSchema(result.json()));
    }

    /** This tool with hints at what calling it does (D-236). */
    public Tool hinting(ToolAnnotations hints) {
        return with(definition.profile().withAnnotations(hints));
    }

    private Tool with(ToolProfile profile) {
        return new Tool(definition.withProfile(profile), handler);
    }

    /** The name. */
    public ToolName name() {
        return definition.name();
    }
}
