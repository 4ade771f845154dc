package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    @TempDir
    private Path directory;

    private HomeDirectory home;

    @BeforeEach
    void locateHome() throws Exception {
        home = HomeDirectory.locate(Optional.of(directory.resolve("home").toString()));
    }

    @Test
    void the_home_is_no_setting_since_settings_stand_in_it() {
        assertThatThrownBy(() -> Settings.Key.of("home")).hasMessageContaining("TAPGATEWAY_HOME says where it is");
        assertThatThrownBy(() -> Settings.Key.of("hom"))
                .hasMessageContaining("There is no setting 'hom'. There are: port,");
    }

    @Test
    void T08_what_is_set_stays_set_in_a_file_for_this_user_alone() throws Exception {
        assertThat(Settings.in(home).values()).isEmpty();

        Settings.in(home).set(Settings.Key.PORT, "9500");
        Settings.in(home).set(Settings.Key.MODEL, "qwen3");

        assertThat(Settings.in(home).get(Settings.Key.PORT)).contains("9500");
        assertThat(Settings.in(home).file()).hasContent("{\"port\":\"9500\",\"model\":\"qwen3\"}");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(Settings.in(home).file())))
                .isEqualTo("rw-------");
        Settings.in(home).unset(Settings.Key.PORT);
        assertThat(Settings.in(home).values()).containsOnlyKeys(Settings.Key.MODEL);
    }

    @ParameterizedTest
    @CsvSource({
        "port,65535",
        "port,0",
        "control-port,10000",
        "pairing,window",
        "absent,wait",
        "approve-in-agent,true",
        "lazy-tools,0",
        "lazy-tools,40",
        "base-url,http://localhost:11434/v1"
    })
    void a_value_that_the_option_takes_is_taken(String key, String value) throws Exception {
        Settings.in(home).set(Settings.Key.of(key), value);

        assertThat(Settings.in(home).get(Settings.Key.of(key))).contains(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port         | 65536     | port must be a number from 0 to 65535, not '65536'.",
                "control-port | x         | control-port must be a number from 0 to 65535, not 'x'.",
                "absent       | allow     | absent must be deny or wait, not 'allow'.",
                "pairing      | always    | pairing must be deny, window or ask, not 'always'.",
                "base-url     | ftp://x/  | base-url must be a URL that begins with http:// or https://, not 'ftp://x/'."
            })
    void another_value_is_refused(String key, String value, String sentence) {
        assertThatThrownBy(() -> Settings.in(home).set(Settings.Key.of(key), value))
                .isInstanceOf(Problem.class)
                .hasMessage(sentence);
    }

    @Test
    void a_file_is_read_up_to_its_limit() throws Exception {
        Settings.in(home).set(Settings.Key.PORT, "1");
        Path file = Settings.in(home).file();
        String content = "{\"port\":\"2\"}";
        Files.writeString(file, content + " ".repeat(Settings.MAX_BYTES - content.length()));
        assertThat(Settings.in(home).get(Settings.Key.PORT)).contains("2");

        Files.writeString(file, content + " ".repeat(Settings.MAX_BYTES - content.length() + 1));
        assertThatThrownBy(() -> Settings.in(home)).hasMessage(file + ": larger than 65536 bytes. Remove it.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"prot\":\"1\"}", "{\"port\":1}", "{\"port\":\"x\"}", "[]", "{"})
    void a_file_that_is_not_understood_is_named(String content) throws Exception {
        Settings.in(home).set(Settings.Key.PORT, "1");
        Path file = Settings.in(home).file();
        Files.writeString(file, content);

        assertThatThrownBy(() -> Settings.in(home)).isInstanceOf(Problem.class).hasMessageStartingWith(file.toString());
    }
}
