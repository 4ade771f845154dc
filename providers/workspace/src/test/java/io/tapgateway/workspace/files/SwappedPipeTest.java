package io.tapgateway.workspace.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A pipe in the place of what was judged a moment ago: nobody waits for its other end, and nothing is read from it. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class SwappedPipeTest {
    @TempDir
    private Path temporary;

    private Path inside;
    private final List<HeldDirectory> directories = new ArrayList<>();

    @BeforeEach
    @SuppressWarnings("StreamResourceLeak") // closed with the directory that holds it
    void makeDirectory() throws IOException {
        inside = temporary.toRealPath();
        directories.add(HeldDirectory.open(inside, Optional.empty()));
        directories.add(new NamedDirectory(inside, Files.newDirectoryStream(inside)));
    }

    @AfterEach
    void close() {
        directories.forEach(HeldDirectory::close);
    }

    private Path pipe(String name) throws Exception {
        Path pipe = inside.resolve(name);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    @Test
    void F006_a_pipe_in_the_place_of_a_file_keeps_nobody_waiting() throws Exception {
        pipe("pipe");

        for (HeldDirectory directory : directories) {
            assertThatThrownBy(() -> directory.read("pipe"))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining("no regular file");
        }
    }

    @Test
    void F006_nothing_is_read_from_a_pipe_that_somebody_fills() throws Exception {
        Path pipe = pipe("pipe");

        try (FileChannel other = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (HeldDirectory directory : directories) {
                assertThatThrownBy(() -> Located.bytes(directory, "pipe", WorkspaceLimits.READ_FILE_BYTES, "pipe"))
                        .isInstanceOf(FileSystemException.class)
                        .hasMessageContaining("no regular file");
            }
            assertThat(other.isOpen()).isTrue();
        }
    }

    @Test
    void F006_a_pipe_in_the_place_of_a_directory_is_not_entered() throws Exception {
        Path pipe = pipe("pipe");

        for (HeldDirectory directory : directories) {
            assertThatThrownBy(() -> directory.child("pipe")).isInstanceOf(NotDirectoryException.class);
        }
        assertThatThrownBy(() -> HeldDirectory.open(pipe, Optional.empty())).isInstanceOf(NotDirectoryException.class);
    }

    @Test
    void F006_files_are_opened_as_ever() throws Exception {
        Files.writeString(inside.resolve("a"), "text");

        for (HeldDirectory directory : directories) {
            assertThat(Located.bytes(directory, "a", WorkspaceLimits.READ_FILE_BYTES, "a"))
                    .asString()
                    .isEqualTo("text");
        }
    }
}
