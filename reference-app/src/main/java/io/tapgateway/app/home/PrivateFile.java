package io.tapgateway.app.home;

import io.tapgateway.runtime.system.OwnerOnly;
import io.tapgateway.runtime.system.RegularFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/**
 * Files that only this user can read, and nobody else from the moment they can be seen, whatever the umask says (T-08).
 * Stateless.
 */
public final class PrivateFile {
    private PrivateFile() {}

    /** For whoever makes such a file. */
    public static FileAttribute<?> created(Path file) {
        return OwnerOnly.at(file).newFile();
    }

    /**
     * Makes a file for others to write to, if it is not there, and takes it from other users if it is; it must be no
     * link.
     */
    public static void prepare(Path file) throws IOException {
        FileChannel.open(
                        RegularFile.at(file),
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                        created(file))
                .close();
        OwnerOnly.at(file).close(file);
    }
}
