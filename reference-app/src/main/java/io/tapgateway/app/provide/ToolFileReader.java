package io.tapgateway.app.provide;

import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;

import io.tapgateway.app.home.Problem;
import io.tapgateway.emitters.model.DefinitionReader;
import io.tapgateway.emitters.model.Interval;
import io.tapgateway.programs.CommandReader;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.protocol.model.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Understands a file of tools completely or not at all; every complaint names the place. Commands run in the directory
 * of the file, or below it. Immutable.
 */
public final class ToolFileReader {
    /** What a command prints. */
    public enum Result {
        TEXT,
        JSON
    }

    private static final Set<String> MEMBERS =
            Set.of("name", "description", "parameters", "command", "cwd", "env", "timeout", "result");
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Vocabulary<Result> RESULT = Vocabulary.lowerCase(Result.class);
    private static final JsonReader<Duration> TIMEOUT = value -> timeout(TEXT.read(value));

    private final CommandReader commands;

    private ToolFileReader(Path directory) {
        this.commands = new CommandReader(directory);
    }

    /**
     * What a file says.
     *
     * @param provider the name of the provider that offers the tools
     */
    public record Content(Optional<String> provider, List<CommandTool> tools) {}

    /**
     * Reads a file.
     *
     * @throws Problem if it cannot be read or understood
     */
    public static Content read(Path file) throws Problem {
        JsonValue json = json(file);
        try {
            Path directory = Objects.requireNonNull(file.toRealPath().getParent(), "a file is in a directory");
            return new ToolFileReader(directory).content(JsonObject.of(json));
        } catch (JsonFault e) {
            throw new Problem(file + " is not what it should be: " + e.getMessage() + ".");
        } catch (IOException e) {
            throw new Problem(file + " cannot be read; check its permissions.");
        }
    }

    /**
     * Reads a JSON file.
     *
     * @throws Problem if it cannot be read or understood
     */
    public static JsonValue json(Path file) throws Problem {
        try {
            if (!Files.isRegularFile(file)) {
                throw new Problem("There is no file " + file + ".");
            }
            if (Files.size(file) > ProvideLimits.FILE_BYTES) {
                throw new Problem(file + " is larger than " + ProvideLimits.FILE_BYTES + " bytes.");
            }
            return JsonValue.parse(Files.readString(file));
        } catch (MalformedJson e) {
            throw new Problem(file + " is no JSON: " + e.reason() + ".");
        } catch (IOException e) {
            throw new Problem(file + " cannot be read as a text; check its permissions.");
        }
    }

    /**
     * How long a call may take, as people write it.
     *
     * @throws JsonFault if it is no length of time, or longer than a gateway allows
     */
    public static Duration timeout(String text) {
        Duration length = Interval.parse(text, SHORTEST);
        if (length.toMillis() > Limit.MAX_TOOL_TIMEOUT.standard()) {
            throw new JsonFault(
                    "", "must be at most " + Interval.text(Duration.ofMillis(Limit.MAX_TOOL_TIMEOUT.standard())));
        }
        return length;
    }

    private Content content(JsonObject in) {
        in.allowOnly(Set.of("name", "tools"));
        List<CommandTool> tools = in.required(
                "tools",
                DefinitionReader.distinct(
                                Limit.TOOLS_PER_PROVIDER.standard(), JsonReader.object(this::tool), CommandTool::name)
                        .where(them -> !them.isEmpty(), "must list a tool"));
        return new Content(in.optional("name", TEXT), tools);
    }

    private CommandTool tool(JsonObject in) {
        in.allowOnly(MEMBERS);
        CommandTool tool = CommandTool.of(
                in.required("name", TEXT),
                in.required("description", TEXT),
                in.optional("parameters", OBJECT),
                commands.read(in),
                in.optional("result", RESULT).orElse(Result.TEXT) == Result.JSON);
        return in.optional("timeout", TIMEOUT).map(tool::timeout).orElse(tool);
    }
}
