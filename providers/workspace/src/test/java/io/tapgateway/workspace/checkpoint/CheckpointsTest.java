package io.tapgateway.workspace.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.testkit.ThoroughOnly;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is recorded of a directory, and what comes back; files are real. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class CheckpointsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path temporary;

    private Path directory;
    private Path home;
    private CheckpointStore store;
    private Checkpoints checkpoints;

    @BeforeEach
    void openStore() throws Exception {
        directory = Files.createDirectory(temporary.toRealPath().resolve("work"));
        home = temporary.toRealPath().resolve("home");
        reopen();
    }

    @AfterEach
    void closeStore() {
        store.close();
        store.awaitClosed(PATIENCE);
    }

    private void reopen() throws Exception {
        store = CheckpointStore.open(home, List.of(directory), List.of(), false);
        checkpoints = store.of("main", CheckpointMode.AUTO);
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private void write(String path, String text) throws Exception {
        Files.createDirectories(directory.resolve(path).getParent());
        Files.writeString(directory.resolve(path), text);
    }

    @Test
    void F039_what_a_checkpoint_recorded_comes_back_with_links_and_rights() throws Exception {
        write("a.txt", "one");
        write("src/run.sh", "echo");
        Files.setPosixFilePermissions(directory.resolve("src/run.sh"), PosixFilePermissions.fromString("rwxr-x---"));
        Files.createSymbolicLink(directory.resolve("link"), Path.of("src/run.sh"));
        await(checkpoints.prepare());
        Map<String, String> before = Tree.of(directory);
        write("a.txt", "two");
        write("new/deep/b.txt", "b");
        Files.delete(directory.resolve("src/run.sh"));
        Files.delete(directory.resolve("link"));

        Restored done = await(checkpoints.restoreBase());

        assertThat(Tree.of(directory)).isEqualTo(before);
        assertThat(done).isEqualTo(new Restored(3, 1, List.of()));
        assertThat(directory.resolve("new")).doesNotExist();
    }

    @Test
    void F033_T47_bytes_come_back_whatever_a_repository_says_and_nothing_of_it_is_used() throws Exception {
        write(".gitattributes", "* text eol=crlf filter=evil\n");
        write(".git/config", "[filter \"evil\"]\n clean = touch ran\n smudge = touch ran\n");
        write(".git/index.lock", "");
        byte[] mixed = "one\r\ntwo\nthree\r".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        Files.write(directory.resolve("mixed"), mixed);
        await(checkpoints.prepare());
        Files.writeString(directory.resolve("mixed"), "x");

        await(checkpoints.restoreBase());

        assertThat(directory.resolve("mixed")).hasBinaryContent(mixed);
        assertThat(directory.resolve("ran")).doesNotExist();
        assertThat(directory.resolve(".git/index.lock")).exists();
    }

    @Test
    void F037_checkpoints_have_rising_names_that_never_return() throws Exception {
        write("a.txt", "one");
        await(checkpoints.prepare());
        Checkpoint first = await(checkpoints.make());
        write("a.txt", "four");
        Checkpoint second = await(checkpoints.make());
        await(checkpoints.delete(second.id()));
        closeStore();
        reopen();

        Checkpoint third = await(checkpoints.make());

        assertThat(first.id()).hasToString("cp-0001");
        assertThat(first.changed()).isFalse();
        assertThat(second.id()).hasToString("cp-0002");
        assertThat(second.changed()).isTrue();
        assertThat(second.bytes()).isEqualTo(4);
        assertThat(third.id().number()).isGreaterThan(2);
        assertThatThrownBy(() -> await(checkpoints.restore(second.id())))
                .hasRootCauseInstanceOf(CheckpointProblem.class)
                .hasMessageContaining("no checkpoint 'cp-0002'");
    }

    @Test
    void F037_what_an_earlier_run_found_is_a_checkpoint_of_the_next() throws Exception {
        write("a.txt", "one");
        await(checkpoints.prepare());
        Map<String, String> before = Tree.of(directory);
        write("a.txt", "two");
        closeStore();
        reopen();
        CheckpointState state = await(checkpoints.prepare());

        await(checkpoints.restore(state.checkpoints().get(0).id()));

        assertThat(state.checkpoints()).hasSize(1);
        assertThat(Tree.of(directory)).isEqualTo(before);
    }

    @Test
    void F039_a_restore_is_taken_back() throws Exception {
        write("a.txt", "one");
        await(checkpoints.prepare());
        write("a.txt", "two");
        write("b.txt", "b");
        Map<String, String> mine = Tree.of(directory);
        await(checkpoints.restoreBase());
        assertThat(directory.resolve("b.txt")).doesNotExist();

        await(checkpoints.undo());

        assertThat(Tree.of(directory)).isEqualTo(mine);
        assertThat(checkpoints.state().checkpoints()).isEmpty();
    }

    @Test
    void F035_what_is_left_out_is_touched_by_no_restore() throws Exception {
        write(".gitignore", "build/\n");
        write("build/out.txt", "old");
        write(".git/HEAD", "ref");
        write("node_modules/x/index.js", "x");
        write("notes.log", "recorded though some ignore it");
        try (var large = new RandomAccessFile(directory.resolve("large").toFile(), "rw")) {
            large.setLength(WorkspaceLimits.CHECKPOINT_FILE_BYTES + 1L);
        }
        await(checkpoints.prepare());
        Files.delete(directory.resolve(".gitignore"));
        write("build/out.txt", "new");
        write("build/more.txt", "more");
        write(".git/HEAD", "other");
        write("node_modules/x/index.js", "y");
        Files.delete(directory.resolve("large"));
        write("large", "small now");

        await(checkpoints.restoreBase());

        assertThat(directory.resolve(".gitignore")).hasContent("build/");
        assertThat(directory.resolve("build/out.txt")).hasContent("new");
        assertThat(directory.resolve("build/more.txt")).hasContent("more");
        assertThat(directory.resolve(".git/HEAD")).hasContent("other");
        assertThat(directory.resolve("node_modules/x/index.js")).hasContent("y");
        assertThat(directory.resolve("large")).hasContent("small now");
    }

    @Test
    void F035_what_is_ignored_only_now_comes_back_all_the_same() throws Exception {
        write("src/a.txt", "one");
        await(checkpoints.prepare());
        write(".gitignore", "src/\n");
        write("src/a.txt", "two");

        await(checkpoints.restoreBase());

        assertThat(directory.resolve("src/a.txt")).hasContent("one");
    }

    @Test
    void F035_a_file_of_16_MiB_is_recorded() throws Exception {
        try (var large = new RandomAccessFile(directory.resolve("large").toFile(), "rw")) {
            large.setLength(WorkspaceLimits.CHECKPOINT_FILE_BYTES);
        }
        await(checkpoints.prepare());
        Files.delete(directory.resolve("large"));

        await(checkpoints.restoreBase());

        assertThat(directory.resolve("large")).hasSize(WorkspaceLimits.CHECKPOINT_FILE_BYTES);
    }

    @Test
    void F035_a_file_of_2_GB_is_left_out_and_not_read() throws Exception {
        try (var large = new RandomAccessFile(directory.resolve("large").toFile(), "rw")) {
            large.setLength(2L << 30);
        }
        write("a.txt", "one");
        await(checkpoints.prepare());
        write("a.txt", "two");

        Restored done = await(checkpoints.restoreBase());

        assertThat(done).isEqualTo(new Restored(1, 0, List.of()));
        assertThat(directory.resolve("large")).hasSize(2L << 30);
        assertThat(await(store.settled())).isLessThan(10_000);
    }

    @Test
    @ThoroughOnly("makes a hundred thousand files")
    void F036_a_workspace_has_at_most_100_000_files() throws Exception {
        for (int i = 0; i < WorkspaceLimits.CHECKPOINT_FILES; i++) {
            write("d" + i % 100 + "/f" + i, "x");
        }
        assertThat(await(checkpoints.prepare()).status()).isEqualTo(CheckpointState.Status.READY);
        write("one-more", "x");

        assertThatThrownBy(() -> await(checkpoints.make())).hasMessageContaining("more than 100000 files");
    }

    @Test
    void F039_a_directory_gives_way_to_a_file_and_a_file_to_a_directory() throws Exception {
        write("a", "file");
        write("b/c", "in a directory");
        await(checkpoints.prepare());
        Map<String, String> before = Tree.of(directory);
        Files.delete(directory.resolve("a"));
        write("a/x/y", "in a directory");
        Files.delete(directory.resolve("b/c"));
        Files.delete(directory.resolve("b"));
        write("b", "file");

        Restored done = await(checkpoints.restoreBase());

        assertThat(done.left()).isEmpty();
        assertThat(Tree.of(directory)).isEqualTo(before);
    }

    @Test
    void F039_empty_directories_give_way_and_others_stay() throws Exception {
        write("a", "file");
        write("b", "file");
        await(checkpoints.prepare());
        Files.delete(directory.resolve("a"));
        Files.createDirectories(directory.resolve("a/x/y"));
        Files.delete(directory.resolve("b"));
        write("b/node_modules/x", "not recorded");

        Restored done = await(checkpoints.restoreBase());

        assertThat(directory.resolve("a")).hasContent("file");
        assertThat(done.left()).containsExactly("0/b");
        assertThat(directory.resolve("b/node_modules/x")).hasContent("not recorded");
    }

    @Test
    void F039_a_pipe_in_the_place_of_a_file_stays_and_is_not_opened() throws Exception {
        write("a", "file");
        write("b", "one");
        await(checkpoints.prepare());
        Files.delete(directory.resolve("a"));
        assertThat(new ProcessBuilder("mkfifo", directory.resolve("a").toString())
                        .start()
                        .waitFor())
                .isZero();
        write("b", "two");

        Restored done = await(checkpoints.restoreBase());

        assertThat(done.left()).containsExactly("0/a");
        assertThat(directory.resolve("b")).hasContent("one");
        assertThat(Files.isRegularFile(directory.resolve("a"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    @Test
    void F005_a_link_in_the_place_of_a_directory_is_not_followed() throws Exception {
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        Files.writeString(outside.resolve("a"), "outside");
        write("d/a", "one");
        await(checkpoints.prepare());
        Files.delete(directory.resolve("d/a"));
        Files.delete(directory.resolve("d"));
        Files.createSymbolicLink(directory.resolve("d"), outside);

        Restored done = await(checkpoints.restoreBase());

        assertThat(outside.resolve("a")).hasContent("outside");
        assertThat(done.left()).isEmpty();
        assertThat(directory.resolve("d/a")).hasContent("one");
    }

    @Test
    void F036_one_session_has_100_checkpoints_and_the_oldest_automatic_ones_go() throws Exception {
        write("a.txt", "one");
        await(checkpoints.prepare());
        List<CheckpointListener.Event> events = new ArrayList<>();
        checkpoints.listen((event, state) -> events.add(event));
        for (int i = 0; i < WorkspaceLimits.CHECKPOINTS; i++) {
            await(checkpoints.make());
        }

        assertThat(checkpoints.state().checkpoints()).hasSize(WorkspaceLimits.CHECKPOINTS);
        assertThatThrownBy(() -> await(checkpoints.make())).hasMessageContaining("as many checkpoints as it may have");
        assertThat(events).hasSize(WorkspaceLimits.CHECKPOINTS).containsOnly(CheckpointListener.Event.ASKED);
    }

    @Test
    void F040_T48_nobody_else_reads_the_store_and_damage_is_noticed_before_anything_is_changed() throws Exception {
        write("a.txt", "one ".repeat(1000));
        await(checkpoints.prepare());
        await(store.settled());
        write("a.txt", "two");
        for (Path each : files(store.directory())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rw-------");
            if (each.getFileName().toString().startsWith("pack-")) {
                byte[] bytes = Files.readAllBytes(each);
                for (int i = 45; i < bytes.length; i += 7) {
                    bytes[i] ^= 0x55;
                }
                Files.write(each, bytes);
            }
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(store.directory())))
                .isEqualTo("rwx------");

        assertThatThrownBy(() -> await(checkpoints.restoreBase())).hasCauseInstanceOf(CheckpointProblem.class);

        assertThat(directory.resolve("a.txt")).hasContent("two");
    }

    private static List<Path> files(Path directory) throws Exception {
        try (var all = Files.list(directory)) {
            return all.toList();
        }
    }

    @Test
    void F040_a_store_inside_of_the_workspace_is_refused() {
        assertThatThrownBy(() -> CheckpointStore.open(directory.resolve("home"), List.of(directory), List.of(), false))
                .hasMessageContaining("inside of the workspace");
    }

    @Test
    void F038_another_program_in_the_directory_keeps_this_one_from_checkpoints() throws Exception {
        // Until then this one has the directory, for what a program before it may have left to do.
        await(store.settled());
        CheckpointStore other = CheckpointStore.open(home, List.of(directory), List.of(), false);
        Checkpoints theirs = other.of("other", CheckpointMode.ASKED);
        await(theirs.prepare());
        theirs.enter();

        CheckpointState state = await(checkpoints.prepare());
        assertThat(state.problem()).contains("another program works in this directory");
        theirs.leave();
        theirs.turnEnded();
        await(other.settled());

        assertThat(await(checkpoints.prepare()).status()).isEqualTo(CheckpointState.Status.READY);
        other.close();
        other.awaitClosed(PATIENCE);
    }

    @Test
    void F038_files_are_not_restored_while_tools_change_them_or_another_session_is_in_a_turn() throws Exception {
        write("a.txt", "one");
        await(checkpoints.prepare());
        checkpoints.enter();
        assertThatThrownBy(() -> await(checkpoints.restoreBase())).hasMessageContaining("changing files");
        checkpoints.leave();
        Checkpoints theirs = store.of("other", CheckpointMode.ASKED);
        theirs.enter();
        theirs.leave();

        assertThatThrownBy(() -> await(checkpoints.restoreBase())).hasMessageContaining("changing files");
        theirs.turnEnded();

        assertThat(await(checkpoints.restoreBase()).left()).isEmpty();
    }

    @Test
    void F038_turns_that_end_at_once_have_one_checkpoint() throws Exception {
        write("a.txt", "one");
        await(checkpoints.prepare());
        var seen = new java.util.concurrent.LinkedBlockingQueue<CheckpointListener.Event>();
        checkpoints.listen((event, state) -> seen.add(event));
        checkpoints.enter();
        write("a.txt", "two");
        checkpoints.leave();

        checkpoints.turnEnded();
        checkpoints.turnEnded();

        assertThat(seen.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(CheckpointListener.Event.AUTOMATIC);
        assertThat(checkpoints.state().checkpoints()).singleElement().satisfies(it -> {
            assertThat(it.isAutomatic()).isTrue();
            assertThat(it.changed()).isTrue();
        });
    }

    @Test
    void F034_contents_are_kept_once_and_deflated() throws Exception {
        String text = "the same words again and again ".repeat(10_000);
        for (int i = 0; i < 20; i++) {
            write("f" + i, text);
        }
        await(checkpoints.prepare());

        assertThat(await(store.settled())).isLessThan(text.length() / 10);

        write("f1", "otherwise");
        await(checkpoints.restoreBase());
        assertThat(directory.resolve("f1")).hasContent(text);
    }

    @Test
    void F036_contents_go_with_the_last_checkpoint_that_needs_them() throws Exception {
        await(checkpoints.prepare());
        byte[] noise = new byte[1 << 20];
        new java.util.Random(1).nextBytes(noise);
        Files.write(directory.resolve("noise"), noise);
        Checkpoint made = await(checkpoints.make());
        Files.delete(directory.resolve("noise"));
        assertThat(await(store.settled())).isGreaterThan(noise.length);

        await(checkpoints.delete(made.id()));
        await(checkpoints.make());

        assertThat(await(store.settled())).isLessThan(10_000);
    }
}
