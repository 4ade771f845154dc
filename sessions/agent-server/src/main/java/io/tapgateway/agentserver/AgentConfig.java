package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.CommandText;
import io.tapgateway.agentserver.coworker.CoworkerConfig;
import io.tapgateway.agentserver.coworker.ModelVendor;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What sessions begin with: what was said at the start, then the environment, then {@code .agent/config.json} of the
 * directory and of the person (W-025). A repository brings the one of the directory along: it names a model of the
 * person's provider, and never where requests or keys go (T-42). Read anew each time. Thread-safe.
 */
final class AgentConfig {
    /** How many bytes such a file has at most. */
    static final int MOST_BYTES = 65_536;

    private static final Logger LOG = LoggerFactory.getLogger(AgentConfig.class);
    private static final Path FILE = Path.of(".agent", "config.json");
    private static final ModelVendor USUAL = ModelVendor.OPENAI;

    private final AgentServerSettings settings;

    AgentConfig(AgentServerSettings settings) {
        this.settings = settings;
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
        return new CoworkerConfig(
                provider,
                model,
                settings.directory().toString(),
                settings.directory().resolve("output").toString());
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
