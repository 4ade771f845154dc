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
    private static final String SOURCE_OF_APP = "reference-app/" + SOURCE;

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
            printf '%s' "$SAYS"
            echo "$BUILT" >reference-app/target/app/built
            exit "$CODE"
            """;

    /** As Maven speaks, with what it adds on a terminal. */
    private static final String OF_MAVEN = """
            A word of the script that starts Maven.
            [INFO] Scanning for projects...

            [INFO] -----------------< io.tapgateway:protocol-api >------------------
            \033[1m[INFO] Building Tap Gateway: protocol 0.1.0-SNAPSHOT                    [1/29]\033[m
            [INFO]   from protocol-api/pom.xml
            [WARNING] Something is old.
              and its second line
            [INFO] Building Tap Gateway: app 0.1.0-SNAPSHOT                        [29/29]
            """;

    @TempDir
    private Path directory;

    /** After everything that the set-up writes, and without fractions of a second. */
    private final Instant built = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);

    private final Instant saved = built.plus(Duration.ofHours(1));
    private final Instant builtAgain = saved.plus(Duration.ofHours(1));

    private Path root;

    /** What Maven says, and how it ends. */
    private String says = "";

    private int code;

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

    @Test
    void while_it_builds_each_module_is_told_and_nothing_else_of_what_goes_well() throws Exception {
        touch(SOURCE_OF_APP);
        says = OF_MAVEN;

        assertThat(start()).isEqualTo("builds, runs, ");
        assertThat(printed()).isEqualTo("""
                tapgateway: building from source; the first time takes a few minutes ...
                A word of the script that starts Maven.
                tapgateway: module 1 of 29: protocol
                tapgateway: module 29 of 29: app
                """);
    }

    @Test
    void of_a_build_that_fails_every_line_of_an_error_is_told() throws Exception {
        touch(SOURCE_OF_APP);
        says = OF_MAVEN + """
                [ERROR] COMPILATION ERROR :
                [ERROR] Some.java:[3,35] cannot find symbol
                  symbol:   class Other
                [INFO] 1 error
                 of which nobody needs the number
                """;
        code = 1;

        assertThat(start()).isEqualTo("builds, ");
        assertThat(printed()).endsWith("""
                tapgateway: module 29 of 29: app
                [ERROR] COMPILATION ERROR :
                [ERROR] Some.java:[3,35] cannot find symbol
                  symbol:   class Other
                tapgateway: the build failed, see above; 'mvn -pl reference-app -am package' tells more.
                """);
    }

    private String printed() throws IOException {
        return Files.readString(directory.resolve("printed"));
    }

    /** Asks for the status of a gateway, which succeeds if Maven does; what was noted, from the beginning. */
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
        script.environment().put("SAYS", says);
        script.environment().put("CODE", Integer.toString(code));
        Process process = script.start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(printed)).isEqualTo(code);
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
