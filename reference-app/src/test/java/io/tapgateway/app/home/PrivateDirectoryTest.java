package io.tapgateway.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {
    @TempDir
    private Path temporary;

    @Test
    void is_made_with_its_parents_for_this_user_only() throws Exception {
        PrivateDirectory directory = PrivateDirectory.open(temporary.resolve("a/b"));

        assertThat(mode(directory.path())).isEqualTo("rwx------");
        assertThat(mode(temporary.resolve("a"))).isEqualTo("rwx------");
        assertThat(directory.path()).isEmptyDirectory();
    }

    @Test
    void is_closed_to_others_where_it_was_open() throws Exception {
        Path open = Files.createDirectory(temporary.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        PrivateDirectory.open(open);

        assertThat(mode(open)).isEqualTo("rwx------");
    }

    @Test
    void is_no_link_even_to_a_directory() throws Exception {
        Path link =
                Files.createSymbolicLink(temporary.resolve("link"), Files.createDirectory(temporary.resolve("target")));

        assertThatThrownBy(() -> PrivateDirectory.open(link))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("is a symbolic link");
    }

    @Test
    void is_no_file() throws Exception {
        Path file = Files.createFile(temporary.resolve("file"));

        assertThatThrownBy(() -> PrivateDirectory.open(file))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("no directory");
        assertThatThrownBy(() -> PrivateDirectory.open(file.resolve("below")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(file.toString());
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
