package io.tapgateway.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConsoleFilesTest {
    private static final Path SOURCES = Path.of(System.getProperty("basedir", ""))
            .resolve("src/main/resources/io/tapgateway/app/console/web")
            .toAbsolutePath();

    private final ConsoleFiles files = ConsoleFiles.ofThisJar();

    @Test
    void every_file_is_listed_and_served_with_its_type() throws IOException {
        assertThat(ConsoleFiles.names()).containsExactlyElementsOf(sources());
        assertThat(files.at("/").orElseThrow().type()).isEqualTo("text/html; charset=utf-8");
        assertThat(files.at("/main.js").orElseThrow().type()).isEqualTo("text/javascript; charset=utf-8");
        assertThat(files.at("/views/tools.js").orElseThrow().content()).startsWith("// ");
    }

    @Test
    void nothing_else_is() {
        for (String path :
                List.of("", "/index.html", "/files.txt", "/views", "/views/", "/../SignIn.class", "//main.js")) {
            assertThat(files.at(path)).as(path).isEmpty();
        }
    }

    /** What the browser is told not to do as well; here it is found before. */
    @Test
    void no_file_makes_markup_or_code_from_text_or_asks_another_site() throws IOException {
        for (String name : sources()) {
            assertThat(Files.readString(SOURCES.resolve(name)))
                    .as(name)
                    .doesNotContain(
                            "innerHTML",
                            "outerHTML",
                            "insertAdjacent",
                            "document.write",
                            "eval(",
                            "new Function",
                            "https://")
                    .doesNotContainPattern("(src|href)=\"(?!/)[^#]")
                    .doesNotContainPattern("<script(?! type=\"module\" src=)|<style| style=");
        }
    }

    /** Commands are shown as the person calls the program, which one file knows. */
    @Test
    void no_file_but_one_names_the_program_before_a_command() throws IOException {
        for (String name : sources()) {
            if (!name.equals("program-name.js")) {
                assertThat(Files.readString(SOURCES.resolve(name))).as(name).doesNotContainPattern("tapgateway [a-z-]");
            }
        }
    }

    @Test
    void no_file_is_longer_than_the_code_of_the_project_may_be() throws IOException {
        for (String name : sources()) {
            assertThat(Files.readAllLines(SOURCES.resolve(name))).as(name).hasSizeLessThanOrEqualTo(400);
        }
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> found = Files.walk(SOURCES)) {
            return found.filter(Files::isRegularFile)
                    .map(file -> SOURCES.relativize(file).toString())
                    .filter(name -> !name.equals("files.txt"))
                    .sorted()
                    .toList();
        }
    }
}
