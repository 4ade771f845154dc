package io.tapgateway.examples.log;

import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.ws.StandaloneProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Follows the file in {@code LOG_FILE}, or else {@code build.log}. */
public final class BuildLogMain {
    /** A provider may push ten events a second; a few are left for others to come. */
    private static final int LINES_A_SECOND = 8;

    private final BuildLog log = new BuildLog();
    private final Deque<String> waiting = new ArrayDeque<>();
    private final GrowingFile file;

    private BuildLogMain(GrowingFile file) {
        this.file = file;
    }

    public static void main(String[] arguments) {
        String file = System.getenv().getOrDefault("LOG_FILE", "build.log");
        try {
            BuildLogMain program = new BuildLogMain(new GrowingFile(Path.of(file)));
            StandaloneProvider.run(program.log.describe(), program::follow);
        } catch (IOException e) {
            System.err.println(file + " cannot be read");
            System.exit(1);
        }
    }

    private void follow(BoundProvider provider) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "log-watch");
            thread.setDaemon(true);
            return thread;
        });
        var unused = clock.scheduleWithFixedDelay(() -> look(provider), 1, 1, TimeUnit.SECONDS);
    }

    private void look(BoundProvider provider) {
        try {
            if (waiting.size() < LINES_A_SECOND) {
                waiting.addAll(file.added());
            }
        } catch (IOException e) {
            System.out.println("The log cannot be read at present");
        }
        for (int left = LINES_A_SECOND; left > 0 && provider.binding().isPresent() && !waiting.isEmpty(); left--) {
            log.add(waiting.remove());
        }
    }
}
