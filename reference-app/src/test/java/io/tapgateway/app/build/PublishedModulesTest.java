package io.tapgateway.app.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.docs.Page;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who builds upon what: each module with a descriptor is published, and the bill of materials has all of them. */
class PublishedModulesTest {
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([a-z-]+)</artifactId>");
    private static final Pattern PLUGIN =
            Pattern.compile("<artifactId>(maven-[a-z]+-plugin)</artifactId>\\s*<version>[0-9.]+</version>");

    @Test
    void the_bill_of_materials_lists_what_is_published_and_nothing_else() {
        String managed = Modules.pom("integrations/bom").split("</?dependencyManagement>", -1)[1];

        assertThat(all(ARTIFACT, managed).map(it -> it.group(1)))
                .containsExactlyElementsOf(Modules.published().stream()
                        .map(Modules::artifact)
                        .sorted()
                        .toList());
    }

    @Test
    void a_module_is_published_if_it_has_a_descriptor_and_is_no_example() {
        List<String> described = Modules.all().stream()
                .filter(module -> Files.exists(Page.ROOT.resolve(module + "/src/main/java/module-info.java")))
                .filter(module -> !module.startsWith("examples/"))
                .toList();

        assertThat(Modules.published()).isEqualTo(described);
    }

    /** It is built offline, with what the root has fetched. */
    @ParameterizedTest
    @ValueSource(strings = {"consumer", "consumer-spring"})
    void a_consumer_is_built_with_the_plugins_of_the_root(String consumer) {
        String root = Page.of("pom.xml").text();

        assertThat(all(PLUGIN, Page.of("testing/" + consumer + "/pom.xml").text())
                        .map(MatchResult::group))
                .isNotEmpty()
                .allSatisfy(plugin -> assertThat(root.replaceAll("\\s", "")).contains(plugin.replaceAll("\\s", "")));
    }

    private static Stream<MatchResult> all(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
