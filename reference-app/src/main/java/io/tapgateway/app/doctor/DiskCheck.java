package io.tapgateway.app.doctor;

import io.tapgateway.app.home.HomeDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Room for logs and files, and how much of it the logs take. Immutable.
 *
 * @param usable how many bytes there are for files in a directory
 */
record DiskCheck(HomeDirectory home, ToLongFunction<Path> usable) implements DoctorCheck {
    static final long LITTLE_BYTES = 100L << 20;
    static final long TOO_LITTLE_BYTES = 10L << 20;
    /** More than a log and its predecessors come to. */
    static final long MUCH_LOG_BYTES = 64L << 20;

    private static final int SHIFT_TO_MEGABYTES = 20;

    @Override
    public List<DoctorFinding> findings() {
        return List.of(room(), logs());
    }

    static long usableBytes(Path directory) {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            return 0;
        }
    }

    private DoctorFinding room() {
        Path existing = home.path();
        while (!Files.isDirectory(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        long bytes = usable.applyAsLong(existing);
        String what = megabytes(bytes) + " are free for " + home.path() + ".";
        if (bytes < TOO_LITTLE_BYTES) {
            return DoctorFinding.fail("disk", "Only " + what, "Make room; a gateway cannot write its files without.");
        }
        return bytes < LITTLE_BYTES
                ? DoctorFinding.warn(
                        "disk", "Only " + what, "Make room before the logs and files of providers have used it up.")
                : DoctorFinding.ok("disk", what);
    }

    private DoctorFinding logs() {
        long bytes = size(home.logs());
        String what = "The logs in " + home.logs() + " take " + megabytes(bytes) + ".";
        return bytes > MUCH_LOG_BYTES
                ? DoctorFinding.warn(
                        "logs", what, "Remove those you do not need; crash logs are never removed for you.")
                : DoctorFinding.ok("logs", what);
    }

    private static long size(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException e) {
            return 0;
        }
    }

    private static String megabytes(long bytes) {
        return (bytes >> SHIFT_TO_MEGABYTES) + " MB";
    }
}
