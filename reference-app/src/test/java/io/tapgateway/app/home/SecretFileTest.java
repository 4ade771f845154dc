package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SecretFileTest {
    @TempDir
    private Path temporary;

    private Path home;
    private PrivateDirectory directory;

    @BeforeEach
    void openHome() throws Problem {
        home = temporary.resolve("home");
        directory = PrivateDirectory.open(home);
    }

    @Test
    void holds_its_content_and_only_its_owner_can_read_it() throws Exception {
        SecretFile file = SecretFile.write(directory, "secret", "s3cret");

        assertThat(file.path()).hasContent("s3cret");
        assertThat(mode(file.path())).isEqualTo("rw-------");
        assertThat(names()).containsExactly("secret");
    }

    @Test
    void replaces_a_planted_link_and_never_writes_through_it() throws Exception {
        Path victim = Files.writeString(temporary.resolve("victim"), "untouched");
        Files.createSymbolicLink(home.resolve("secret"), victim);

        SecretFile file = SecretFile.write(directory, "secret", "s3cret");

        assertThat(victim).hasContent("untouched");
        assertThat(Files.isSymbolicLink(file.path())).isFalse();
        assertThat(file.path()).hasContent("s3cret");
    }

    @Test
    void replaces_a_planted_link_at_its_temporary_name() throws Exception {
        Path victim = Files.writeString(temporary.resolve("victim"), "untouched");
        Path temporaryName = home.resolve(".secret." + ProcessHandle.current().pid() + ".tmp");
        Files.createSymbolicLink(temporaryName, victim);

        SecretFile file = SecretFile.write(directory, "secret", "s3cret");

        assertThat(victim).hasContent("untouched");
        assertThat(file.path()).hasContent("s3cret");
        assertThat(names()).containsExactly("secret");
    }

    @Test
    void takes_over_neither_the_mode_nor_the_content_of_a_planted_file() throws Exception {
        Path planted = Files.writeString(home.resolve("secret"), "a much longer planted content");
        Files.setPosixFilePermissions(planted, PosixFilePermissions.fromString("rw-r--r--"));

        SecretFile file = SecretFile.write(directory, "secret", "s3cret");

        assertThat(mode(file.path())).isEqualTo("rw-------");
        assertThat(file.path()).hasContent("s3cret");
    }

    @Test
    void leaves_nothing_behind_where_a_directory_is_in_its_way() throws Exception {
        Files.createDirectories(home.resolve("secret").resolve("child"));

        assertThatThrownBy(() -> SecretFile.write(directory, "secret", "s3cret"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("secret cannot be written");
        assertThat(names()).containsExactly("secret");
    }

    /** Whoever looks while it is replaced over and over sees a whole secret of mode 0600, or nothing. */
    @Test
    void is_never_visible_with_another_mode_or_half_written() throws Exception {
        Path path = home.resolve("secret");
        AtomicBoolean done = new AtomicBoolean();
        List<String> seen = new java.util.concurrent.CopyOnWriteArrayList<>();
        Thread watcher = new Thread(() -> watch(path, done, seen));
        watcher.start();

        for (int i = 0; i < 500; i++) {
            SecretFile.write(directory, "secret", "s3cret");
        }
        done.set(true);
        watcher.join();

        assertThat(seen).isNotEmpty().allMatch("rw------- s3cret"::equals);
    }

    @Test
    void is_gone_after_closing_and_closing_twice_does_no_harm() throws Exception {
        SecretFile file = SecretFile.write(directory, "secret", "s3cret");

        file.close();
        file.close();

        assertThat(names()).isEmpty();
    }

    @Test
    void closing_leaves_what_somebody_else_has_put_in_its_place() throws Exception {
        SecretFile first = SecretFile.write(directory, "secret", "first");
        SecretFile second = SecretFile.write(directory, "secret", "second");

        first.close();

        assertThat(second.path()).hasContent("second");
    }

    @Test
    void reads_back_what_was_written_without_surrounding_space() throws Exception {
        SecretFile file = SecretFile.write(directory, "secret", "s3cret\n");

        assertThat(SecretFile.read(file.path())).contains("s3cret");
        assertThat(SecretFile.read(home.resolve("other"))).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void T58_a_pipe_keeps_nobody_waiting() throws Exception {
        Path pipe = home.resolve("secret");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> SecretFile.read(pipe))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("it is no regular file, remove it");
        assertThatThrownBy(() -> HomeLock.tryAcquire(directory, "secret")).hasMessageContaining("no regular file");
        assertThatThrownBy(() -> PrivateFile.prepare(pipe)).hasMessageContaining("no regular file");
    }

    @Test
    void does_not_read_through_a_link() throws Exception {
        Path target = Files.writeString(temporary.resolve("target"), "elsewhere");
        Path link = Files.createSymbolicLink(home.resolve("secret"), target);

        assertThatThrownBy(() -> SecretFile.read(link))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("cannot be read");
    }

    private static void watch(Path path, AtomicBoolean done, List<String> seen) {
        while (!done.get()) {
            try {
                String line = mode(path) + " " + Files.readString(path);
                if (!seen.contains(line)) {
                    seen.add(line);
                }
            } catch (IOException e) {
                // Not there yet.
                Thread.onSpinWait();
            }
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> content = Files.list(home)) {
            return content.map(path -> path.getFileName().toString()).toList();
        }
    }
}
