package io.tapgateway.app.cowork;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.protocol.model.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{" + HEX_OF_NAME + "}-([0-9]{1,18})");

    /** The one of a process that serves clients in that directory. */
    public static RunHome of(HomeDirectory persons, Path work, long pid) {
        Path own = persons.path()
                .resolve("cowork")
                .resolve(Sha256.hex(work.toString()).substring(0, HEX_OF_NAME) + "-" + pid);
        // Providers that look for a gateway find the person's, not one of many like this.
        return new RunHome(new HomeDirectory(own, own.resolve("copilot")));
    }

    /** Removes those of processes that were killed, and so could not. */
    public static void removeAbandoned(HomeDirectory persons) {
        try (Stream<Path> runs = Files.list(persons.path().resolve("cowork"))) {
            runs.filter(RunHome::isAbandoned)
                    .map(it -> new RunHome(new HomeDirectory(it, it.resolve("copilot"))))
                    .forEach(RunHome::remove);
        } catch (NoSuchFileException e) {
            LOG.trace("None yet", e);
        } catch (IOException e) {
            LOG.warn("Not looked through: {}", persons.path(), e);
        }
    }

    private static boolean isAbandoned(Path run) {
        Matcher named = NAME.matcher(run.getFileName().toString());
        return named.matches()
                && ProcessHandle.of(Long.parseLong(named.group(1))).isEmpty();
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
