package io.tapgateway.benchmarks.footprint;

import io.tapgateway.benchmarks.load.Target;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * From starting the packaged program to the line that says where it listens, and the same of the least such program, in
 * turn.
 */
final class StartUp implements Measure {
    private static final double FACTOR = 1.2;
    private static final double MILLIS_MORE = 400;
    private static final int ARCHIVE_SECONDS = 60;

    private final int rounds;
    private final List<Double> app = new ArrayList<>();
    private final List<Double> hello = new ArrayList<>();
    private final List<Double> appCpu = new ArrayList<>();
    private final List<Double> helloCpu = new ArrayList<>();
    private final List<Double> over = new ArrayList<>();

    StartUp(int rounds) {
        this.rounds = rounds;
    }

    @Override
    public List<Figure> take() throws IOException {
        String classes =
                Path.of("benchmarks", "target", "classes") + File.pathSeparator + AppSize.APP.resolve("lib") + "/*";
        List<String> least =
                List.of(Target.java(), "-XX:+UseSerialGC", "-Xshare:auto", "-cp", classes, HelloServer.class.getName());
        // One more than counts: the first reads the files from the disk, and has Java make its archive of classes.
        for (int round = -1; round < rounds; round++) {
            Start one = start(least);
            Path home = Files.createTempDirectory("tap-footprint");
            Start other;
            try {
                other = start(List.of(
                        "./tapgateway",
                        "run",
                        "--json",
                        "--home",
                        home.toString(),
                        "--port",
                        "0",
                        "--control-port",
                        "0"));
            } finally {
                remove(home);
            }
            if (round < 0) {
                awaitArchive();
            } else {
                hello.add(one.millis);
                helloCpu.add(one.cpuMillis);
                app.add(other.millis);
                appCpu.add(other.cpuMillis);
                over.add(other.millis - FACTOR * one.millis);
            }
        }
        return List.of(
                Figure.of(
                        "start-up, beyond 1.2 of a bare server's",
                        Figure.spread(over, "%.0f", "ms"),
                        "400 ms",
                        Figure.median(over) <= MILLIS_MORE),
                Figure.of(
                        "  the program" + (hasArchive() ? "" : ", without an archive of classes"),
                        started(app, appCpu)),
                Figure.of("  the bare server", started(hello, helloCpu)));
    }

    /** Until the archive is there, or everybody has given up on it. */
    private static void awaitArchive() throws IOException {
        for (int left = ARCHIVE_SECONDS; left > 0 && !hasArchive(); left--) {
            try {
                var unused = new CountDownLatch(1).await(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
    }

    private static boolean hasArchive() throws IOException {
        try (Stream<Path> files = Files.walk(AppSize.APP)) {
            return files.anyMatch(AppSize::isArchive);
        }
    }

    private static String started(List<Double> millis, List<Double> cpu) {
        return Figure.spread(millis, "%.0f", "ms") + ", " + Figure.spread(cpu, "%.0f", "ms of processor time");
    }

    private record Start(double millis, double cpuMillis) {}

    private static Start start(List<String> command) throws IOException {
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null && !line.contains("listening")) {
                line = lines.readLine();
            }
            if (line == null) {
                throw new IOException("has ended instead of listening: " + String.join(" ", command));
            }
            long nanos = System.nanoTime() - begin;
            Duration cpu = process.info().totalCpuDuration().orElse(Duration.ZERO);
            return new Start(nanos / 1e6, cpu.toNanos() / 1e6);
        } finally {
            process.destroy();
            process.onExit().join();
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
