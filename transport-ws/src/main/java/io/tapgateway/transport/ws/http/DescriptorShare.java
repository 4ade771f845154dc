package io.tapgateway.transport.ws.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How many of the descriptors that this process has left one crowd of connections may take, so that some remain for
 * everything else (T-57): libraries, logs and sockets that are open already leave less of them. Immutable.
 */
public final class DescriptorShare {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files +([0-9]{1,9}) ");
    private static final int PARTS = 4;
    private static final int LEAST = 4;

    private DescriptorShare() {}

    /** So many as are wanted, or a quarter of those that are free; where the system does not tell, what is wanted. */
    public static int atMost(int wanted) {
        try (Stream<Path> open = Files.list(OPEN)) {
            return atMost(wanted, Files.readString(LIMITS), open.count());
        } catch (IOException e) {
            return wanted;
        }
    }

    static int atMost(int wanted, String limits, long open) {
        Matcher line = OPEN_FILES.matcher(limits);
        if (!line.find()) {
            return wanted;
        }
        long free = Long.parseLong(line.group(1)) - open;
        return Math.toIntExact(Math.min(wanted, Math.max(LEAST, free / PARTS)));
    }
}
