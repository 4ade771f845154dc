package io.tapgateway.programs;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads {@code command}, {@code cwd} and {@code env} of whatever is to be run: no shell reads the command, and the
 * program begins in the workspace (T-34). Immutable.
 */
public final class CommandReader {
    /** How many parts a command may have. */
    public static final int MAX_ARGUMENTS = 100;

    /** How many variables may be added to its environment. */
    public static final int MAX_VARIABLES = 50;

    /** A text that a program or file could take. */
    public static final JsonReader<String> TEXT =
            JsonReader.TEXT.where(text -> text.indexOf('\0') < 0, "must not contain the character NUL");

    private static final JsonReader<List<String>> LINE = JsonReader.list(TEXT)
            .where(line -> !line.isEmpty() && !line.get(0).isBlank(), "must begin with a program")
            .where(line -> line.size() <= MAX_ARGUMENTS, "may have at most " + MAX_ARGUMENTS + " parts")
            .where(line -> !line.get(0).startsWith("-"), "must begin with a program, not with an option");

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
    private static final String RESERVED = "TAP_";

    private static final JsonReader<Map<String, String>> ENVIRONMENT = JsonReader.map(TEXT)
            .where(all(VARIABLE.asMatchPredicate()), "has a name that no variable can have")
            .where(
                    all(name -> !name.toUpperCase(Locale.ROOT).startsWith(RESERVED)),
                    "must leave " + RESERVED + "... to the gateway")
            .where(them -> them.size() <= MAX_VARIABLES, "may have at most " + MAX_VARIABLES + " variables");

    private final Path workspace;

    /** @param workspace without links */
    public CommandReader(Path workspace) {
        this.workspace = workspace;
    }

    /**
     * Reads the command of one object.
     *
     * @throws JsonFault if something about it is wrong
     */
    public Command read(JsonObject in) {
        return new Command(
                in.required("command", LINE),
                in.optional("cwd", value -> directory(TEXT.read(value))).orElse(workspace),
                in.optional("env", ENVIRONMENT).orElse(Map.of()));
    }

    /** Where a link leads is what counts, and it must not lead out of the workspace. */
    private Path directory(String text) {
        try {
            Path directory = workspace.resolve(text).toRealPath();
            if (!directory.startsWith(workspace)) {
                throw new JsonFault("", "leads out of " + workspace);
            } else if (Files.isDirectory(directory)) {
                return directory;
            }
        } catch (InvalidPathException | IOException e) {
            throw new JsonFault("", "is no directory");
        }
        throw new JsonFault("", "is no directory");
    }

    private static Predicate<Map<String, String>> all(Predicate<String> name) {
        return them -> them.keySet().stream().allMatch(name);
    }
}
