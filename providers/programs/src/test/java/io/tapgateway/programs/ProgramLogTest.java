package io.tapgateway.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramLogTest {
    @TempDir
    private Path directory;

    @Test
    void what_a_program_prints_is_kept_across_its_starts_for_this_user_only() throws Exception {
        Path file = directory.resolve("provider-ci.log");
        for (String text : new String[] {"first ", "second"}) {
            try (ProgramLog log = ProgramLog.open(file)) {
                log.write(text.getBytes(StandardCharsets.UTF_8), text.length());
            }
        }

        assertThat(file).hasContent("first second");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void T29_a_terminal_that_shows_the_file_obeys_nothing_in_it() throws Exception {
        Path file = directory.resolve("provider-ci.log");
        byte[] bytes = "a\u001b[2J\u0007b\u009b2Jc\u00a0ü\td\r\n".getBytes(StandardCharsets.UTF_8);
        try (ProgramLog log = ProgramLog.open(file)) {
            for (byte each : bytes) {
                log.write(new byte[] {each}, 1);
            }
            log.write(bytes, bytes.length);
        }

        assertThat(file).content().isEqualTo("a?[2J?b\u00bf2Jc\u00a0ü\td \n".repeat(2));
    }

    @Test
    void a_full_file_makes_way_and_one_older_one_is_kept() throws Exception {
        Path file = directory.resolve("provider-ci.log");
        byte[] half = new byte[ProgramLog.MAX_FILE_BYTES / 2];
        try (ProgramLog log = ProgramLog.open(file)) {
            log.write(half, half.length);
            log.write(half, half.length);
            assertThat(file).hasSize(ProgramLog.MAX_FILE_BYTES);
            log.write(half, 1);
            assertThat(file).hasSize(1);
            log.write(half, half.length);
            log.write(half, half.length);
        }

        assertThat(file).hasSize(half.length);
        assertThat(directory.resolve("provider-ci.log.1")).hasSize(half.length + 1);
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(2);
        }
    }
}
