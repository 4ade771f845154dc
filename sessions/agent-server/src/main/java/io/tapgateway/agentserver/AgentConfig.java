package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.CommandText;
import io.tapgateway.agentserver.coworker.CoworkerConfig;
import io.tapgateway.agentserver.coworker.ModelVendor;
import io.tapgateway.agentserver.coworker.Observability;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What sessions begin with: what was said at the start, then the environment, then {@code .agent/config.json} of the
 * directory and of the person (W-025). A repository brings the one of the directory along: it names a model of the
 * person's provider and directories inside, and never where requests, keys or questions go (T-42). Read anew each time.
 * Thread-safe.
 */
final class AgentConfig {
    /** How many bytes such a file has at most. */
    static final int MOST_BYTES = 65_536;

    /** How many characters the name of a person has at most. */
    static final int MOST_OF_NAME = 200;

    private static final Logger LOG = LoggerFactory.getLogger(AgentConfig.class);
    private static final Path FILE = Path.of(".agent", "config.json");
    private static final ModelVendor USUAL = ModelVendor.OPENAI;

    private final AgentServerSettings settings;
    private final Observability observability;
    private final Place output;
    private final Place uploads;

    AgentConfig(AgentServerSettings settings) {
        this.settings = settings;
        this.output = new Place(
                "AGENT_OUTPUT_DIR", "outputDirectory", settings.directory().resolve("output"));
        this.uploads = new Place(
                "AGENT_UPLOADS_DIR", "uploadsDirectory", settings.directory().resolve("uploads"));
        this.observability = observability();
    }

    /** What a session works with at first. */
    CoworkerConfig session() {
        JsonValue ofDirectory = read(settings.directory());
        JsonValue ofPerson = read(settings.personsHome());
        ModelVendor provider = environment("AGENT_PROVIDER")
                .or(() -> settings.baseUrl().isPresent() ? text(ofDirectory, "provider") : Optional.empty())
                .or(() -> text(ofPerson, "provider"))
                .flatMap(ModelVendor::of)
                .orElse(USUAL);
        String model = settings.model()
                .or(() -> environment("AGENT_MODEL"))
                .or(() -> text(ofDirectory, "model"))
                .or(() -> text(ofPerson, "model"))
                .orElse(provider.defaultModel());
        boolean enableMcp = flagOf("AGENT_ENABLE_MCP")
                .or(() -> flag(ofDirectory, "enableMcp"))
                .or(() -> flag(ofPerson, "enableMcp"))
                .orElse(true);
        return new CoworkerConfig(
                provider,
                model,
                settings.directory().toString(),
                place(output, ofDirectory, ofPerson).toString(),
                enableMcp,
                observability);
    }

    /** What the person is called, for the model; a directory does not say so. */
    Optional<String> userName() {
        return environment("AGENT_USER_NAME")
                .or(() -> text(read(settings.personsHome()), "userName"))
                .map(String::strip)
                .filter(it -> it.length() <= MOST_OF_NAME && it.chars().noneMatch(Character::isISOControl));
    }

    /** The directories that clients expect (W-024). */
    List<Path> directories() {
        JsonValue ofDirectory = read(settings.directory());
        JsonValue ofPerson = read(settings.personsHome());
        return List.of(
                settings.directory().resolve(FILE.getParent()),
                place(output, ofDirectory, ofPerson),
                place(uploads, ofDirectory, ofPerson));
    }

    /**
     * A directory that clients expect.
     *
     * @param variable of the environment
     * @param member of the files
     * @param usual where nobody says otherwise
     */
    private record Place(String variable, String member, Path usual) {}

    private Path place(Place place, JsonValue ofDirectory, JsonValue ofPerson) {
        Path work = settings.directory();
        return environment(place.variable())
                .flatMap(it -> path(work, it))
                .or(() -> text(ofDirectory, place.member())
                        .flatMap(it -> path(work, it))
                        .filter(it -> it.startsWith(work)))
                .or(() -> text(ofPerson, place.member()).flatMap(it -> path(work, it)))
                .orElse(place.usual());
    }

    private static Optional<Path> path(Path work, String text) {
        try {
            return Optional.of(work.resolve(text).normalize());
        } catch (InvalidPathException e) {
            LOG.warn("'{}' is no directory", text);
            return Optional.empty();
        }
    }

    private Optional<Boolean> flagOf(String variable) {
        return environment(variable).flatMap(AgentConfig::flag);
    }

    private Observability observability() {
        return new Observability(
                flagOf("AGENT_OBSERVABILITY_ENABLED").orElse(false),
                environment("AGENT_OBS_LOGS_URL"),
                environment("AGENT_OBS_METRICS_URL"),
                environment("AGENT_OBS_TRACES_URL"),
                environment("AGENT_OBS_OTLP_HTTP").orElse(""),
                flagOf("AGENT_HARNESS_REPORT_ONLY").orElse(true),
                flagOf("AGENT_HARNESS_STRICT_MODE").orElse(false));
    }

    /** As clients of the time write it. */
    private static Optional<Boolean> flag(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "1", "true", "yes", "y", "on" -> Optional.of(true);
            case "0", "false", "no", "n", "off" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static Optional<Boolean> flag(JsonValue object, String member) {
        return object.get(member)
                .flatMap(it -> it.kind() == JsonKind.STRING ? flag(it.asString()) : JsonReader.FLAG.tryRead(it));
    }

    /** The commands of both files, those of the directory first (W-056). */
    List<CommandShelf.Command> commands() {
        return Stream.of(settings.directory(), settings.personsHome())
                .flatMap(it -> commands(read(it)).stream())
                .toList();
    }

    private static List<CommandShelf.Command> commands(JsonValue file) {
        List<CommandShelf.Command> commands = new ArrayList<>();
        Map<String, JsonValue> named = file.get("command")
                .filter(it -> it.kind() == JsonKind.OBJECT)
                .map(JsonValue::members)
                .orElse(Map.of());
        named.forEach((name, command) -> {
            if (command.kind() == JsonKind.OBJECT) {
                text(command, "template")
                        .ifPresent(it -> commands.add(new CommandShelf.Command(
                                name, text(command, "description"), false, new CommandText(it))));
            }
        });
        return commands;
    }

    private Optional<String> environment(String name) {
        return Optional.ofNullable(settings.environment().get(name)).filter(it -> !it.isBlank());
    }

    private static Optional<String> text(JsonValue object, String member) {
        return object.get(member).flatMap(JsonReader.TEXT::tryRead).filter(it -> !it.isBlank());
    }

    /** An empty object where there is none that can be read. */
    private static JsonValue read(Path base) {
        Path file = base.resolve(FILE);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return JsonValue.EMPTY_OBJECT;
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length <= MOST_BYTES) {
                return JsonReader.OBJECT
                        .tryRead(JsonValue.parse(new String(bytes, StandardCharsets.UTF_8)))
                        .orElse(JsonValue.EMPTY_OBJECT);
            }
            LOG.warn("{} has more than {} bytes and is not read", file, MOST_BYTES);
        } catch (IOException | MalformedJson e) {
            LOG.warn("{} cannot be read: {}", file, e.getMessage());
        }
        return JsonValue.EMPTY_OBJECT;
    }
}
