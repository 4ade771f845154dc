package io.tapgateway.app.home;

import io.tapgateway.runtime.system.RegularFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files that only this user can read, with mode 0600 from the moment they can be seen, whatever the umask says (T-08).
 * Stateless.
 */
public final class PrivateFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    /** For whoever makes such a file. */
    public static final FileAttribute<Set<PosixFilePermission>> CREATED_OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(OWNER_ONLY);

    private PrivateFile() {}

    /**
     * Makes a file for others to write to, if it is not there, and takes it from other users if it is; it must be no
     * link.
     */
    public static void prepare(Path file) throws IOException {
        FileChannel.open(
                        RegularFile.at(file),
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                        CREATED_OWNER_ONLY)
                .close();
        Files.setPosixFilePermissions(file, OWNER_ONLY);
    }
}
