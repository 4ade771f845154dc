package io.tapgateway.app.project;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ProgramSpec.Restart;
import io.tapgateway.emitters.model.DefinitionReader;
import io.tapgateway.emitters.model.EmitterConfig;
import io.tapgateway.emitters.program.CommandReader;
import io.tapgateway.emitters.program.Members;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.ProviderName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Understands a {@code tap.config.json} completely or not at all; every complaint names the place. Immutable. */
final class ConfigReader {
    static final int MAX_PROGRAMS = 20;

    private static final Set<String> MEMBERS = Set.of("name", "command", "cwd", "env", "restart");
    private static final Set<String> SECTIONS = Set.of("providers", "streams", "emitters");

    private final Path file;
    private final Path workspace;

    /** @param workspace without links */
    ConfigReader(Path file, Path workspace) {
        this.file = file;
        this.workspace = workspace;
    }

    /** What a file says. */
    record Content(List<ProgramSpec> programs, EmitterConfig emitters) {}

    Content content(String text) throws Problem {
        JsonLines lines = JsonLines.of(text);
        JsonValue root = parse(text, lines);
        try {
            Members.requireOnly("/", root, SECTIONS);
            return new Content(programs(root), new DefinitionReader(Optional.of(workspace)).config(root));
        } catch (InvalidMessage fault) {
            throw new Problem(file + ", line " + lines.lineOf(fault.pointer()) + ": " + fault.pointer() + " "
                    + fault.reason() + ".");
        }
    }

    private List<ProgramSpec> programs(JsonValue root) {
        boolean optional =
                root.get("streams").isPresent() || root.get("emitters").isPresent();
        if (optional && root.get("providers").isEmpty()) {
            return List.of();
        }
        List<JsonValue> elements = Members.list("/providers", root, "providers");
        Members.require(elements.size() <= MAX_PROGRAMS, "/providers", "may list at most " + MAX_PROGRAMS);
        List<ProgramSpec> programs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < elements.size(); i++) {
            ProgramSpec program = program("/providers/" + i, elements.get(i));
            Members.require(names.add(program.name().folded()), "/providers/" + i + "/name", "is there twice");
            programs.add(program);
        }
        return programs;
    }

    private JsonValue parse(String text, JsonLines lines) throws Problem {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new Problem(file + " cannot be read, line " + lines.end() + ": " + e.reason() + ".");
        }
    }

    private ProgramSpec program(String at, JsonValue program) {
        Members.requireOnly(at, program, MEMBERS);
        return new ProgramSpec(
                name(at + "/name", program),
                new CommandReader(workspace).read(at, program),
                restart(at + "/restart", program));
    }

    private static ProviderName name(String at, JsonValue program) {
        Members.require(program.get("name").isPresent(), at, "is missing");
        String text = Members.text(at, program.get("name").orElseThrow());
        ProviderName name;
        try {
            name = new ProviderName(text);
        } catch (InvalidMessage e) {
            throw InvalidMessage.at(at, "must have 1 to " + ProviderName.MAX_LENGTH + " letters, digits, '-' and '_'");
        }
        Members.require(!name.isReserved(), at, "is reserved; choose another one");
        return name;
    }

    private static Restart restart(String at, JsonValue program) {
        if (program.get("restart").isEmpty()) {
            return Restart.ON_FAILURE;
        }
        return Restart.labelled(Members.text(at, program.get("restart").get()))
                .orElseThrow(() -> InvalidMessage.at(at, "must be \"never\", \"on-failure\" or \"always\""));
    }
}
