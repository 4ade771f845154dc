package io.tapgateway.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The processes of a directory: those of which a program under test has written the number into a file, as its own or
 * as what it has started. Immutable.
 */
public record PidFiles(Path directory) {
    /** The number in the file of that name. */
    public long pid(String name) throws IOException {
        return Long.parseLong(Files.readString(directory.resolve(name)).strip());
    }

    /**
     * Whether that process lives; one that has ended but has nobody to bury it does not, nor does one whose number is
     * not written yet.
     */
    public boolean isAlive(String name) throws IOException {
        try {
            Path file = directory.resolve(name);
            return Files.size(file) > 0
                    && !Files.readString(Path.of("/proc", Long.toString(pid(name)), "stat"))
                            .contains(") Z ");
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}
