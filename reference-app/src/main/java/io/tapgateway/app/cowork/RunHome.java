package io.tapgateway.app.cowork;

import io.tapgateway.app.home.HomeDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one server for clients: its ports, tokens and logs, below the home of the person and gone with it
 * (W-070). Immutable.
 */
public record RunHome(HomeDirectory directory) {
    private static final Logger LOG = LoggerFactory.getLogger(RunHome.class);
    private static final int HEX_OF_NAME = 16;

    /** The one of a process that serves clients in that directory. */
    public static RunHome of(HomeDirectory persons, Path work, long pid) {
        Path own = persons.path().resolve("cowork").resolve(hash(work.toString()) + "-" + pid);
        // Providers that look for a gateway find the person's, not one of many like this.
        return new RunHome(new HomeDirectory(own, own.resolve("copilot")));
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, HEX_OF_NAME);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("hash: every Java has SHA-256", e);
        }
    }

    /** Removes all of it. */
    public void remove() {
        try (Stream<Path> files = Files.walk(directory.path())) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            LOG.warn("Not removed: {}", directory.path(), e);
        }
    }
}
