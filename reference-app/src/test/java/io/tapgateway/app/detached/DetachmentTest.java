package io.tapgateway.app.detached;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Also how a system does it that this is not; {@code DetachedIT} detaches real gateways. */
class DetachmentTest {
    @TempDir
    private Path bin;

    @Test
    void without_a_shell_the_java_without_a_console_is_taken_if_there_is_one() throws Exception {
        List<String> program = List.of(bin.resolve("java").toString(), "-cp", "a b", "Main");
        Detachment detachment = new Detachment.WithoutConsole();

        assertThat(detachment.of(program)).isEqualTo(program);
        Path quiet = Files.createFile(bin.resolve("javaw.exe"));

        assertThat(detachment.of(program)).containsExactly(quiet.toString(), "-cp", "a b", "Main");
        assertThat(detachment.nothing()).hasName("NUL");
    }

    @Test
    void a_shell_does_not_read_what_it_starts() throws Exception {
        Process process = new ProcessBuilder(new Detachment.OwnSession().of(List.of("echo", "$HOME", "a  b", "*")))
                .redirectInput(new Detachment.OwnSession().nothing())
                .start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("$HOME a  b *\n");
        assertThat(process.waitFor()).isZero();
    }
}
