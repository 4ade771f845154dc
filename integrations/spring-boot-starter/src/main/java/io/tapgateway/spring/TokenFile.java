package io.tapgateway.spring;

import io.tapgateway.runtime.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The discovery token where programs of this user find it, for as long as the gateway is there. Immutable. */
final class TokenFile implements AutoCloseable {
    private final Path file;
    private final Secret token;

    private TokenFile(Path file, Secret token) {
        this.file = file;
        this.token = token;
    }

    /** Replaces what is there. A temporary file is its owner's alone from the beginning, and a link is not followed. */
    static TokenFile write(Path file, Secret token) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path unfinished = Files.createTempFile(absolute.getParent(), ".token", ".tmp");
        try {
            Files.writeString(unfinished, token.reveal());
            Files.move(unfinished, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        return new TokenFile(absolute, token);
    }

    /** Another gateway may have put its own there. */
    @Override
    public void close() throws IOException {
        if (Files.isRegularFile(file) && Files.readString(file).equals(token.reveal())) {
            Files.delete(file);
        }
    }
}
