package io.tapgateway.transport.ws.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many of the descriptors of this process one crowd of connections may take, so that some remain for everything
 * else (T-57). Immutable.
 */
public final class DescriptorShare {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files +([0-9]{1,9}) ");
    private static final int PARTS = 4;

    private DescriptorShare() {}

    /** So many as are wanted, or a quarter of all there are; where the system does not tell, as many as are wanted. */
    public static int atMost(int wanted) {
        return atMost(wanted, limits());
    }

    static int atMost(int wanted, String limits) {
        OptionalInt all = OptionalInt.empty();
        Matcher line = OPEN_FILES.matcher(limits);
        if (line.find()) {
            all = OptionalInt.of(Integer.parseInt(line.group(1)));
        }
        return Math.min(wanted, all.orElse(Integer.MAX_VALUE) / PARTS);
    }

    private static String limits() {
        try {
            return Files.readString(LIMITS);
        } catch (IOException e) {
            return "";
        }
    }
}
