package io.tapgateway.zot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestTest {
    private Path directory;

    @BeforeEach
    void realDirectory(@TempDir Path directory) throws IOException {
        this.directory = directory.toRealPath();
    }

    private Manifest read(String json) throws IOException {
        Files.writeString(directory.resolve(Manifest.FILE), json);
        return Manifest.read(directory).orElseThrow();
    }

    private void refused(String json, String... why) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(IOException.class).hasMessageContainingAll(why);
    }

    @Test
    void Z012_what_is_said_is_read_and_unknown_members_are_ignored() throws IOException {
        Manifest manifest =
                read("{\"name\":\"weather\",\"version\":\"1.0.0\",\"exec\":\"./weather\",\"args\":[\"--mode\","
                        + "\"daemon\"],\"language\":\"go\",\"description\":\"now\",\"icon\":7}");

        assertThat(manifest.line()).containsExactly(directory.resolve("weather").toString(), "--mode", "daemon");
        assertThat(manifest.enabled()).isTrue();
        assertThat(manifest.command().directory()).isEqualTo(directory);
        assertThat(manifest)
                .extracting(Manifest::version, Manifest::language, Manifest::description)
                .containsExactly("1.0.0", "go", "now");
    }

    @Test
    void Z016_a_bare_name_is_looked_for_on_the_path_and_an_absolute_one_is_taken_as_it_is() throws IOException {
        assertThat(read("{\"name\":\"a\",\"exec\":\"python3\"}").line()).containsExactly("python3");
        assertThat(read("{\"name\":\"a\",\"exec\":\"/bin/sh\"}").line()).containsExactly("/bin/sh");
    }

    @Test
    void Z011_what_is_missing_or_wrong_is_named_with_the_file() throws IOException {
        refused("{\"exec\":\"x\"}", Manifest.FILE, "/name");
        refused("{\"name\":\"\",\"exec\":\"x\"}", "/name");
        refused("{\"name\":\"a\"}", "/exec");
        refused("{\"name\":\"a\",\"exec\":7}", "/exec");
        refused("[]", Manifest.FILE);
        refused("{\"name\":", Manifest.FILE);
        Files.delete(directory.resolve(Manifest.FILE));
        assertThatThrownBy(() -> Manifest.read(directory)).hasMessageContaining("no regular file");
    }

    @Test
    void Z011_it_has_at_most_64_KiB() throws IOException {
        String start = "{\"name\":\"a\",\"exec\":\"x\"}";
        assertThat(read(start + " ".repeat(ZotLimit.MANIFEST_BYTES.most() - start.length())))
                .isNotNull();
        refused(start + " ".repeat(ZotLimit.MANIFEST_BYTES.most() - start.length() + 1), "65536");
    }

    @Test
    void Z010_it_is_not_read_through_a_link() throws IOException {
        Path elsewhere = directory.resolve("elsewhere");
        Files.writeString(elsewhere, "{\"name\":\"a\",\"exec\":\"x\"}");
        Files.createSymbolicLink(directory.resolve(Manifest.FILE), elsewhere);

        assertThatThrownBy(() -> Manifest.read(directory)).hasMessageContaining("no regular file");
    }

    @Test
    void Z012_a_hundred_arguments_are_enough_and_what_is_for_people_is_cut() throws IOException {
        String arguments = String.join(",", Collections.nCopies(ZotLimit.ARGUMENTS.most(), "\"x\""));
        assertThat(read("{\"name\":\"a\",\"exec\":\"x\",\"args\":[" + arguments + "]}")
                        .line())
                .hasSize(ZotLimit.ARGUMENTS.most() + 1);
        refused("{\"name\":\"a\",\"exec\":\"x\",\"args\":[" + arguments + ",\"x\"]}", "/args");
        assertThat(read("{\"name\":\"a\",\"exec\":\"x\",\"description\":\"" + "d".repeat(201) + "\"}")
                        .description())
                .hasSize(ZotLimit.SHOWN_CHARACTERS.most());
    }

    @ParameterizedTest
    @CsvSource({"theme.json", "themes/theme.json", "skills/one.md"})
    void Z013_themes_and_skills_need_no_program(String file) throws IOException {
        Files.writeString(directory.resolve(Manifest.FILE), "{\"name\":\"a\"}");
        Files.createDirectories(directory.resolve(file).getParent());
        Files.writeString(directory.resolve(file), "{}");

        assertThat(Manifest.read(directory)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "hello-py, hello-py",
        "'My Tool!', My-Tool-",
        "--x, x",
        "Äpfel, pfel",
        "host, ext-host",
        "'!!!', ext-",
        "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee, aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeee"
    })
    void Z014_a_provider_can_be_called_so(String name, String provider) {
        assertThat(Manifest.providerName(name).value()).isEqualTo(provider);
    }

    @Test
    void Z005_names_are_the_same_whatever_the_case() {
        assertThat(Extensions.manifest("Guard").isNamedAs(Extensions.manifest("guard")))
                .isTrue();
    }
}
