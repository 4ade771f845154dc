package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.ModelVendor;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.system.OwnerOnly;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of models: those that clients have saved, then those of the environment (W-052). Each belongs to the
 * endpoint that was in use when it was saved. Thread-safe.
 */
final class ModelKeys {
    /** How many bytes a key has at most. */
    static final int MOST_BYTES = 4_096;

    private static final Logger LOG = LoggerFactory.getLogger(ModelKeys.class);
    private static final String OF_BASE_URL = "TAPGATEWAY_API_KEY";

    private final Path file;
    private final Map<String, String> environment;
    private final Optional<String> origin;
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * @param baseUrl where all requests go, whoever's model it is; empty for the vendors' own endpoints
     * @throws IllegalArgumentException if that is none; the message says what is wrong
     */
    ModelKeys(Path file, Map<String, String> environment, Optional<String> baseUrl) {
        this.file = file;
        this.environment = environment;
        this.origin = baseUrl.map(ModelKeys::origin);
    }

    private static String origin(String url) {
        URI uri = OpenAiEndpoint.of(url, "any", Optional.empty()).baseUrl();
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        return uri.getScheme() + "://" + host + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }

    /** The name under which a key is saved: one for another origin is another key, which goes nowhere else (T-42). */
    private String name(ModelVendor vendor) {
        return vendor.word() + origin.map(it -> "@" + it).orElse("");
    }

    Optional<Secret> of(ModelVendor vendor) {
        return Optional.ofNullable(saved().get(name(vendor)))
                .or(() -> names(vendor).stream()
                        .flatMap(name -> Optional.ofNullable(environment.get(name)).stream())
                        .filter(key -> !key.isBlank())
                        .findFirst())
                .map(Secret::of);
    }

    private List<String> names(ModelVendor vendor) {
        if (origin.isPresent()) {
            return List.of(OF_BASE_URL);
        }
        return switch (vendor) {
            case GOOGLE -> List.of("GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY");
            case OPENAI -> List.of("OPENAI_API_KEY");
            case ANTHROPIC -> List.of("ANTHROPIC_API_KEY");
            case CODEX_CLI, CLAUDE_CODE -> List.of();
        };
    }

    /**
     * Keeps a key.
     *
     * @throws IOException if it cannot be written
     */
    void save(ModelVendor vendor, String key) throws IOException {
        lock.lock();
        try {
            Map<String, String> keys = new LinkedHashMap<>(saved());
            keys.put(name(vendor), key);
            write(JsonWriter.toText(out -> keys.forEach(out::text)));
        } finally {
            lock.unlock();
        }
    }

    /** Nobody else can read it at any moment, and nobody sees a half of it. */
    private void write(String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, OwnerOnly.at(fresh).newFile());
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private Map<String, String> saved() {
        try {
            return Files.exists(file)
                    ? JsonReader.map(JsonReader.TEXT).read(JsonValue.parse(Files.readString(file)))
                    : Map.of();
        } catch (IOException | MalformedJson | IllegalArgumentException e) {
            LOG.warn("The keys of models cannot be read from {}", file, e);
            return Map.of();
        }
    }
}
