package io.tapgateway.agentserver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads files that others may have put there. Stateless. */
final class SmallFile {
    private static final Logger LOG = LoggerFactory.getLogger(SmallFile.class);

    private SmallFile() {}

    /** What is in the file, if it is a regular one, no link, no longer than that, and can be read. */
    static Optional<byte[]> read(Path file, int mostBytes) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(mostBytes + 1);
            return bytes.length > mostBytes ? Optional.empty() : Optional.of(bytes);
        } catch (IOException e) {
            LOG.debug("Not read: {}", file, e);
            return Optional.empty();
        }
    }
}
