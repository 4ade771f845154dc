package io.tapgateway.app.provide;

import io.tapgateway.programs.Command;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.schema.ObjectSchema;
import io.tapgateway.provider.schema.Schema;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A tool that a command serves. Immutable.
 *
 * @param definition for the gateway
 * @param template the words of the command
 * @param command what else there is to know of it
 * @param json whether what is printed is a JSON value, where it can be read as one
 */
public record CommandTool(ToolDefinition definition, CommandTemplate template, Command command, boolean json) {
    /** Calls that a provider of such tools serves at once; more wait in the gateway. */
    public static final int RUNS = ProvideLimits.RUNS;

    private static final JsonReader<Map<String, JsonValue>> MEMBERS = JsonReader.map(JsonReader.ANY);

    /**
     * Describes a tool.
     *
     * @param description for the model
     * @param parameters the JSON Schema of the arguments; without one, every place in the command is a required text
     * @param command its line is a {@link CommandTemplate}
     * @throws JsonFault if the name is not allowed, or these do not fit together
     */
    public static CommandTool of(
            String name, String description, Optional<JsonValue> parameters, Command command, boolean json) {
        CommandTemplate template = CommandTemplate.of(command.line());
        Schema schema = parameters.map(Schema::of).orElseGet(() -> texts(template));
        Map<String, JsonValue> known =
                schema.json().get("properties").flatMap(MEMBERS::tryRead).orElse(Map.of());
        for (String argument : template.names()) {
            if (!known.containsKey(argument)) {
                throw new JsonFault(
                        "/command",
                        "has a place {" + argument + "} for an argument that the tool does not take; to mean the text,"
                                + " write {{" + argument + "}}");
            }
        }
        if (ToolName.isReserved(name)) {
            throw new JsonFault("/name", "belongs to the gateway: names of the form list_…_instances are reserved");
        }
        return new CommandTool(ToolDefinition.of(name, description, schema.json()), template, command, json);
    }

    /** The same with another limit on how long a call may take than the gateway's own. */
    public CommandTool timeout(Duration limit) {
        return new CommandTool(definition.withTimeoutMillis(limit.toMillis()), template, command, json);
    }

    /**
     * As a provider offers it.
     *
     * @param environment of all commands
     * @param nanos monotonic time
     */
    public Tool served(Map<String, String> environment, LongSupplier nanos) {
        Map<String, String> own = new HashMap<>(environment);
        own.putAll(command.environment());
        return new Tool(
                definition, call -> CommandRun.start(this, own, call, nanos).result());
    }

    /** The program, which no argument chooses. */
    public String program() {
        return template.fill(JsonValue.EMPTY_OBJECT).get(0);
    }

    /** What it is called. */
    public String name() {
        return definition.name().value();
    }

    private static Schema texts(CommandTemplate template) {
        ObjectSchema schema = Schema.object();
        for (String argument : template.names()) {
            schema = schema.required(argument, Schema.string());
        }
        return schema;
    }
}
