package io.tapgateway.provider.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What comes along with a provider: little, and nothing that changes anything for the program around it. */
class ClassPathTest {
    private static final long MAX_BYTES = 3_000_000;

    @Test
    void a_provider_brings_json_logging_and_annotations_along_and_no_other_library() {
        assertThat(libraries().map(jar -> jar.getFileName().toString().replaceAll("-[0-9].*", "")))
                .containsExactlyInAnyOrder("jackson-core", "slf4j-api", "jspecify");
    }

    @Test
    void all_of_it_is_no_larger_than_three_megabytes() {
        assertThat(runtime().stream().mapToLong(ClassPathTest::bytes).sum()).isBetween(500_000L, MAX_BYTES);
    }

    /** Whoever asks for a WebSocket container gets the one that the program has chosen. */
    @Test
    void it_offers_no_service_of_jakarta() {
        assertThat(runtime()).allSatisfy(entry -> assertThat(services(entry)).noneMatch(it -> it.contains("jakarta")));
    }

    @Test
    void services_are_found_where_there_are_some() {
        assertThat(libraries().flatMap(jar -> services(jar).stream())).isNotEmpty();
    }

    private static Stream<Path> libraries() {
        return runtime().stream().filter(entry -> !ours(entry));
    }

    /** A module of this tree is a directory of classes until it is packaged. */
    private static boolean ours(Path entry) {
        return Files.isDirectory(entry) || entry.getParent().endsWith("target");
    }

    /** As Maven resolves it, and the module itself. */
    private static List<Path> runtime() {
        try {
            Path own = location(WebSocketProvider.class);
            String others = Files.readString(location(ClassPathTest.class).resolve("runtime-class-path"));
            return Stream.concat(
                            Stream.of(own),
                            Stream.of(others.split(File.pathSeparator, -1)).map(Path::of))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(type.getName(), e);
        }
    }

    private static long bytes(Path entry) {
        try (Stream<Path> files = Files.walk(entry)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> services(Path entry) {
        if (Files.isDirectory(entry)) {
            return names(entry.resolve("META-INF/services"));
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + entry.toUri()), Map.of())) {
            return names(jar.getPath("META-INF/services"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> names(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
