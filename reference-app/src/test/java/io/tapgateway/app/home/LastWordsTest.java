package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastWordsTest {
    @TempDir
    private Path logs;

    @Test
    void who_fails_is_shown_with_its_last_lines_and_its_log() throws Exception {
        Path log = Files.writeString(logs.resolve("ci.log"), "of the start before\na\nb\nc\nd\n");

        assertThat(LastWords.of(log, 0)).isEqualTo(" It said last: b / c / d (its log: " + log + ")");
        assertThat(LastWords.of(log, 24)).isEqualTo(" It said last: c / d (its log: " + log + ")");
    }

    @Test
    void whoever_has_said_nothing_since_it_began_has_a_log_all_the_same() throws Exception {
        Path log = Files.writeString(logs.resolve("ci.log"), "of the start before\n");

        assertThat(LastWords.of(log, Files.size(log))).isEqualTo(" It said nothing. (its log: " + log + ")");
        assertThat(LastWords.of(logs.resolve("gone.log"), 0)).startsWith(" It said nothing.");
    }
}
