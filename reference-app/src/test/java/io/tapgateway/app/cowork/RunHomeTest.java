package io.tapgateway.app.cowork;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.home.HomeDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHomeTest {
    @TempDir
    private Path home;

    @Test
    void W070_what_a_killed_server_has_left_is_removed_and_nothing_else() throws Exception {
        HomeDirectory persons = new HomeDirectory(home, home);
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path abandoned = made(RunHome.of(persons, home.resolve("work"), ended.pid()));
        Path running = made(RunHome.of(
                persons, home.resolve("work"), ProcessHandle.current().pid()));
        Path other = Files.createDirectories(home.resolve("cowork/notes-" + ended.pid()));

        RunHome.removeAbandoned(persons);

        assertThat(abandoned).doesNotExist();
        assertThat(running).isNotEmptyDirectory();
        assertThat(other).exists();
    }

    @Test
    void W070_a_home_without_servers_is_left_as_it_is() {
        RunHome.removeAbandoned(new HomeDirectory(home, home));

        assertThat(home).isEmptyDirectory();
    }

    private static Path made(RunHome run) throws Exception {
        Path path = Files.createDirectories(run.directory().path());
        Files.writeString(path.resolve("cowork.token"), "secret");
        return path;
    }
}
