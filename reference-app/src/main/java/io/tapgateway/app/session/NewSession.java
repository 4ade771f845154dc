package io.tapgateway.app.session;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.SessionId;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** A session that somebody asks for. Immutable. */
public record NewSession(SessionId id, String label, Optional<Path> cwd) {
    public NewSession {
        id.requireOpenable();
    }

    /**
     * Reads {@code id[:label[:cwd]]}. Without a label the id stands for it; without a directory {@code
     * currentDirectory} does.
     *
     * @throws IllegalArgumentException whose message says what is wrong
     */
    public static NewSession parse(String text, Path currentDirectory) {
        String[] parts = text.split(":", 3);
        String label = parts.length > 1 && !parts[1].isBlank() ? parts[1] : parts[0];
        Path cwd = parts.length > 2 && !parts[2].isBlank() ? path(parts[2]) : currentDirectory;
        return of(parts[0], label, Optional.of(currentDirectory.resolve(cwd).normalize()));
    }

    /**
     * A session of that id.
     *
     * @throws IllegalArgumentException whose message says what is wrong
     */
    public static NewSession of(String id, String label, Optional<Path> cwd) {
        try {
            return new NewSession(new SessionId(id), label, cwd);
        } catch (InvalidMessage e) {
            throw new IllegalArgumentException("The id '" + id + "' is not allowed: " + e.reason() + ".", e);
        }
    }

    /**
     * A directory as somebody wrote it.
     *
     * @throws IllegalArgumentException whose message says what is wrong
     */
    public static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'" + text + "' is no path; name a directory.", e);
        }
    }
}
