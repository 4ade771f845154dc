package io.tapgateway.runtime.system;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whose the other end of a connection within this machine is, where the system tells: on Linux. Immutable.
 */
public final class SocketOwner {
    private static final Logger LOG = LoggerFactory.getLogger(SocketOwner.class);
    private static final int LOCAL_ADDRESS = 1;
    private static final int REMOTE_ADDRESS = 2;
    private static final int USER = 7;
    private static final int INODE = 9;

    private final Path proc;

    SocketOwner(Path proc) {
        this.proc = proc;
    }

    /** Asks this machine. */
    public static SocketOwner ofThisMachine() {
        return new SocketOwner(Path.of("/proc"));
    }

    /** Whether this system tells at all. */
    public boolean isTold() {
        return Files.isReadable(proc.resolve("net/tcp")) && ownUser().isPresent();
    }

    /**
     * Whether the other end of a connection belongs to the user of this process; no, if nobody knows.
     *
     * @param peer the other end, as we see it
     * @param port our own port
     */
    public boolean isOurs(InetSocketAddress peer, int port) {
        OptionalLong ours = ownUser();
        return ours.isPresent() && ours.equals(userOf(peer, port));
    }

    /**
     * The process that has the other end of a connection open, if the system tells: of those of this user.
     *
     * @param peer the other end, as we see it
     * @param port our own port
     */
    public Optional<ProcessHandle> process(InetSocketAddress peer, int port) {
        Set<String> sockets =
                rows(peer, port).map(row -> "socket:[" + row[INODE] + "]").collect(Collectors.toUnmodifiableSet());
        OptionalLong owner = sockets.isEmpty() ? OptionalLong.empty() : new PortOwner(proc).owner(sockets);
        return owner.isPresent() ? ProcessHandle.of(owner.getAsLong()) : Optional.empty();
    }

    private OptionalLong userOf(InetSocketAddress peer, int port) {
        return rows(peer, port).mapToLong(row -> Long.parseLong(row[USER])).findFirst();
    }

    /** What the tables say of the other end. */
    private Stream<String[]> rows(InetSocketAddress peer, int port) {
        Set<String> spellings = PortOwner.spellings(peer.getAddress());
        String peerPort = hex(peer.getPort());
        String ourPort = hex(port);
        return Stream.of("net/tcp", "net/tcp6")
                .flatMap(table -> lines(proc.resolve(table)).stream())
                .map(line -> line.trim().split("\\s+", -1))
                .filter(fields -> fields.length > INODE
                        && fields[LOCAL_ADDRESS].endsWith(peerPort)
                        && fields[REMOTE_ADDRESS].endsWith(ourPort)
                        && spellings.contains(fields[LOCAL_ADDRESS].substring(
                                0, fields[LOCAL_ADDRESS].length() - peerPort.length())));
    }

    private static String hex(int port) {
        return String.format(Locale.ROOT, ":%04X", port);
    }

    private OptionalLong ownUser() {
        try {
            return OptionalLong.of(((Number) Files.getAttribute(proc.resolve("self"), "unix:uid")).longValue());
        } catch (IOException | RuntimeException e) {
            LOG.trace("The system does not tell who we are", e);
            return OptionalLong.empty();
        }
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table);
        } catch (IOException e) {
            LOG.trace("No table of sockets at {}", table, e);
            return List.of();
        }
    }
}
