package io.tapgateway.app.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tapgateway.app.docs.Page;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The root checks the format of all modules, wherever they lie, or nobody does. */
class FormatTest {
    /** What a module may have, in a package and, as its description is, in none. */
    private static final List<String> SOURCES = List.of(
            "/src/main/java/module-info.java",
            "/src/main/java/io/tapgateway/Some.java",
            "/src/test/java/io/tapgateway/SomeTest.java");

    private static final Pattern INCLUDE = Pattern.compile("<include>([^<]*\\.java)</include>");

    @TempDir
    private Path root;

    static Stream<String> modules() {
        return Modules.all().stream();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void the_sources_of_each_module_are_among_those_that_are_checked(String module) {
        List<Pattern> checked = INCLUDE.matcher(Page.of("pom.xml").text())
                .results()
                .map(FormatTest::pattern)
                .toList();

        for (String source : SOURCES) {
            assertThat(checked)
                    .as(source)
                    .anyMatch(it -> it.matcher(module + source).matches());
        }
    }

    @Test
    @ThoroughOnly("it runs Maven; the quick build looks at what the formatter is told to look at")
    void a_source_of_a_nested_module_in_another_format_fails_the_build() throws Exception {
        String maven = System.getProperty("tapgateway.maven", "");
        assumeTrue(!maven.isEmpty(), "the tests are not run by Maven");
        copy("pom.xml");
        copy(".mvn/jvm.config");
        String source = nested() + "/src/main/java/io/tapgateway/Some.java";
        write(source, "class  Some{}");
        Path log = root.resolve("log");

        Process build = new ProcessBuilder(maven + "/bin/mvn", "-B", "-N", "validate")
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();

        assertThat(build.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(build.exitValue()).as(Files.readString(log)).isNotZero();
        assertThat(log).content().contains("format violations", source);
    }

    private static String nested() {
        return modules().filter(module -> module.contains("/")).findFirst().orElseThrow();
    }

    /** What Maven takes such a text for. */
    private static Pattern pattern(MatchResult include) {
        return Pattern.compile(include.group(1)
                .replace(".", "\\.")
                .replace("**/", "<any>")
                .replace("*", "[^/]*")
                .replace("<any>", "(.*/)?"));
    }

    private void copy(String file) throws IOException {
        write(file, Page.of(file).text());
    }

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }
}
