package io.tapgateway.app.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a Maven repository would be given is complete, and needs nothing that it is not given. */
@ThoroughOnly("javadoc and sources are not made in quick builds; PublishedModulesTest looks at what is published")
class StagedArtifactsIT {
    static Stream<String> artifacts() {
        return Modules.published().stream().map(Modules::artifact);
    }

    @Test
    void nothing_is_staged_but_what_is_published() {
        assertThat(StagedArtifacts.names())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(artifacts(), Stream.of("tap-gateway-bom")).toList());
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void an_artifact_has_classes_sources_javadoc_and_a_list_of_its_parts(String artifact) throws IOException {
        assertThat(entries(artifact, ".jar")).contains("module-info.class", "META-INF/LICENSE", "META-INF/NOTICE");
        assertThat(entries(artifact, "-sources.jar"))
                .contains("module-info.java", "META-INF/LICENSE", "META-INF/NOTICE");
        assertThat(entries(artifact, "-javadoc.jar")).contains("index.html", "META-INF/LICENSE", "META-INF/NOTICE");
        assertThat(StagedArtifacts.file(artifact, "-cyclonedx.json"))
                .content()
                .contains("\"bomFormat\" : \"CycloneDX\"", "pkg:maven/org.jspecify/jspecify@");
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void every_file_has_its_checksums(String artifact) {
        assertThat(StagedArtifacts.files(artifact))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(Stream.of(".md5", ".sha1").map(end -> Path.of(file + end)))
                        .allMatch(Files::isRegularFile));
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void its_pom_says_all_by_itself(String artifact) {
        assertThat(StagedArtifacts.file(artifact, ".pom"))
                .content()
                .contains("<name>", "<description>", "<url>", "<license>", "<developer>", "<connection>")
                .doesNotContain("<parent>", "${", "<scope>test</scope>", "<build>", "<repositories>", "<properties>");
    }

    @Test
    void the_bill_of_materials_stands_alone_as_well() {
        assertThat(StagedArtifacts.file("tap-gateway-bom", ".pom"))
                .content()
                .contains("<name>", "<description>", "<url>", "<license>", "<developer>", "<connection>")
                .contains("<artifactId>gateway-runtime</artifactId>")
                .doesNotContain("<parent>", "<properties>", "jspecify");
    }

    private static Stream<String> entries(String artifact, String end) throws IOException {
        try (JarFile jar = new JarFile(StagedArtifacts.file(artifact, end).toFile())) {
            return jar.stream().map(it -> it.getName()).toList().stream();
        }
    }
}
