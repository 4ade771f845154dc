package io.tapgateway.benchmarks.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A home that is gone afterwards. Immutable. */
final class TemporaryHome implements AutoCloseable {
    private final Path path;

    TemporaryHome() throws IOException {
        this.path = Files.createTempDirectory("tap-mcp");
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(path)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
