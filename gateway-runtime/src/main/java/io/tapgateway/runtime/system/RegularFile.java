package io.tapgateway.runtime.system;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Looks at what is about to be opened: pipes and devices may keep whoever opens them waiting (T-58). Stateless. */
public final class RegularFile {
    private RegularFile() {}

    /**
     * The same path, if there is a regular file or nothing.
     *
     * @throws FileSystemException if there is something else, be it a link
     */
    public static Path at(Path path) throws IOException {
        boolean other =
                Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
        if (other) {
            throw new FileSystemException(path.toString(), null, "it is no regular file, remove it");
        }
        return path;
    }
}
