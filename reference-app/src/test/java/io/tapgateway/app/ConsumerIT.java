package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tapgateway.app.docs.Page;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program of somebody else's is built upon what would be published, and upon nothing else of ours; it does the same
 * on the class path and on the module path.
 */
@ThoroughOnly("it runs Maven on artifacts that quick builds do not make; NamedModulesIT runs our own examples")
class ConsumerIT {
    private static final String MAIN = "org.example.consumer.Main";

    private static final List<String> LINES = List.of(
            "greeter says {\"text\":\"Hello, Ada!\",\"letters\":11}",
            "failed, INVALID_ARGUMENTS",
            "asleep sleep",
            "failed, CANCELLED",
            "woken true",
            "failed, TIMEOUT",
            "closed");

    /** Every artifact comes from a file: ours as they are staged, others as the build of this tree has fetched them. */
    private static final String SETTINGS = """
            <settings>
              <localRepository>%s</localRepository>
              <mirrors>
                <mirror><id>fetched</id><mirrorOf>*,!staged</mirrorOf><url>%s</url></mirror>
              </mirrors>
              <profiles>
                <profile>
                  <id>staged</id>
                  <repositories>
                    <repository><id>staged</id><url>%s</url></repository>
                  </repositories>
                </profile>
              </profiles>
              <activeProfiles><activeProfile>staged</activeProfile></activeProfiles>
            </settings>
            """;

    @TempDir
    private static Path projects;

    private static Path directory;

    @BeforeAll
    static void build() throws IOException {
        directory = build("consumer");
    }

    /** Returns the place of the copy that was built. */
    private static Path build(String project) throws IOException {
        Path place = projects.resolve(project);
        String maven = System.getProperty("tapgateway.maven", "");
        assumeTrue(!maven.isEmpty(), "the tests are not run by Maven");
        copy(Page.ROOT.resolve("testing").resolve(project), place);
        Path settings = Files.writeString(
                place.resolve("settings.xml"),
                SETTINGS.formatted(
                        projects.resolve("m2"),
                        Path.of(System.getProperty("localRepository")).toUri(),
                        Page.ROOT.resolve("target/repository").toUri()));
        List<String> command =
                List.of(maven + "/bin/mvn", "-B", "-ntp", "-s", settings.toString(), "-f", place.toString(), "package");

        try (RunningProgram build =
                RunningProgram.start(place, Map.of("JAVA_HOME", System.getProperty("java.home")), command)) {
            assertThat(build.awaitExit(Duration.ofMinutes(5)))
                    .as(build.printed())
                    .isZero();
        }
        return place;
    }

    @Test
    void it_runs_on_the_class_path() {
        assertThat(printed("-cp", directory.resolve("target/lib") + "/*", MAIN))
                .startsWith("module null")
                .containsSubsequence(LINES);
    }

    @Test
    void it_runs_as_a_named_module_that_adds_no_other() {
        assertThat(printed("-p", directory.resolve("target/lib").toString(), "-m", "org.example.consumer/" + MAIN))
                .startsWith("module org.example.consumer")
                .containsSubsequence(LINES);
    }

    @Test
    void an_application_of_spring_boot_lends_methods_of_its_beans() throws IOException {
        Path application = build("consumer-spring");

        assertThat(printed("-cp", application.resolve("target/lib") + "/*", "org.example.spring.Main"))
                .containsSubsequence("port true", "application says \"Hello, Ada!\"", "closed true");
    }

    /** The libraries of the port would speak of their start there. */
    private static String printed(String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try (RunningProgram program = RunningProgram.start(
                directory,
                Map.of(),
                Stream.concat(Stream.of(java), Stream.of(arguments)).toList())) {
            assertThat(program.awaitExit(RunningProgram.PATIENCE))
                    .as(program.printed())
                    .isZero();
            assertThat(program.printed()).doesNotContain("grizzly");
            return program.printed();
        }
    }

    private static void copy(Path project, Path place) {
        try (Stream<Path> content = Files.walk(project)) {
            for (Path file : content.filter(Files::isRegularFile).toList()) {
                Path to = place.resolve(project.relativize(file));
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
