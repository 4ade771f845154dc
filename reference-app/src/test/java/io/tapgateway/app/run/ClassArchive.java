package io.tapgateway.app.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The archive of classes that {@code ./tapgateway} starts the app with, for the hundreds of starts of these tests: made
 * by the first of their processes that needs it, thrown away by the next build. Where Java cannot make one, starts are
 * slow and nothing else.
 */
final class ClassArchive {
    private static final Logger LOG = LoggerFactory.getLogger(ClassArchive.class);
    private static final long PATIENCE_SECONDS = 120;

    /** As {@code ./tapgateway} has them: Java says nothing about an archive that does not fit. */
    private static final List<String> QUIETLY = List.of(
            "-Xshare:auto",
            "-XX:+DisplayVMOutputToStderr",
            "-Xlog:disable",
            "-Xlog:all=warning:stderr",
            "-Xlog:cds*=off:stderr");

    private ClassArchive() {}

    /** What Java has to be told to use it, for an app whose libraries lie there. */
    static List<String> options(String java, Path libraries) {
        Path directory = libraries.resolveSibling("archive-tests");
        Path archive = directory.resolve("classes.jsa");
        try {
            Files.createDirectories(directory);
            try (FileChannel lock =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                lock.lock();
                if (!Files.exists(archive)) {
                    rehearse(java, libraries, archive);
                }
            }
            List<String> options = new ArrayList<>(QUIETLY);
            if (Files.size(archive) > 0) {
                options.add("-XX:SharedArchiveFile=" + archive);
            }
            return options;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Leaves an empty file where there is no archive to be had, so that nobody tries again. */
    private static void rehearse(String java, Path libraries, Path archive) throws IOException {
        Path stage = Files.createDirectories(archive.resolveSibling("rehearsal"));
        Path made = stage.resolve("classes.jsa");
        ProcessBuilder rehearsal = new ProcessBuilder(
                        java,
                        "-XX:+UseSerialGC",
                        "-XX:ArchiveClassesAtExit=" + made,
                        "-cp",
                        libraries + "/*",
                        "io.tapgateway.app.Rehearsal")
                .redirectErrorStream(true)
                .redirectOutput(stage.resolve("said.txt").toFile());
        rehearsal.environment().put("TAPGATEWAY_HOME", stage.resolve("home").toString());
        rehearsal.environment().put("COPILOT_HOME", stage.resolve("copilot").toString());
        if (ended(rehearsal.start()) && Files.exists(made)) {
            Files.move(made, archive, StandardCopyOption.REPLACE_EXISTING);
        } else {
            LOG.warn("no archive of classes, see {}", stage.resolve("said.txt"));
            Files.createFile(archive);
        }
    }

    private static boolean ended(Process process) {
        try {
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            process.destroyForcibly();
        }
    }
}
