package io.tapgateway.runtime.system;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
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
 * Finds out which process listens where this one should, where the system tells: on Linux, for processes of the same
 * user. A best effort for an error message. Immutable.
 */
public final class PortOwner {
    private static final Logger LOG = LoggerFactory.getLogger(PortOwner.class);
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTEN = "0A";
    private static final String ANY_V4 = "00000000";
    private static final String ANY_V6 = "0".repeat(32);
    private static final String MAPPED_V4 = "0000000000000000FFFF0000";

    private final Path proc;

    PortOwner(Path proc) {
        this.proc = proc;
    }

    /** Asks this machine. */
    public static OptionalLong find(InetAddress address, int port) {
        return new PortOwner(Path.of("/proc")).of(address, port);
    }

    OptionalLong of(InetAddress address, int port) {
        Set<String> spellings = spellings(address);
        Set<String> sockets = new HashSet<>();
        sockets.addAll(listeners("net/tcp", spellings, port));
        sockets.addAll(listeners("net/tcp6", spellings, port));
        return sockets.isEmpty() ? OptionalLong.empty() : owner(sockets);
    }

    /**
     * How the tables write that address, and those that include it: another listener of the number may be no obstacle.
     */
    static Set<String> spellings(InetAddress address) {
        StringBuilder words = new StringBuilder();
        byte[] bytes = address.getAddress();
        for (int word = 0; word < bytes.length; word += Integer.BYTES) {
            for (int i = word + Integer.BYTES - 1; i >= word; i--) {
                words.append(String.format(Locale.ROOT, "%02X", bytes[i]));
            }
        }
        String written = words.toString();
        return address instanceof Inet4Address
                ? Set.of(written, MAPPED_V4 + written, ANY_V4, ANY_V6)
                : Set.of(written, ANY_V6);
    }

    private Set<String> listeners(String table, Set<String> addresses, int port) {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        Set<String> found = new HashSet<>();
        for (String line : lines(proc.resolve(table))) {
            String[] fields = line.trim().split("\\s+", -1);
            if (fields.length <= INODE || !fields[STATE].equals(LISTEN) || !fields[LOCAL_ADDRESS].endsWith(suffix)) {
                continue;
            }
            String address = fields[LOCAL_ADDRESS].substring(0, fields[LOCAL_ADDRESS].length() - suffix.length());
            if (addresses.contains(address)) {
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

    /** Which process of this user has one of these sockets open. */
    OptionalLong owner(Set<String> sockets) {
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
