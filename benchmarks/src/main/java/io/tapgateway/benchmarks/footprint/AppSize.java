package io.tapgateway.benchmarks.footprint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The packaged program on the disk, with all its libraries but Java. Stateless. */
final class AppSize implements Measure {
    /** Where the build leaves it, seen from the project's root. */
    static final Path APP = Path.of("reference-app", "target", "app");

    private static final double MOST_MB = 30;

    @Override
    public List<Figure> take() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(APP)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        double megabytes = bytes / 1e6;
        return List.of(Figure.of(
                "size of the program with its libraries",
                String.format("%.1f MB", megabytes),
                "30 MB",
                megabytes <= MOST_MB));
    }
}
