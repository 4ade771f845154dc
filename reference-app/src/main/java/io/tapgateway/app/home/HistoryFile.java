package io.tapgateway.app.home;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the lines of the prompt are remembered: what people type is for nobody else to read (T-08). Immutable. */
public final class HistoryFile {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryFile.class);

    private HistoryFile() {}

    /**
     * The file, with mode 0600 from the moment it can be seen.
     *
     * @return empty if there cannot be such a file, which is no reason not to work
     */
    public static Optional<Path> in(HomeDirectory home) {
        Path file = home.history();
        try {
            PrivateFile.prepare(file);
            return Optional.of(file);
        } catch (IOException e) {
            LOG.info("The lines of the prompt are not remembered: {} cannot be used", file, e);
            return Optional.empty();
        }
    }
}
