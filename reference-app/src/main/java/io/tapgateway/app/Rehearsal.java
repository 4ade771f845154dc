package io.tapgateway.app;

import io.tapgateway.app.cli.CommandLineTool;
import io.tapgateway.runtime.thread.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Does once what the program does when it starts, and what its commands ask of it: Java takes down the classes, for an
 * archive with which later starts are faster. Whoever starts it names a home for it alone, in {@code TAPGATEWAY_HOME}
 * and {@code COPILOT_HOME}; its end comes within a minute in any case. Stateless.
 */
public final class Rehearsal {
    private static final int MOST_SECONDS = 60;

    private static final List<List<String>> SCENES = List.of(
            List.of("status"),
            List.of("sessions"),
            List.of("providers"),
            List.of("tools"),
            List.of("call", "demo_greet", "name=Ada"),
            List.of("check", "shell", "{\"command\":\"ls\"}"),
            List.of("prompt"),
            List.of("tail", "--no-follow"));

    private Rehearsal() {}

    public static void main(String[] arguments) throws IOException {
        DaemonThreads.start("rehearsal-end", Rehearsal::endInTime);
        PipedReader heard = new PipedReader();
        PrintWriter said = new PrintWriter(new PipedWriter(heard), true);
        DaemonThreads.start(
                "rehearsal",
                () -> new CommandLineTool(said, nobody())
                        .execute(List.of("run", "--json", "--demo", "--port", "0", "--control-port", "0")));
        boolean good =
                new BufferedReader(heard).readLine() != null && SCENES.stream().allMatch(Rehearsal::plays);
        System.exit(good ? 0 : 1);
    }

    private static boolean plays(List<String> scene) {
        return new CommandLineTool(nobody(), nobody()).execute(scene) == 0;
    }

    private static PrintWriter nobody() {
        return new PrintWriter(Writer.nullWriter());
    }

    private static void endInTime() {
        try {
            var unused = new CountDownLatch(1).await(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }
}
