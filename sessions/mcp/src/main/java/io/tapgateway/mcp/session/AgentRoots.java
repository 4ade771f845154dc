package io.tapgateway.mcp.session;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where an agent says that it works. Stateless. */
final class AgentRoots {
    private AgentRoots() {}

    /**
     * The first one of the result of {@code roots/list}.
     *
     * @return empty if that is no directory of this machine
     */
    static Optional<Path> first(JsonValue result) {
        return result.get("roots")
                .filter(it -> it.kind() == JsonKind.ARRAY)
                .flatMap(it -> it.elements().stream().findFirst())
                .flatMap(it -> it.get("uri"))
                .flatMap(JsonReader.TEXT::tryRead)
                .flatMap(AgentRoots::directory);
    }

    private static Optional<Path> directory(String uri) {
        try {
            return Optional.of(Path.of(URI.create(uri)).normalize()).filter(Files::isDirectory);
        } catch (IllegalArgumentException | FileSystemNotFoundException nowhere) {
            return Optional.empty();
        }
    }
}
