package io.tapgateway.app.cli.program;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.provide.CommandTool;
import io.tapgateway.app.provide.ToolFileReader;
import io.tapgateway.app.provide.ToolFileReader.Result;
import io.tapgateway.programs.Command;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.schema.ObjectSchema;
import io.tapgateway.provider.schema.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The one tool that a command line describes. Confined to the main thread. */
final class CommandToolOption {
    private static final Map<String, Supplier<Schema>> TYPES = new LinkedHashMap<>();

    static {
        TYPES.put("string", Schema::string);
        TYPES.put("integer", Schema::integer);
        TYPES.put("number", Schema::number);
        TYPES.put("boolean", Schema::bool);
    }

    private static final String ARGUMENT = "NAME[:TYPE[:TEXT]]";

    @Option(names = "--tool", paramLabel = "NAME", description = "What the tool is called.")
    private @Nullable String name;

    @Option(names = "--description", paramLabel = "TEXT", description = "What it does, for the model.")
    private @Nullable String description;

    @Option(
            names = "--arg",
            paramLabel = ARGUMENT,
            description =
                    "An argument that every call must have: a string, integer, number or boolean, and what it means."
                            + " Without any, each {NAME} in the command is a string.")
    private List<String> required = new ArrayList<>();

    @Option(names = "--optional", paramLabel = ARGUMENT, description = "An argument that a call may have.")
    private List<String> optional = new ArrayList<>();

    @Option(names = "--schema", paramLabel = "FILE", description = "The JSON Schema of the arguments, instead.")
    private @Nullable Path schema;

    @Option(
            names = "--result",
            paramLabel = "text|json",
            description = "What the command prints; what is no JSON is text in any case. Default: text")
    private Result result = Result.TEXT;

    @Option(
            names = "--timeout",
            paramLabel = "LENGTH",
            description = "How long a call may take: 90s, 5m; at most 10m. Default: as long as the gateway says.")
    private @Nullable String timeout;

    /**
     * The tool, if one is described.
     *
     * @param line the command
     * @throws Problem if something of it is missing or wrong
     */
    Optional<CommandTool> describe(Path directory, List<String> line) throws Problem {
        if (name == null) {
            refuse("A tool needs a --tool, which is its name, beside ", line);
            return Optional.empty();
        }
        if (line.isEmpty()) {
            throw new Problem("Name the command that serves the tool, after --.");
        }
        if (description == null) {
            throw new Problem("Say with --description what the tool does; the model reads it.");
        }
        Command command = new Command(line, directory, Map.of());
        Optional<JsonValue> parameters = parameters();
        try {
            return Optional.of(limited(CommandTool.of(name, description, parameters, command, result == Result.JSON)));
        } catch (JsonFault e) {
            throw new Problem((e.pointer().equals("/command") ? "COMMAND " : "--tool: ") + e.reason() + ".");
        }
    }

    /** @throws Problem that begins so and names the first of these options that is given, or the command */
    void refuse(String because, List<String> line) throws Problem {
        Map<String, Boolean> given = new LinkedHashMap<>();
        given.put("--tool", name != null);
        given.put("--description", description != null);
        given.put("--arg", !required.isEmpty());
        given.put("--optional", !optional.isEmpty());
        given.put("--schema", schema != null);
        given.put("--timeout", timeout != null);
        given.put("the command", !line.isEmpty());
        for (Map.Entry<String, Boolean> option : given.entrySet()) {
            if (option.getValue()) {
                throw new Problem(because + option.getKey() + ".");
            }
        }
    }

    private CommandTool limited(CommandTool tool) throws Problem {
        try {
            return timeout == null ? tool : tool.timeout(ToolFileReader.timeout(timeout));
        } catch (JsonFault e) {
            throw new Problem("--timeout " + e.reason() + ".");
        }
    }

    private Optional<JsonValue> parameters() throws Problem {
        boolean listed = !required.isEmpty() || !optional.isEmpty();
        if (schema != null && listed) {
            throw new Problem("--schema says what the arguments are; leave out --arg and --optional.");
        }
        if (schema != null) {
            return Optional.of(ToolFileReader.json(schema));
        }
        ObjectSchema object = Schema.object();
        for (String text : required) {
            Argument argument = Argument.parse("--arg", text);
            object = distinct("--arg " + text, argument, object).required(argument.name(), argument.schema());
        }
        for (String text : optional) {
            Argument argument = Argument.parse("--optional", text);
            object = distinct("--optional " + text, argument, object).optional(argument.name(), argument.schema());
        }
        return listed ? Optional.of(object.json()) : Optional.empty();
    }

    private static ObjectSchema distinct(String option, Argument argument, ObjectSchema others) throws Problem {
        if (others.json()
                .get("properties")
                .flatMap(it -> it.get(argument.name()))
                .isPresent()) {
            throw new Problem(option + ": the argument '" + argument.name() + "' is there twice; leave one out.");
        }
        return others;
    }

    private record Argument(String name, Schema schema) {
        static Argument parse(String option, String text) throws Problem {
            String[] parts = text.split(":", 3);
            Supplier<Schema> type = TYPES.get(parts.length < 2 ? "string" : parts[1]);
            if (type == null) {
                throw new Problem(option + " " + text + ": a type is one of " + String.join(", ", TYPES.keySet())
                        + ", not '" + parts[1] + "'.");
            }
            Schema schema = type.get();
            return new Argument(parts[0], parts.length < 3 ? schema : schema.describedAs(parts[2]));
        }
    }
}
