package io.tapgateway.benchmarks.footprint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The packaged program on the disk, with all its libraries but Java; and by itself what Java has noted to start it
 * faster. Stateless.
 */
final class AppSize implements Measure {
    /** Where the build leaves it, seen from the project's root. */
    static final Path APP = Path.of("reference-app", "target", "app");

    private static final double MOST_MB = 30;

    @Override
    public List<Figure> take() throws IOException {
        double program = megabytes(file -> !isArchive(file));
        double archives = megabytes(AppSize::isArchive);
        return List.of(
                Figure.of(
                        "size of the program with its libraries",
                        String.format("%.1f MB", program),
                        "30 MB",
                        program <= MOST_MB),
                Figure.of("  its archive of classes, if there is one", String.format("%.1f MB", archives)));
    }

    /** Whether a file is one that `./tapgateway` has Java make, and that can be deleted. */
    static boolean isArchive(Path file) {
        return file.getFileName().toString().endsWith(".jsa");
    }

    private static double megabytes(Predicate<Path> wanted) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(APP)) {
            for (Path file : files.filter(Files::isRegularFile).filter(wanted).toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes / 1e6;
    }
}
