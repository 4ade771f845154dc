package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
    @TempDir
    private Path directory;

    @Test
    void a_log_is_found_by_its_name_and_by_that_of_its_program() throws Exception {
        write("tapgateway.log", "");
        write("provider-guardian.log", "");
        write("notes.txt", "");

        List<LogFile> logs = LogFile.in(directory);

        assertThat(logs).extracting(LogFile::name).containsExactly("provider-guardian", "tapgateway");
        assertThat(LogFile.find(logs, "guardian").map(LogFile::name)).contains("provider-guardian");
        assertThat(LogFile.find(logs, "provider-guardian").map(LogFile::name)).contains("provider-guardian");
        assertThat(LogFile.find(logs, "other")).isEmpty();
        assertThat(LogFile.in(directory.resolve("none"))).isEmpty();
    }

    @Test
    void links_are_no_logs() throws Exception {
        write("secret", "");
        Files.createSymbolicLink(directory.resolve("link.log"), directory.resolve("secret"));

        assertThat(LogFile.in(directory)).isEmpty();
    }

    @Test
    void its_last_lines_come_first_and_then_what_is_new() throws Exception {
        LogFile log = log("one\ntwo\nthree\nbegun");

        assertThat(log.last(2)).containsExactly("two", "three");
        assertThat(log.unseen()).isEmpty();
        write("a.log", " and ended: é\nfour\n");
        assertThat(log.unseen()).containsExactly("begun and ended: é", "four");
        assertThat(log.unseen()).isEmpty();
    }

    @Test
    void a_log_that_begins_anew_is_read_from_its_beginning() throws Exception {
        LogFile log = log("one\ntwo\n");
        assertThat(log.last(10)).hasSize(2);

        Files.writeString(directory.resolve("a.log"), "new\n");

        assertThat(log.unseen()).containsExactly("new");
        Files.delete(directory.resolve("a.log"));
        assertThat(log.unseen()).isEmpty();
        assertThat(log.size()).isZero();
    }

    @Test
    void Z113_a_log_of_which_a_new_one_begins_is_followed_there() throws Exception {
        LogFile log = log("one\ntwo\n");
        assertThat(log.last(1)).containsExactly("two");

        Files.move(directory.resolve("a.log"), directory.resolve("a.log.1"));
        Files.writeString(directory.resolve("a.log"), "three\n");

        assertThat(log.unseen()).containsExactly("three");
    }

    @Test
    void what_stands_before_a_place_is_left_out() throws Exception {
        LogFile log = log("one\ntwo\nthree\n");

        assertThat(log.lastSince(4, 10)).containsExactly("two", "three");
        assertThat(log.lastSince(14, 10)).isEmpty();
        assertThat(log.lastSince(1_000, 1)).containsExactly("three");
    }

    @Test
    void of_a_long_log_only_the_end_is_read() throws Exception {
        String line = "x".repeat(1023) + "\n";
        LogFile log = log("first\n" + line.repeat(LogFile.MAX_BYTES / line.length()));

        assertThat(log.last(Integer.MAX_VALUE)).hasSize(LogFile.MAX_BYTES / line.length() - 1);
    }

    @Test
    void a_line_longer_than_what_is_read_at_once_is_shown_in_pieces() throws Exception {
        LogFile log = log("");
        assertThat(log.last(10)).isEmpty();
        write("a.log", "x".repeat(LogFile.MAX_BYTES + 10) + "\n");

        assertThat(log.unseen()).singleElement().asString().hasSize(LogFile.MAX_BYTES);
        assertThat(log.unseen()).containsExactly("x".repeat(10));
    }

    private LogFile log(String content) throws Exception {
        write("a.log", content);
        return LogFile.find(LogFile.in(directory), "a").orElseThrow();
    }

    private void write(String name, String content) throws Exception {
        Files.writeString(
                directory.resolve(name),
                content,
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
