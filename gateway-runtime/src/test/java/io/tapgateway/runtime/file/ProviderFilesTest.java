package io.tapgateway.runtime.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.core.kernel.FileRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads from a directory whose owner would like to have other files read. */
@EnabledOnOs(OS.LINUX)
final class ProviderFilesTest {
    private static final String INSIDE = "inside";
    private static final String OUTSIDE = "hidden";

    @TempDir
    Path temporary;

    private Path directory;
    private Path secret;

    @BeforeEach
    void makeDirectories() throws IOException {
        Path base = ProviderFiles.base(temporary.resolve("providers"));
        directory = base.resolve("0123-camera");
        assertThat(ProviderFiles.prepare(directory)).isTrue();
        secret = write(base.getParent().resolve("secret"), OUTSIDE);
    }

    @Test
    void D152_a_regular_file_of_the_declared_size_is_read_completely() throws IOException {
        Path file = write(directory.resolve("a/b/c.txt"), INSIDE);

        assertThat(read(file.toString(), INSIDE.length())).contains(INSIDE);
    }

    @Test
    void D152_a_file_of_another_size_is_not_read() throws IOException {
        Path file = write(directory.resolve("x"), INSIDE);

        assertThat(read(file.toString(), INSIDE.length() - 1)).isEmpty();
        assertThat(read(file.toString(), INSIDE.length() + 1)).isEmpty();
        assertThat(read(file.toString(), 0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "/",
                "x/..",
                "../secret",
                "../../secret",
                "./x",
                "sub/../x",
                "missing",
                "sub",
                "x/y",
                "x\0",
                "..%2Fsecret",
                "..\\secret",
                "sub//../../../secret"
            })
    void D152_T32_nothing_but_the_path_of_a_file_below_the_directory_is_read(String relative) throws IOException {
        write(directory.resolve("x"), INSIDE);
        Files.createDirectory(directory.resolve("sub"));

        assertThat(read(directory + "/" + relative, INSIDE.length())).isEmpty();
    }

    @Test
    void D152_a_relative_path_is_not_read() throws IOException {
        write(directory.resolve("x"), INSIDE);

        assertThat(read("x", INSIDE.length())).isEmpty();
    }

    @Test
    void D152_T32_a_directory_whose_name_begins_alike_is_another_one() throws IOException {
        Path evil = write(Path.of(directory + "-evil/x"), OUTSIDE);

        assertThat(read(evil.toString(), OUTSIDE.length())).isEmpty();
    }

    @Test
    void D152_T32_no_link_is_followed_be_it_the_file_or_on_the_way() throws IOException {
        write(directory.resolve("x"), INSIDE);
        Files.createSymbolicLink(directory.resolve("link"), secret);
        Files.createSymbolicLink(directory.resolve("inner"), directory.resolve("x"));
        Files.createSymbolicLink(directory.resolve("up"), secret.getParent());

        assertThat(read(directory + "/link", OUTSIDE.length())).isEmpty();
        assertThat(read(directory + "/inner", INSIDE.length())).isEmpty();
        assertThat(read(directory + "/up/secret", OUTSIDE.length())).isEmpty();
    }

    @Test
    void D152_T32_a_directory_that_was_replaced_by_a_link_is_not_read_from() throws IOException {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        write(elsewhere.resolve("x"), OUTSIDE);
        Files.delete(directory);
        Files.createSymbolicLink(directory, elsewhere);

        assertThat(read(directory + "/x", OUTSIDE.length())).isEmpty();
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void D152_T32_a_pipe_keeps_nobody_waiting() throws Exception {
        Path pipe = directory.resolve("pipe");
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assertThat(made.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(made.exitValue()).isZero();

        assertThat(read(pipe.toString(), 0)).isEmpty();
        assertThat(read(pipe + "/x", 1)).isEmpty();
    }

    @Test
    void D152_T32_a_device_is_no_file() {
        FileRequest request = new FileRequest(
                new CallId("call-1"), Path.of("/dev"), new FileRef("/dev/zero", "text/plain", 0, OptionalLong.empty()));

        assertThat(ProviderFiles.read(request)).isEmpty();
    }

    @Test
    void D152_what_is_seventeen_directories_deep_is_not_looked_for() throws IOException {
        Path fifteen = write(directory.resolve("a/".repeat(15) + "x"), INSIDE);
        Path sixteen = write(directory.resolve("b/".repeat(16) + "x"), INSIDE);

        assertThat(read(fifteen.toString(), INSIDE.length())).contains(INSIDE);
        assertThat(read(sixteen.toString(), INSIDE.length())).isEmpty();
    }

    /** The owner swaps a file, and a directory on the way, for links to the outside and back, as fast as it can. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void D152_T32_what_is_swapped_while_it_is_read_leads_nowhere_else() throws Exception {
        Path way = directory.resolve("way");
        write(directory.resolve("good/file"), INSIDE);
        Path evil = Files.createDirectory(temporary.resolve("evil"));
        Files.write(evil.resolve("file"), OUTSIDE.getBytes(StandardCharsets.UTF_8));
        Files.createSymbolicLink(directory.resolve("evil"), evil);
        Path file = directory.resolve("file");
        Files.createSymbolicLink(directory.resolve("link"), secret);
        AtomicBoolean done = new AtomicBoolean();
        Thread swapper = new Thread(() -> swap(way, file, done), "swapper");
        swapper.start();

        int inside = 0;
        try {
            for (int i = 0; i < 20_000; i++) {
                Optional<String> direct = read(file.toString(), INSIDE.length());
                Optional<String> onTheWay = read(way + "/file", INSIDE.length());
                assertThat(direct.orElse(INSIDE)).isEqualTo(INSIDE);
                assertThat(onTheWay.orElse(INSIDE)).isEqualTo(INSIDE);
                inside += direct.isPresent() ? 1 : 0;
            }
        } finally {
            done.set(true);
            swapper.join();
        }

        assertThat(inside).as("reads that found the good file").isPositive();
    }

    private void swap(Path way, Path file, AtomicBoolean done) {
        try {
            Path link = directory.resolve("link");
            Path good = directory.resolve("good");
            Path evil = directory.resolve("evil");
            while (!done.get()) {
                write(directory.resolve("new"), INSIDE);
                Files.move(directory.resolve("new"), file, StandardCopyOption.ATOMIC_MOVE);
                Files.move(good, way, StandardCopyOption.ATOMIC_MOVE);
                Files.move(way, good, StandardCopyOption.ATOMIC_MOVE);
                Files.move(link, file, StandardCopyOption.ATOMIC_MOVE);
                Files.createSymbolicLink(link, secret);
                Files.move(evil, way, StandardCopyOption.ATOMIC_MOVE);
                Files.move(way, evil, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new AssertionError("the swapper failed", e);
        }
    }

    @Test
    void D153_T31_a_directory_is_its_owners_alone() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.getParent())))
                .isEqualTo("rwx------");
        assertThat(ProviderFiles.prepare(directory)).as("once more").isTrue();
    }

    @Test
    void D153_T31_what_is_there_already_and_is_no_such_directory_is_not_used() throws IOException {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Path link = directory.resolveSibling("0124-link");
        Files.createSymbolicLink(link, elsewhere);
        Path file = write(directory.resolveSibling("0125-file"), "x");
        Path open = Files.createDirectory(directory.resolveSibling("0126-open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(ProviderFiles.prepare(link)).isFalse();
        assertThat(ProviderFiles.prepare(file)).isFalse();
        assertThat(ProviderFiles.prepare(open)).isFalse();
        assertThat(Files.isSymbolicLink(link)).isTrue();
    }

    @Test
    void D153_where_others_may_write_there_are_no_directories() throws IOException {
        Path shared = Files.createDirectory(temporary.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> ProviderFiles.base(shared))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("chmod go-w");
    }

    @Test
    void D153_a_base_that_is_a_file_is_refused() throws IOException {
        Path file = write(temporary.resolve("file"), "x");

        assertThatThrownBy(() -> ProviderFiles.base(file)).isInstanceOf(IllegalStateException.class);
        assertThat(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }

    private Optional<String> read(String path, long size) {
        FileRef file = new FileRef(path, "text/plain", size, OptionalLong.empty());
        return ProviderFiles.read(new FileRequest(new CallId("call-1"), directory, file))
                .map(FileContent::bytes)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
