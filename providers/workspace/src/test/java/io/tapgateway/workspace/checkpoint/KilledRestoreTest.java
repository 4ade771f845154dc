package io.tapgateway.workspace.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.testkit.Depth;
import io.tapgateway.workspace.files.HeldDirectory;
import io.tapgateway.workspace.files.Located;
import io.tapgateway.workspace.files.Roots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever the moment at which the program is killed, while it writes, records or restores: once the workspace is
 * opened again, its files are as they were recorded, or as they were before, and what was recorded is there. The system
 * fails at each of its operations in turn; a seed says what happens.
 */
@DisabledOnOs(OS.WINDOWS)
@Timeout(1800)
class KilledRestoreTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SESSION = "main";
    private static final int FILES = 600;

    @TempDir
    private Path temporary;

    private Path directory;
    private Path home;

    @Test
    void F039_a_restore_that_is_killed_anywhere_is_finished_or_has_not_begun() throws Exception {
        int sequences = Depth.of(40, 400, 5_000);
        for (int seed = 1; seed <= sequences; seed++) {
            new Sequence(seed).run();
        }
    }

    @Test
    void F039_a_program_that_is_killed_leaves_a_restore_to_the_next() throws Exception {
        int rounds = Depth.of(2, 8, 100);
        for (int round = 0; round < rounds; round++) {
            directory = emptied(temporary.toRealPath().resolve("work"));
            home = emptied(temporary.toRealPath().resolve("home"));
            writeAll("old ");
            Map<String, String> target = Tree.of(directory);
            CheckpointId id;
            try (Opened first = new Opened(HeldDirectory::open)) {
                id = await(first.checkpoints.make()).id();
            }
            writeAll("new ");
            Map<String, String> before = Tree.of(directory);
            Path said = temporary.resolve("said");
            Process program = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            RestoringProgram.class.getName(),
                            directory.toString(),
                            home.toString(),
                            id.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            Path watched = directory.resolve("file-" + (100 + round * 37 % (FILES - 200)));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> !program.isAlive() || Files.readString(watched).startsWith("old "));
            if (!program.isAlive()) {
                assertThat(program.exitValue()).as(Files.readString(said)).isZero();
            }
            program.destroyForcibly().waitFor();

            try (Opened next = new Opened(HeldDirectory::open)) {
                await(next.checkpoints.prepare());
                assertThat(Tree.of(directory)).as("round %d", round).isEqualTo(target);
                await(next.checkpoints.undo());
                assertThat(Tree.of(directory)).as("undone, round %d", round).isEqualTo(before);
            }
        }
    }

    /** To record changes no file, and loses nothing of what was recorded before. */
    @Test
    void F034_F037_a_program_that_is_killed_while_it_records_loses_no_checkpoint() throws Exception {
        int sequences = Depth.of(40, 400, 5_000);
        for (int seed = 1; seed <= sequences; seed++) {
            new Sequence(seed).record();
        }
    }

    @Test
    void F017_a_program_that_is_killed_while_it_writes_leaves_the_old_file_or_the_new_one() throws Exception {
        directory = emptied(temporary.toRealPath().resolve("work"));
        home = emptied(temporary.toRealPath().resolve("home"));
        Path old = Files.writeString(directory.resolve("old"), "old");
        Path fresh = directory.resolve("some/where/fresh");
        boolean killed = true;
        for (int operations = 0; killed; operations++) {
            Files.writeString(old, "old");
            Files.deleteIfExists(fresh);
            DyingSystem system = new DyingSystem(operations);
            try {
                Roots roots = Roots.of(List.of(directory), List.of(), false, system);
                write(roots, "old", "new");
                write(roots, "some/where/fresh", "new");
            } catch (DyingSystem.Killed end) {
                assertThat(system.dead()).isDone();
            }
            killed = system.dead().isDone();

            assertThat(Files.readString(old))
                    .as("after %d operations", operations)
                    .isIn("old", "new");
            if (Files.exists(fresh)) {
                assertThat(fresh).hasContent("new");
            }
        }
        assertThat(old).hasContent("new");
        assertThat(fresh).hasContent("new");
        try (Opened healthy = new Opened(HeldDirectory::open)) {
            CheckpointId id = await(healthy.checkpoints.make()).id();
            Files.delete(fresh);
            await(healthy.checkpoints.restore(id));
        }
        assertThat(fresh).hasContent("new");
    }

    private static void write(Roots roots, String path, String text) throws IOException {
        try (Located file = roots.locateToWrite(path)) {
            file.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void F039_what_is_written_while_files_are_restored_is_not_lost() throws Exception {
        directory = emptied(temporary.toRealPath().resolve("work"));
        home = emptied(temporary.toRealPath().resolve("home"));
        Path file = Files.writeString(directory.resolve("a"), "old");
        CheckpointId id;
        try (Opened first = new Opened(HeldDirectory::open)) {
            id = await(first.checkpoints.make()).id();
        }
        Files.writeString(file, "new");
        DyingSystem meddled = new DyingSystem(Integer.MAX_VALUE, name -> {
            if (name.startsWith(Roots.TEMPORARY)) {
                write(file, "written meanwhile");
            }
        });

        try (Opened second = new Opened(meddled)) {
            await(second.checkpoints.restore(id));
            assertThat(file).hasContent("old");
        }

        try (Opened third = new Opened(HeldDirectory::open)) {
            await(third.checkpoints.undo());
            assertThat(file).hasContent("written meanwhile");
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeAll(String text) throws Exception {
        for (int i = 0; i < FILES; i++) {
            Files.writeString(directory.resolve("file-" + i), text + i);
        }
    }

    /** Edits, checkpoints, edits, a restore that is killed, and perhaps its recovery as well. */
    private final class Sequence {
        private final int seed;
        private final Random random;
        private final RandomEdits edits;

        private Sequence(int seed) throws Exception {
            this.seed = seed;
            this.random = new Random(seed);
            directory = emptied(temporary.toRealPath().resolve("work"));
            home = emptied(temporary.toRealPath().resolve("home"));
            this.edits = new RandomEdits(directory, random);
        }

        private void run() throws Exception {
            edits.make(30);
            Map<String, String> found = Tree.of(directory);
            Map<String, String> middle;
            CheckpointId first;
            CheckpointId second;
            try (Opened healthy = new Opened(HeldDirectory::open)) {
                first = await(healthy.checkpoints.make()).id();
                edits.make(15);
                middle = Tree.of(directory);
                second = await(healthy.checkpoints.make()).id();
                edits.make(15);
            }
            Map<String, String> before = Tree.of(directory);
            boolean toMiddle = random.nextBoolean();
            Map<String, String> target = toMiddle ? middle : found;

            int lives = random.nextInt(3);
            for (int life = 0; life <= lives; life++) {
                restoreUntilKilled(toMiddle ? second : first);
            }

            try (Opened healthy = new Opened(HeldDirectory::open)) {
                await(healthy.checkpoints.prepare());
                Map<String, String> now = Tree.of(directory);
                assertThat(now).as("seed %d", seed).isIn(before, target);
                if (now.equals(target) && healthy.checkpoints.state().canUndo() && !before.equals(target)) {
                    await(healthy.checkpoints.undo());
                    assertThat(Tree.of(directory)).as("undone, seed %d", seed).isEqualTo(before);
                }
                await(healthy.checkpoints.restore(second));
                assertThat(Tree.of(directory)).as("once more, seed %d", seed).isEqualTo(middle);
            }
        }

        private void record() throws Exception {
            edits.make(20);
            Map<String, String> found = Tree.of(directory);
            CheckpointId first;
            try (Opened healthy = new Opened(HeldDirectory::open)) {
                first = await(healthy.checkpoints.make()).id();
            }
            edits.make(15);
            Map<String, String> now = Tree.of(directory);

            int lives = random.nextInt(3);
            for (int life = 0; life <= lives; life++) {
                recordUntilKilled();
                assertThat(Tree.of(directory)).as("seed %d", seed).isEqualTo(now);
            }

            try (Opened healthy = new Opened(HeldDirectory::open)) {
                CheckpointId second = await(healthy.checkpoints.make()).id();
                assertThat(second.number()).as("seed %d", seed).isGreaterThan(first.number());
                assertThat(healthy.checkpoints.state().checkpoints())
                        .extracting(Checkpoint::id)
                        .as("seed %d", seed)
                        .contains(first, second)
                        .doesNotHaveDuplicates();
                await(healthy.checkpoints.restore(first));
                assertThat(Tree.of(directory)).as("the first, seed %d", seed).isEqualTo(found);
                await(healthy.checkpoints.restore(second));
                assertThat(Tree.of(directory)).as("the second, seed %d", seed).isEqualTo(now);
            }
        }

        /** What the session finds, another checkpoint, or one that goes, with what is made smaller after it. */
        private void recordUntilKilled() throws Exception {
            DyingSystem system = new DyingSystem(random.nextInt(600));
            try (Opened dying = new Opened(system)) {
                CompletionStage<?> recorded = switch (random.nextInt(3)) {
                    case 0 -> dying.checkpoints.prepare();
                    case 1 -> dying.checkpoints.make().thenCompose(it -> dying.store.settled());
                    default ->
                        dying.checkpoints
                                .make()
                                .thenCompose(it -> dying.checkpoints.delete(it.id()))
                                .thenCompose(it -> dying.store.settled());
                };
                untilDoneOrDead(recorded, system);
            }
        }

        private static void untilDoneOrDead(CompletionStage<?> work, DyingSystem system) {
            CompletableFuture.anyOf(work.toCompletableFuture(), system.dead())
                    .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .handle((done, failure) -> done)
                    .join();
        }

        private void restoreUntilKilled(CheckpointId wanted) throws Exception {
            DyingSystem system = new DyingSystem(random.nextInt(900));
            try (Opened dying = new Opened(system)) {
                untilDoneOrDead(dying.checkpoints.restore(wanted), system);
            }
        }
    }

    /** The workspace as one program has it. */
    private final class Opened implements AutoCloseable {
        private final CheckpointStore store;
        private final Checkpoints checkpoints;

        private Opened(HeldDirectory.Opener opener) throws Exception {
            Roots roots = Roots.of(List.of(directory), List.of(), false, opener);
            store = CheckpointStore.open(home, roots, opener, Clock.systemUTC());
            checkpoints = store.of(SESSION, CheckpointMode.ASKED);
        }

        @Override
        public void close() {
            store.close();
            store.awaitClosed(PATIENCE);
        }
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private static Path emptied(Path directory) throws Exception {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        return Files.createDirectory(directory);
    }
}
