package io.tapgateway.workspace.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.testkit.Depth;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is reached below roots, and what is not. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class RootsTest {
    private static final String SECRET = "outside";

    @TempDir
    private Path temporary;

    private Path inside;
    private Path outside;

    @BeforeEach
    void makeFiles() throws IOException {
        Path real = temporary.toRealPath();
        inside = Files.createDirectory(real.resolve("inside"));
        outside = Files.createDirectory(real.resolve("outside"));
        Files.writeString(outside.resolve("secret.txt"), SECRET);
        Files.createDirectory(inside.resolve("sub"));
        Files.writeString(inside.resolve("sub/a.txt"), "a");
    }

    private Roots roots() throws IOException {
        return Roots.of(List.of(inside), List.of(), false);
    }

    private static String read(Roots roots, String path) throws IOException {
        try (Located file = roots.locate(path)) {
            return new String(file.read(1_000), StandardCharsets.UTF_8);
        }
    }

    private static void write(Roots roots, String path, String text) throws IOException {
        try (Located file = roots.locateToWrite(path)) {
            file.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void F001_the_file_system_and_the_home_of_the_user_are_no_workspace_unless_forced() throws IOException {
        Path home = Path.of(System.getProperty("user.home"));

        assertThatThrownBy(() -> Roots.of(List.of(Path.of("/")), List.of(), false))
                .hasMessageContaining("too much");
        assertThatThrownBy(() -> Roots.of(List.of(home), List.of(), false)).hasMessageContaining("too much");
        assertThat(Roots.of(List.of(Path.of("/")), List.of(), true).first()).isEqualTo(Path.of("/"));
    }

    @Test
    void F001_there_are_1_to_16_roots() throws IOException {
        List<Path> most = Collections.nCopies(WorkspaceLimits.ROOTS, inside);
        List<Path> more = Collections.nCopies(WorkspaceLimits.ROOTS + 1, inside);

        assertThat(Roots.of(most, List.of(), false).all()).hasSize(WorkspaceLimits.ROOTS);
        assertThatThrownBy(() -> Roots.of(more, List.of(), false)).hasMessageContaining("1 to 16");
        assertThatThrownBy(() -> Roots.of(List.of(), List.of(), false)).hasMessageContaining("1 to 16");
    }

    @Test
    void F001_a_directory_in_the_place_of_a_root_is_not_entered() throws IOException {
        Roots roots = roots();
        Files.move(inside, temporary.resolve("moved"));
        Files.createSymbolicLink(inside, outside);

        assertThatThrownBy(() -> read(roots, "secret.txt")).isInstanceOf(IOException.class);
    }

    @Test
    void F002_a_path_is_relative_names_a_root_or_is_absolute() throws IOException {
        Path second = Files.createDirectory(temporary.toRealPath().resolve("second"));
        Files.writeString(second.resolve("b.txt"), "b");
        Roots roots = Roots.of(List.of(inside, second), List.of(), false);

        assertThat(read(roots, "sub/../sub/./a.txt")).isEqualTo("a");
        assertThat(read(roots, inside.resolve("sub/a.txt").toString())).isEqualTo("a");
        assertThat(read(roots, "second:b.txt")).isEqualTo("b");
        try (Located file = roots.locate("second:b.txt")) {
            assertThat(file.shown()).isEqualTo("second:b.txt");
        }
    }

    @Test
    void F002_a_path_has_at_most_4096_bytes() throws IOException {
        String most = "./".repeat((WorkspaceLimits.PATH_BYTES - 10) / 2) + "/sub/a.txt";

        assertThat(most).hasSize(WorkspaceLimits.PATH_BYTES);
        assertThat(read(roots(), most)).isEqualTo("a");
        assertThatThrownBy(() -> read(roots(), "./" + most)).hasMessageContaining("4096");
    }

    @Test
    void F003_what_is_outside_is_refused_alike_whether_it_exists_or_not() throws IOException {
        Files.createSymbolicLink(inside.resolve("link"), outside);
        Files.createSymbolicLink(inside.resolve("dangling"), outside.resolve("nothing"));
        Files.createSymbolicLink(inside.resolve("relative"), Path.of("../outside/secret.txt"));
        List<String> all = List.of(
                "../outside/secret.txt",
                "../outside/nothing",
                outside + "/secret.txt",
                outside + "/nothing",
                "link/secret.txt",
                "link/nothing",
                "dangling",
                "relative",
                "/etc/passwd",
                "sub/../../outside");
        Roots roots = roots();

        for (String path : all) {
            assertThatExceptionOfType(ToolFailure.class)
                    .as(path)
                    .isThrownBy(() -> read(roots, path))
                    .satisfies(refused -> {
                        assertThat(refused.code()).isEqualTo(ToolErrorCode.UNAUTHORIZED);
                        assertThat(refused.reason()).isEqualTo("That path is outside of the workspace.");
                    });
            assertThatExceptionOfType(ToolFailure.class).as(path).isThrownBy(() -> write(roots, path, "x"));
        }
        assertThat(outside.resolve("secret.txt")).hasContent(SECRET);
        assertThat(outside.resolve("nothing")).doesNotExist();
    }

    @Test
    void F004_links_are_followed_as_long_as_they_stay_inside() throws IOException {
        Files.createSymbolicLink(inside.resolve("relative"), Path.of("sub/../sub/a.txt"));
        Files.createSymbolicLink(inside.resolve("absolute"), inside.resolve("sub"));

        assertThat(read(roots(), "relative")).isEqualTo("a");
        assertThat(read(roots(), "absolute/a.txt")).isEqualTo("a");
        write(roots(), "relative", "b");
        assertThat(inside.resolve("sub/a.txt")).hasContent("b");
        assertThat(inside.resolve("relative")).isSymbolicLink();
    }

    @Test
    void F004_there_are_at_most_40_links_on_the_way() throws IOException {
        Path target = Path.of("sub/a.txt");
        for (int i = 1; i <= WorkspaceLimits.LINKS + 1; i++) {
            Files.createSymbolicLink(inside.resolve("l" + i), target);
            target = Path.of("l" + i);
        }
        Files.createSymbolicLink(inside.resolve("circle"), Path.of("circle"));

        assertThat(read(roots(), "l" + WorkspaceLimits.LINKS)).isEqualTo("a");
        assertThatThrownBy(() -> read(roots(), "l" + (WorkspaceLimits.LINKS + 1)))
                .hasMessageContaining("40 links");
        assertThatThrownBy(() -> read(roots(), "circle")).hasMessageContaining("40 links");
    }

    /** A directory is a link to another one in each second moment: what is read and written stays inside. */
    @Test
    void F005_T43_whoever_swaps_directories_and_links_gains_no_byte() throws Exception {
        Files.writeString(outside.resolve("a.txt"), SECRET);
        Roots roots = roots();
        AtomicBoolean over = new AtomicBoolean();
        Thread racer = new Thread(() -> swap(over), "racer");
        racer.setDaemon(true);
        racer.start();
        List<String> seen = new ArrayList<>();
        int rounds = Depth.of(4_000, 40_000, 400_000);

        for (int i = 0; i < rounds; i++) {
            try {
                seen.add(read(roots, "sub/a.txt"));
                // A write waits for the disk, which may be slow.
                if (i % 10 == 0) {
                    write(roots, "sub/a.txt", "a");
                }
            } catch (IOException | ToolFailure swapped) {
                seen.add("refused");
            }
        }
        over.set(true);
        racer.join();

        assertThat(seen).contains("a").doesNotContain(SECRET);
        assertThat(outside.resolve("a.txt")).hasContent(SECRET);
        try (var files = Files.list(outside)) {
            assertThat(files).hasSize(2);
        }
    }

    private void swap(AtomicBoolean over) {
        Path sub = inside.resolve("sub");
        Path away = inside.resolve("away");
        try {
            while (!over.get()) {
                Files.move(sub, away);
                Files.createSymbolicLink(sub, outside);
                Files.delete(sub);
                Files.move(away, sub, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (AtomicMoveNotSupportedException e) {
            throw new AssertionError(e);
        } catch (IOException e) {
            // A write has put something there meanwhile.
            return;
        }
    }

    @Test
    void F006_pipes_and_directories_are_not_opened() throws Exception {
        Process made = new ProcessBuilder("mkfifo", inside.resolve("pipe").toString()).start();
        assertThat(made.waitFor()).isZero();

        assertThatThrownBy(() -> read(roots(), "pipe")).hasMessageContaining("no regular file");
        assertThatThrownBy(() -> write(roots(), "pipe", "x")).hasMessageContaining("no regular file");
        assertThatThrownBy(() -> read(roots(), "sub")).hasMessageContaining("a directory");
    }

    @Test
    void F006_nothing_below_a_repository_is_written_and_what_is_closed_is_not_even_read() throws IOException {
        Files.createDirectories(inside.resolve(".git/hooks"));
        Path home = Files.createDirectory(inside.resolve("home"));
        Files.writeString(home.resolve("token"), SECRET);
        Files.createSymbolicLink(inside.resolve("innocent"), Path.of(".git/hooks"));
        Roots roots = Roots.of(List.of(inside), List.of(home), false);

        assertThatThrownBy(() -> write(roots, ".git/config", "x")).hasMessageContaining("'.git'");
        assertThatThrownBy(() -> write(roots, "innocent/pre-commit", "x")).hasMessageContaining("'.git'");
        assertThatThrownBy(() -> write(roots, "new/.GIT/config", "x")).isInstanceOf(ToolFailure.class);
        assertThatThrownBy(() -> read(roots, "home/token")).hasMessageContaining("outside");
        assertThat(inside.resolve(".git/hooks")).isEmptyDirectory();
    }

    @Test
    void A027_what_is_not_allowed_is_outside_component_by_component() throws IOException {
        for (String each : List.of("src/main/a.txt", "src/mainly/b.txt", "src/c.txt", "docs/d.txt", "e.txt")) {
            Path file = inside.resolve(each);
            Files.createDirectories(file.getParent());
            Files.writeString(file, each);
        }
        Files.createSymbolicLink(inside.resolve("src/main/link"), Path.of("../c.txt"));
        Roots roots = roots().within(List.of(Path.of("src/main"), Path.of("docs")));

        assertThat(read(roots, "src/main/a.txt")).isEqualTo("src/main/a.txt");
        write(roots, "docs/new/f.txt", "f");
        assertThat(inside.resolve("docs/new/f.txt")).hasContent("f");
        for (String path : List.of("src/mainly/b.txt", "src/c.txt", "e.txt", "src/main/link", "src/main/../c.txt")) {
            assertThatThrownBy(() -> read(roots, path)).as(path).hasMessageContaining("outside");
            assertThatThrownBy(() -> write(roots, path, "x")).as(path).hasMessageContaining("outside");
        }
        assertThatThrownBy(() -> write(roots, "other/deep/f.txt", "x")).hasMessageContaining("outside");
        assertThat(inside.resolve("other")).doesNotExist();
        assertThat(inside.resolve("src/c.txt")).hasContent("src/c.txt");
        List<String> seen = new ArrayList<>();
        try (Located start = roots.locate(".")) {
            new TreeWalk(roots, () -> false, file -> seen.add(file.below())).walk(start);
        }
        assertThat(seen).containsExactly("docs/d.txt", "docs/new/f.txt", "src/main/a.txt");
    }

    @Test
    void A027_a_file_has_no_part_that_is_allowed() throws IOException {
        Files.writeString(inside.resolve("src"), "a file");
        Roots roots = roots().within(List.of(Path.of("src/main")));

        assertThatThrownBy(() -> read(roots, "src")).hasMessageContaining("outside");
        List<String> seen = new ArrayList<>();
        try (Located start = roots.locate(".")) {
            new TreeWalk(roots, () -> false, file -> seen.add(file.below())).walk(start);
        }
        assertThat(seen).isEmpty();
    }

    @Test
    void F013_missing_directories_on_the_way_are_made_up_to_20() throws IOException {
        String most = "d/".repeat(WorkspaceLimits.WRITE_NEW_DIRECTORIES) + "f";
        String more = "e/".repeat(WorkspaceLimits.WRITE_NEW_DIRECTORIES + 1) + "f";

        write(roots(), most, "x");

        assertThat(inside.resolve(most)).hasContent("x");
        assertThatThrownBy(() -> write(roots(), more, "x")).hasMessageContaining("More than 20");
    }

    @Test
    void F017_a_change_keeps_the_rights_and_leaves_other_names_of_the_file_alone() throws IOException {
        Path file = inside.resolve("sub/a.txt");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
        Files.createLink(outside.resolve("other-name"), file);

        write(roots(), "sub/a.txt", "b");

        assertThat(file).hasContent("b");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwxr-x---");
        assertThat(outside.resolve("other-name")).hasContent("a");
        try (var files = Files.list(inside.resolve("sub"))) {
            assertThat(files).hasSize(1);
        }
    }
}
