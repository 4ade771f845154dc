package io.tapgateway.app.project;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.project.ProgramSpec.Restart;
import io.tapgateway.emitters.model.DefinitionReader;
import io.tapgateway.emitters.model.EmitterConfig;
import io.tapgateway.programs.CommandReader;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.protocol.model.ProviderName;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Understands a {@code tap.config.json} completely or not at all; every complaint names the place. Immutable. */
final class ConfigReader {
    static final int MAX_PROGRAMS = 20;

    private static final String SERVERS = "mcpServers";
    private static final Set<String> MEMBERS = Set.of("name", "command", "cwd", "env", "restart");
    private static final Set<String> SECTIONS = Set.of("providers", "streams", "emitters", SERVERS);

    private static final Vocabulary<Restart> RESTART = Vocabulary.of(Restart.class, Restart::label);
    private static final JsonReader<ProviderName> NAME = JsonReader.text(
                    ProviderName::new, "must have 1 to " + ProviderName.MAX_LENGTH + " letters, digits, '-' and '_'")
            .where(name -> !name.isReserved(), "is reserved; choose another one");

    private final Path file;
    private final DefinitionReader definitions;
    private final CommandReader commands;
    private final JsonReader<List<ProgramSpec>> programs = DefinitionReader.distinct(
            MAX_PROGRAMS,
            JsonReader.object(this::program),
            program -> program.name().folded());

    /** @param workspace without links */
    ConfigReader(Path file, Path workspace) {
        this.file = file;
        this.definitions = new DefinitionReader(Optional.of(workspace));
        this.commands = new CommandReader(workspace);
    }

    /**
     * What a file says.
     *
     * @param remarks what of a file of the extension was not taken over
     */
    record Content(List<ProgramSpec> programs, EmitterConfig emitters, List<McpEntry> servers, List<String> remarks) {}

    Content content(String text) throws Problem {
        JsonLines lines = JsonLines.of(text);
        JsonValue root = parse(text, lines);
        Optional<ExtensionConfig.Translation> translated = ExtensionConfig.translate(root);
        try {
            JsonObject in = JsonObject.of(
                            translated.map(ExtensionConfig.Translation::config).orElse(root))
                    .allowOnly(SECTIONS);
            List<String> remarks =
                    translated.map(ExtensionConfig.Translation::remarks).orElse(List.of());
            return new Content(programs(in), definitions.config(in), servers(in), remarks);
        } catch (JsonFault fault) {
            String place = translated.map(it -> it.inFile(fault.pointer())).orElse(fault.pointer());
            throw new Problem(file + ", line " + lines.lineOf(place) + ": " + (place.isEmpty() ? "/" : place) + " "
                    + fault.reason() + ".");
        }
    }

    private List<ProgramSpec> programs(JsonObject in) {
        return in.isSet("streams") || in.isSet("emitters") || in.isSet(SERVERS)
                ? in.optional("providers", programs).orElse(List.of())
                : in.required("providers", programs);
    }

    private static List<McpEntry> servers(JsonObject in) {
        return in.optional(SERVERS, McpEntry::readAll).orElse(List.of());
    }

    private JsonValue parse(String text, JsonLines lines) throws Problem {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new Problem(file + " cannot be read, line " + lines.end() + ": " + e.reason() + ".");
        }
    }

    private ProgramSpec program(JsonObject in) {
        in.allowOnly(MEMBERS);
        return new ProgramSpec(
                in.required("name", NAME),
                commands.read(in),
                in.optional("restart", RESTART).orElse(Restart.ON_FAILURE));
    }
}
