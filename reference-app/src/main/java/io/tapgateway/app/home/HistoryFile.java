package io.tapgateway.app.home;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the lines of the prompt are remembered: what people type is for nobody else to read (T-08). Immutable. */
public final class HistoryFile {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryFile.class);
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private HistoryFile() {}

    /**
     * The file, with mode 0600 from the moment it can be seen.
     *
     * @return empty if there cannot be such a file, which is no reason not to work
     */
    public static Optional<Path> in(HomeDirectory home) {
        Path file = home.history();
        try {
            FileChannel.open(
                            file,
                            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                            PosixFilePermissions.asFileAttribute(OWNER_ONLY))
                    .close();
            Files.setPosixFilePermissions(file, OWNER_ONLY);
            return Optional.of(file);
        } catch (IOException e) {
            LOG.info("The lines of the prompt are not remembered: {} cannot be used", file, e);
            return Optional.empty();
        }
    }
}
