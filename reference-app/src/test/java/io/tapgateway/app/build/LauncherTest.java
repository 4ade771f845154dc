package io.tapgateway.app.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.docs.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The script {@code tapgateway} builds an app that is older than its sources before it runs it, and no other. It is
 * played in a tree with the modules of this one, with a Maven and a Java that only note what they are asked to do.
 */
@Timeout(60)
class LauncherTest {
    private static final String SOURCE = "src/main/java/Some.java";

    private static final String JAVA = """
            #!/bin/sh
            case "$*" in
                *-version*) echo '    java.version = 17.0.1' ;;
                *) printf 'runs, ' >>"$NOTES" ;;
            esac
            """;
    private static final String MAVEN = """
            #!/bin/sh
            printf 'builds, ' >>"$NOTES"
            echo "$BUILT" >reference-app/target/app/built
            """;

    @TempDir
    private Path directory;

    /** After everything that the set-up writes, and without fractions of a second. */
    private final Instant built = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);

    private final Instant saved = built.plus(Duration.ofHours(1));
    private final Instant builtAgain = saved.plus(Duration.ofHours(1));

    private Path root;

    @BeforeEach
    void makeTree() throws IOException {
        root = Files.createDirectory(directory.resolve("a tree"));
        copy("pom.xml");
        copy("tapgateway");
        Files.createDirectory(root.resolve(".mvn"));
        for (String module : Modules.all()) {
            write(module + "/pom.xml", "");
            write(module + "/" + SOURCE, "");
            write(module + "/src/test/java/SomeTest.java", "");
        }
        Files.createDirectories(root.resolve("reference-app/src/main/sh"));
        copy("reference-app/src/main/sh/launch.sh");
        write("reference-app/target/app/built", built + "\n");
        makeProgram("jdk/bin/java", JAVA);
        makeProgram("jdk/bin/javac", "");
        makeProgram("bin/mvn", MAVEN);
    }

    @ParameterizedTest
    @MethodSource("io.tapgateway.app.build.Modules#ofTheApp")
    void a_source_that_is_newer_has_the_app_built_whatever_its_module(String module) throws Exception {
        touch(module + "/" + SOURCE);

        assertThat(start()).isEqualTo("builds, runs, ");
    }

    @Test
    void what_says_how_a_module_is_built_counts_as_well_and_what_has_been_built_is_built_once() throws Exception {
        touch("providers/emitters/pom.xml");

        assertThat(start()).isEqualTo("builds, runs, ");
        assertThat(start()).isEqualTo("builds, runs, runs, ");
    }

    @Test
    void what_is_not_in_the_app_has_nothing_built() throws Exception {
        for (String module : Modules.besideTheApp()) {
            touch(module + "/" + SOURCE);
        }
        touch("reference-app/src/test/java/SomeTest.java");

        assertThat(start()).isEqualTo("runs, ");
    }

    /** Asks for the status of a gateway; what was noted, from the beginning. */
    private String start() throws Exception {
        Path notes = directory.resolve("notes");
        Path printed = directory.resolve("printed");
        ProcessBuilder script = new ProcessBuilder(root.resolve("tapgateway").toString(), "status")
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        script.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
        script.environment().merge("PATH", directory.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        script.environment().put("NOTES", notes.toString());
        script.environment().put("BUILT", builtAgain.toString());
        Process process = script.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(printed)).isZero();
        return Files.readString(notes);
    }

    private void copy(String file) throws IOException {
        Files.copy(Page.ROOT.resolve(file), root.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private void touch(String file) throws IOException {
        Files.setLastModifiedTime(root.resolve(file), FileTime.from(saved));
    }

    private void makeProgram(String name, String content) throws IOException {
        Path program = directory.resolve(name);
        Files.createDirectories(program.getParent());
        assertThat(Files.writeString(program, content).toFile().setExecutable(true))
                .isTrue();
    }
}
