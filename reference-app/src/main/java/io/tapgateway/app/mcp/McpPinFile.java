package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.PrivateDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.mcp.provider.PinStore;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Sha256;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The definitions of one server's tools that the user has approved, in a file of the home. They count as long as the
 * server is started as it was then. What cannot be read counts as nothing approved. Confined to the program thread.
 */
final class McpPinFile implements PinStore {
    private static final Logger LOG = LoggerFactory.getLogger(McpPinFile.class);
    private static final String DIRECTORY = "mcp-pins";
    private static final int MAX_BYTES = 16 << 20;

    private final HomeDirectory home;
    private final McpEntry entry;
    private final Optional<Path> config;

    /** @param config the file of a workspace that has the server; others may have one of the same name */
    McpPinFile(HomeDirectory home, McpEntry entry, Optional<Path> config) {
        this.home = home;
        this.entry = entry;
        this.config = config;
    }

    @Override
    public Optional<Map<String, JsonValue>> load() {
        Path file = directory().resolve(name());
        try {
            Optional<String> text = SecretFile.read(file, MAX_BYTES);
            if (text.isEmpty()) {
                return Optional.empty();
            }
            JsonObject in = JsonObject.of(JsonValue.parse(text.get()));
            boolean same = in.required("entry", JsonReader.TEXT).equals(entry.fingerprint(Map.of()));
            return same ? Optional.of(in.required("tools", JsonReader.map(JsonReader.ANY))) : Optional.empty();
        } catch (Problem | MalformedJson | JsonFault e) {
            LOG.warn("{} cannot be read, so that nothing of it counts as approved", file);
            return Optional.of(Map.of());
        }
    }

    @Override
    public void save(Map<String, JsonValue> definitions) {
        JsonValue content = JsonValue.object(
                Map.of("entry", JsonValue.of(entry.fingerprint(Map.of())), "tools", JsonValue.object(definitions)));
        try {
            var unused = SecretFile.write(PrivateDirectory.open(directory()), name(), content.json() + "\n");
        } catch (Problem e) {
            LOG.warn("What was approved of the MCP server {} is not remembered: {}", entry.key(), e.sentence());
        }
    }

    private Path directory() {
        return home.path().resolve(DIRECTORY);
    }

    private String name() {
        return entry.key().folded()
                + config.map(it -> "." + Sha256.brief(it.toString())).orElse("") + ".json";
    }
}
