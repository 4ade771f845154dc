package io.tapgateway.transport.ws.http;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which process listens on a TCP port, where the system tells: on Linux, for processes of the same user. A best
 * effort for an error message. Immutable.
 */
final class PortOwner {
    private static final Logger LOG = LoggerFactory.getLogger(PortOwner.class);
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTEN = "0A";

    private final Path proc;

    PortOwner(Path proc) {
        this.proc = proc;
    }

    /** Asks this machine. */
    static OptionalLong find(int port) {
        return new PortOwner(Path.of("/proc")).of(port);
    }

    OptionalLong of(int port) {
        Set<String> sockets = new HashSet<>();
        sockets.addAll(listeners("net/tcp", port));
        sockets.addAll(listeners("net/tcp6", port));
        return sockets.isEmpty() ? OptionalLong.empty() : owner(sockets);
    }

    private Set<String> listeners(String table, int port) {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        Set<String> found = new HashSet<>();
        for (String line : lines(proc.resolve(table))) {
            String[] fields = line.trim().split("\\s+", -1);
            if (fields.length > INODE && fields[LOCAL_ADDRESS].endsWith(suffix) && fields[STATE].equals(LISTEN)) {
                found.add("socket:[" + fields[INODE] + "]");
            }
        }
        return found;
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table);
        } catch (IOException e) {
            LOG.trace("No table of sockets at {}", table, e);
            return List.of();
        }
    }

    private OptionalLong owner(Set<String> sockets) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process, sockets)) {
                    return OptionalLong.of(Long.parseLong(process.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            LOG.trace("Cannot list processes", e);
        }
        return OptionalLong.empty();
    }

    private static boolean holds(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                if (Files.isSymbolicLink(descriptor)
                        && sockets.contains(Files.readSymbolicLink(descriptor).toString())) {
                    return true;
                }
            }
        } catch (IOException e) {
            LOG.trace("Cannot look into {}", process, e);
        }
        return false;
    }
}
