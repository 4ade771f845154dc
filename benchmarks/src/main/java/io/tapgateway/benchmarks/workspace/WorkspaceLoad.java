package io.tapgateway.benchmarks.workspace;

import io.tapgateway.benchmarks.load.AnsweredCall;
import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.workspace.ApprovalMode;
import io.tapgateway.workspace.Workspace;
import io.tapgateway.workspace.WorkspaceSettings;
import io.tapgateway.workspace.checkpoint.CheckpointMode;
import io.tapgateway.workspace.checkpoint.CheckpointStore;
import io.tapgateway.workspace.checkpoint.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What a workspace costs: the command line. */
@CommandLine.Command(
        name = "workspace",
        mixinStandardHelpOptions = true,
        description = {
            "Measures tools and checkpoints of a workspace, in turn with what they cannot do without: reading a",
            "file, ripgrep, a stat of each file, the SHA-256 of all bytes. Needs rg for the search."
        })
final class WorkspaceLoad implements Callable<Integer> {
    private static final int READ_BYTES = 20_000;
    private static final int CALLS = 200;
    private static final int FILES_OF_A_DIRECTORY = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Option(names = "--rounds", description = "measured rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 11;

    @Option(names = "--warm-up", description = "rounds for the compilers, before (default: ${DEFAULT-VALUE})")
    private int warmUp = 10;

    @Option(names = "--files", description = "files of a checkpoint (default: ${DEFAULT-VALUE})")
    private int files = 10_000;

    @Option(names = "--megabytes", description = "searched by grep (default: ${DEFAULT-VALUE})")
    private int megabytes = 100;

    private final Random random = new Random(1);

    public static void main(String[] args) {
        QuietLibraries.hush();
        System.exit(new CommandLine(new WorkspaceLoad()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Path place = Files.createTempDirectory("workspace-load").toRealPath();
        try {
            tools(Files.createDirectory(place.resolve("tools")));
            checkpoints(Files.createDirectory(place.resolve("many")), place);
        } finally {
            remove(place);
        }
        return 0;
    }

    private void tools(Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("read.txt"), text(READ_BYTES));
        Path large = Files.createDirectory(directory.resolve("large"));
        for (int i = 0; i < megabytes; i++) {
            Files.writeString(large.resolve("file-" + i), text(1 << 20));
        }
        try (Gateway gateway = Gateway.builder().executor(Runnable::run).build()) {
            GatewaySession session =
                    gateway.openSession(SessionInfo.of("load", "Load", directory), SessionHost.ignoringEverything());
            Provider local = Provider.named("local")
                    .tool("nothing", "Answers at once", Schema.object(), call -> "")
                    .build();
            var unused = LocalProviderTransport.attach(gateway, session.info().id(), local);
            try (Workspace workspace = Workspace.attach(
                    gateway,
                    session.info().id(),
                    WorkspaceSettings.of(directory).asking(ApprovalMode.NOTHING))) {
                while (session.tool("read").isEmpty() || session.tool("nothing").isEmpty()) {
                    Thread.onSpinWait();
                }
                compare(
                        "read of 20 KB",
                        () -> repeat(() -> AnsweredCall.of(session, "read", JsonValue.of(Map.of("path", "read.txt")))),
                        "Files.readString and a local call",
                        () -> repeat(() -> {
                            AnsweredCall.of(session, "nothing", JsonValue.of(Map.of()));
                            return Files.readString(file);
                        }));
                compare(
                        "grep of " + megabytes + " MB",
                        () -> AnsweredCall.of(session, "grep", JsonValue.of(Map.of("pattern", "needle[0-9]+x"))),
                        "ripgrep",
                        () -> new ProcessBuilder("rg", "-n", "needle[0-9]+x", large.toString())
                                .redirectErrorStream(true)
                                .start()
                                .waitFor());
                System.out.println(workspace.directories().size() + " directory");
            }
        }
    }

    private void checkpoints(Path directory, Path place) throws Exception {
        List<Path> all = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            Path parent = directory.resolve("directory-" + i / FILES_OF_A_DIRECTORY);
            Files.createDirectories(parent);
            Path file = Files.writeString(parent.resolve("file-" + i), text(2_000 + random.nextInt(8_000)));
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L + i));
            all.add(file);
        }
        int[] homes = {0};
        compare(
                "first checkpoint",
                () -> {
                    homes[0]++;
                    try (CheckpointStore store = store(place.resolve("home-" + homes[0]), directory)) {
                        return wait(store.of("load", CheckpointMode.ASKED).prepare());
                    }
                },
                "SHA-256 of all bytes",
                () -> hash(all));
        try (CheckpointStore store = store(place.resolve("home"), directory)) {
            Checkpoints checkpoints = store.of("load", CheckpointMode.ASKED);
            var base = wait(checkpoints.prepare());
            System.out.printf(
                    "stored: %.3f of the deflated bytes (%s)%n",
                    (double) wait(store.settled()) / deflated(all), base.status());
            int[] made = {0};
            compare(
                    "checkpoint of " + files + " unchanged files",
                    () -> {
                        made[0]++;
                        return wait(checkpoints.make());
                    },
                    "a stat of each",
                    () -> stat(all));
        }
    }

    private static CheckpointStore store(Path home, Path directory) throws IOException {
        return CheckpointStore.open(home, List.of(directory), List.of(), false);
    }

    private static <T> T wait(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private static Object repeat(Callable<?> once) throws Exception {
        Object last = "";
        for (int i = 0; i < CALLS; i++) {
            last = once.call();
        }
        return last;
    }

    private static int hash(List<Path> all) throws Exception {
        int sum = 0;
        for (Path each : all) {
            sum += MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(each))[0];
        }
        return sum;
    }

    private static long stat(List<Path> all) throws IOException {
        long sum = 0;
        for (Path each : all) {
            sum += Files.readAttributes(each, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .size();
        }
        return sum;
    }

    private static long deflated(List<Path> all) throws IOException {
        long sum = 0;
        byte[] out = new byte[1 << 20];
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        for (Path each : all) {
            deflater.reset();
            deflater.setInput(Files.readAllBytes(each));
            deflater.finish();
            while (!deflater.finished()) {
                sum += deflater.deflate(out);
            }
        }
        deflater.end();
        return sum;
    }

    private void compare(String ours, Callable<?> work, String theirs, Callable<?> reference) throws Exception {
        double[] taken = new double[rounds];
        double[] needed = new double[rounds];
        double[] ratios = new double[rounds];
        for (int round = -warmUp; round < rounds; round++) {
            long begun = System.nanoTime();
            var first = work.call();
            long between = System.nanoTime();
            var second = reference.call();
            long ended = System.nanoTime();
            if (round >= 0 && first != second) {
                taken[round] = (between - begun) / 1e6;
                needed[round] = (ended - between) / 1e6;
                ratios[round] = taken[round] / needed[round];
            }
        }
        System.out.printf(
                "%s: %.1f ms; %s: %.1f ms; ratio %.2f%n", ours, middle(taken), theirs, middle(needed), middle(ratios));
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Words, so that deflating and searching have something to do. */
    private String text(int length) {
        StringBuilder text = new StringBuilder(length + 16);
        while (text.length() < length) {
            text.append(Integer.toString(random.nextInt(50_000), 36)).append(random.nextInt(12) == 0 ? '\n' : ' ');
        }
        text.setLength(length);
        return text.toString();
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
