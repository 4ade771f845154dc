package io.tapgateway.app.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.docs.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files that a Maven repository would be given, as the thorough build has laid them out. */
final class StagedArtifacts {
    static final Path REPOSITORY = Page.ROOT.resolve("target/repository");

    private static final Path GROUP = REPOSITORY.resolve("io/tapgateway");

    private StagedArtifacts() {}

    static List<String> names() {
        return list(GROUP).stream().map(it -> it.getFileName().toString()).toList();
    }

    /** The one file of an artifact with such an end of its name. */
    static Path file(String artifact, String end) {
        List<Path> found = list(version(artifact)).stream()
                .filter(it -> it.getFileName().toString().matches(artifact + "-[0-9.-]+(SNAPSHOT)?" + end))
                .toList();
        assertThat(found).as("%s%s in %s", artifact, end, GROUP).hasSize(1);
        return found.get(0);
    }

    /** All files of an artifact that are not checksums themselves, nor an index. */
    static List<Path> files(String artifact) {
        return list(version(artifact)).stream()
                .filter(it -> !it.toString().matches(".*(\\.md5|\\.sha1|maven-metadata\\.xml)"))
                .toList();
    }

    private static Path version(String artifact) {
        return list(GROUP.resolve(artifact)).stream()
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow();
    }

    private static List<Path> list(Path directory) {
        try (Stream<Path> content = Files.list(directory)) {
            return content.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
