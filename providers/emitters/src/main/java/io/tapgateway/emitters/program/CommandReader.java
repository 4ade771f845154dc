package io.tapgateway.emitters.program;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InvalidMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads {@code command}, {@code cwd} and {@code env} of whatever is to be run: no shell reads the command, and the program
 * begins in the workspace (T-34). Immutable.
 */
public final class CommandReader {
    /** How many parts a command may have. */
    public static final int MAX_ARGUMENTS = 100;

    /** How many variables may be added to its environment. */
    public static final int MAX_VARIABLES = 50;

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
    private static final String RESERVED = "TAP_";

    private final Path workspace;

    /** @param workspace without links */
    public CommandReader(Path workspace) {
        this.workspace = workspace;
    }

    /**
     * Reads the command of one object.
     *
     * @param at where the object stands
     * @throws InvalidMessage if something about it is wrong
     */
    public Command read(String at, JsonValue object) {
        return new Command(
                line(at + "/command", object), directory(at + "/cwd", object), environment(at + "/env", object));
    }

    private static List<String> line(String at, JsonValue object) {
        List<String> line = new ArrayList<>();
        for (JsonValue part : Members.list(at, object, "command")) {
            line.add(Members.text(at, part));
        }
        Members.require(!line.isEmpty() && !line.get(0).isBlank(), at, "must begin with a program");
        Members.require(line.size() <= MAX_ARGUMENTS, at, "may have at most " + MAX_ARGUMENTS + " parts");
        Members.require(!line.get(0).startsWith("-"), at, "must begin with a program, not with an option");
        return line;
    }

    /** Where a link leads is what counts, and it must not lead out of the workspace. */
    private Path directory(String at, JsonValue object) {
        if (object.get("cwd").isEmpty()) {
            return workspace;
        }
        String text = Members.text(at, object.get("cwd").get());
        try {
            Path directory = workspace.resolve(text).toRealPath();
            Members.require(directory.startsWith(workspace), at, "leads out of " + workspace);
            Members.require(Files.isDirectory(directory), at, "is no directory");
            return directory;
        } catch (InvalidPathException | IOException e) {
            throw InvalidMessage.at(at, "is no directory");
        }
    }

    private static Map<String, String> environment(String at, JsonValue object) {
        Map<String, String> environment = new LinkedHashMap<>();
        if (object.get("env").isPresent()) {
            JsonValue members = object.get("env").get();
            Members.require(members.kind() == JsonKind.OBJECT, at, "must be an object");
            for (Map.Entry<String, JsonValue> variable : members.members().entrySet()) {
                String name = variable.getKey();
                Members.require(VARIABLE.matcher(name).matches(), at, "has a name that no variable can have");
                Members.require(
                        !name.toUpperCase(Locale.ROOT).startsWith(RESERVED),
                        at,
                        "must leave " + RESERVED + "... to the gateway");
                environment.put(name, Members.text(at + "/" + name, variable.getValue()));
            }
        }
        Members.require(environment.size() <= MAX_VARIABLES, at, "may have at most " + MAX_VARIABLES + " variables");
        return environment;
    }
}
