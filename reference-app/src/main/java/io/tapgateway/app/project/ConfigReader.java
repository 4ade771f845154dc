package io.tapgateway.app.project;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ProgramSpec.Restart;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.ProviderName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Understands a {@code tap.config.json} completely or not at all; every complaint names the place. Immutable. */
final class ConfigReader {
    static final int MAX_PROGRAMS = 20;
    static final int MAX_ARGUMENTS = 100;
    static final int MAX_VARIABLES = 50;

    private static final Set<String> MEMBERS = Set.of("name", "command", "cwd", "env", "restart");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
    private static final String RESERVED = "TAP_";

    private final Path file;
    private final Path workspace;

    /** @param workspace without links */
    ConfigReader(Path file, Path workspace) {
        this.file = file;
        this.workspace = workspace;
    }

    List<ProgramSpec> programs(String text) throws Problem {
        JsonValue root = parse(text);
        requireOnly("/", root, Set.of("providers"));
        List<JsonValue> elements = list("/providers", root, "providers");
        require(elements.size() <= MAX_PROGRAMS, "/providers", "may list at most " + MAX_PROGRAMS);
        List<ProgramSpec> programs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < elements.size(); i++) {
            ProgramSpec program = program("/providers/" + i, elements.get(i));
            require(names.add(program.name().folded()), "/providers/" + i + "/name", "is there twice");
            programs.add(program);
        }
        return programs;
    }

    private JsonValue parse(String text) throws Problem {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new Problem(file + " is no valid JSON: " + e.reason() + ".");
        }
    }

    private ProgramSpec program(String at, JsonValue program) throws Problem {
        requireOnly(at, program, MEMBERS);
        return new ProgramSpec(
                name(at + "/name", program),
                command(at + "/command", program),
                directory(at + "/cwd", program),
                environment(at + "/env", program),
                restart(at + "/restart", program));
    }

    private ProviderName name(String at, JsonValue program) throws Problem {
        require(program.get("name").isPresent(), at, "is missing");
        try {
            ProviderName name = new ProviderName(text(at, program.get("name").orElseThrow()));
            require(!name.isReserved(), at, "is reserved; choose another one");
            return name;
        } catch (InvalidMessage e) {
            throw problem(at, "must have 1 to " + ProviderName.MAX_LENGTH + " letters, digits, '-' and '_'");
        }
    }

    private List<String> command(String at, JsonValue program) throws Problem {
        List<String> command = new ArrayList<>();
        for (JsonValue part : list(at, program, "command")) {
            command.add(text(at, part));
        }
        require(!command.isEmpty() && !command.get(0).isBlank(), at, "must begin with a program");
        require(command.size() <= MAX_ARGUMENTS, at, "may have at most " + MAX_ARGUMENTS + " parts");
        require(!command.get(0).startsWith("-"), at, "must begin with a program, not with an option");
        return command;
    }

    /** Where a link leads is what counts, and it must not lead out of the workspace. */
    private Path directory(String at, JsonValue program) throws Problem {
        if (program.get("cwd").isEmpty()) {
            return workspace;
        }
        String text = text(at, program.get("cwd").get());
        try {
            Path directory = workspace.resolve(text).toRealPath();
            require(directory.startsWith(workspace), at, "leads out of " + workspace);
            require(Files.isDirectory(directory), at, "is no directory");
            return directory;
        } catch (InvalidPathException | IOException e) {
            throw problem(at, "is no directory");
        }
    }

    private Map<String, String> environment(String at, JsonValue program) throws Problem {
        Map<String, String> environment = new LinkedHashMap<>();
        if (program.get("env").isPresent()) {
            JsonValue members = program.get("env").get();
            require(members.kind() == JsonKind.OBJECT, at, "must be an object");
            for (Map.Entry<String, JsonValue> variable : members.members().entrySet()) {
                String name = variable.getKey();
                require(VARIABLE.matcher(name).matches(), at, "has a name that no variable can have");
                require(
                        !name.toUpperCase(Locale.ROOT).startsWith(RESERVED),
                        at,
                        "must leave " + RESERVED + "... to the gateway");
                environment.put(name, text(at + "/" + name, variable.getValue()));
            }
        }
        require(environment.size() <= MAX_VARIABLES, at, "may have at most " + MAX_VARIABLES + " variables");
        return environment;
    }

    private Restart restart(String at, JsonValue program) throws Problem {
        if (program.get("restart").isEmpty()) {
            return Restart.ON_FAILURE;
        }
        return Restart.labelled(text(at, program.get("restart").get()))
                .orElseThrow(() -> problem(at, "must be \"never\", \"on-failure\" or \"always\""));
    }

    private List<JsonValue> list(String at, JsonValue object, String name) throws Problem {
        JsonValue list = object.get(name).orElseThrow(() -> problem(at, "is missing"));
        require(list.kind() == JsonKind.ARRAY, at, "must be a list");
        return list.elements();
    }

    private String text(String at, JsonValue value) throws Problem {
        require(value.kind() == JsonKind.STRING, at, "must be text");
        String text = value.asString();
        require(text.indexOf('\0') < 0, at, "must not contain the character NUL");
        return text;
    }

    /** A misspelt member would be a wish that is silently ignored. */
    private void requireOnly(String at, JsonValue object, Set<String> known) throws Problem {
        require(object.kind() == JsonKind.OBJECT, at, "must be an object");
        for (String name : object.members().keySet()) {
            require(known.contains(name), at, "has a member '" + name + "' that means nothing");
        }
    }

    private void require(boolean holds, String at, String otherwise) throws Problem {
        if (!holds) {
            throw problem(at, otherwise);
        }
    }

    private Problem problem(String at, String what) {
        return new Problem(file + ": " + at + " " + what + ".");
    }
}
