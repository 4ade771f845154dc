package io.tapgateway.app.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * Refuses what others than this user and root may have written, and says how that is changed (T-58). Where files have
 * no such rights, everything passes. Stateless.
 */
public final class OnlyOurs {
    private static final Set<PosixFilePermission> OF_OTHERS =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Path SELF = Path.of("/proc/self");
    private static final String USER = "unix:uid";
    private static final int ROOT = 0;

    private OnlyOurs() {}

    /**
     * Looks at a file or directory, if it is there.
     *
     * @return the same path
     * @throws Problem if others may write to it, or it belongs to another user
     */
    public static Path require(Path path) throws Problem {
        try {
            if (mayBeWrittenByOthers(path)) {
                throw new Problem("Other users may write to " + path
                        + ". See whether it is as you left it, and run: chmod go-w " + path);
            }
            if (isForeign(path)) {
                throw new Problem(path + " belongs to another user, who may change it. See whether it is what you want,"
                        + " and run: chown \"$(id -u)\" " + path);
            }
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            // Another kind of system.
            return path;
        } catch (IOException e) {
            // Whoever opens it says what is wrong.
            return path;
        }
        return path;
    }

    /** Whether users other than the owner may write there. */
    static boolean mayBeWrittenByOthers(Path path) throws IOException {
        return Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS).stream()
                .anyMatch(OF_OTHERS::contains);
    }

    private static boolean isForeign(Path path) throws IOException {
        int owner = user(path);
        return owner != ROOT && Files.exists(SELF) && owner != user(SELF.toRealPath());
    }

    private static int user(Path path) throws IOException {
        return (int) Files.getAttribute(path, USER, LinkOption.NOFOLLOW_LINKS);
    }
}
