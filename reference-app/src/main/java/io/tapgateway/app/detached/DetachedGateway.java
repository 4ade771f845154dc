package io.tapgateway.app.detached;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.Starting;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The gateway of a home that callers share: the first one starts it, the others join (D-225). What counts is that it
 * answers and that its process holds the home's lock; files alone prove nothing (D-227). Confined to the calling
 * thread.
 */
public final class DetachedGateway {
    private static final Duration TURN = Duration.ofSeconds(60);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final long POLL_MILLIS = 50;
    /** Longer than a gateway takes to stop, in good order or not. */
    private static final Duration START = Duration.ofSeconds(30);

    private static final String COMPLAINT = "tapgateway: ";

    private final HomeDirectory home;
    private final List<String> options;
    private final Starting turn;

    private DetachedGateway(HomeDirectory home, List<String> options, Starting turn) {
        this.home = home;
        this.options = options;
        this.turn = turn;
    }

    /**
     * A gateway that runs.
     *
     * @param joined whether it ran already
     */
    public record Running(ControlClient client, boolean joined) {}

    /**
     * Finds the gateway of a home, or starts one.
     *
     * @param options what a new gateway is started with
     * @throws Problem if none runs and none can be started
     */
    public static Running startOrJoin(HomeDirectory home, List<String> options) throws Problem {
        Optional<ControlClient> running = answering(home);
        if (running.isPresent()) {
            return new Running(running.get(), true);
        }
        try (Starting turn = Starting.in(home, TURN)) {
            return new DetachedGateway(home, options, turn).startOrJoin();
        }
    }

    /**
     * Has another process start a gateway if none runs; nobody waits for it.
     *
     * @throws Problem if that process cannot be started
     */
    public static void startForLater(HomeDirectory home) throws Problem {
        try {
            var unused = new ProcessBuilder(Launch.startCommand(home, List.of()))
                    .redirectInput(Detachment.ofThisSystem().nothing())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new Problem("No gateway can be started: " + e.getMessage() + ".");
        }
    }

    private Running startOrJoin() throws Problem {
        // One that was stopped by a signal lets each question wait, so that time is what counts.
        for (long begun = System.nanoTime(); System.nanoTime() - begun < START.toNanos(); ) {
            Optional<ControlClient> running = answering(home);
            if (running.isPresent()) {
                return new Running(running.get(), true);
            }
            // Whoever holds the home now is about to answer, or about to go.
            if (Starting.awaitFree(home, LOOK_AGAIN)) {
                Optional<Running> started = start();
                if (started.isPresent()) {
                    return started.get();
                }
            }
        }
        throw new Problem("A gateway uses " + home.path() + " but does not answer; see " + home.logs()
                + ", and end its process if it hangs.");
    }

    /** @return empty if another process has taken the home in the meantime */
    private Optional<Running> start() throws Problem {
        Path complaints = turn.complaints();
        long begun = System.nanoTime();
        Process process = new Launch(home, options, complaints).start();
        while (!hasEnded(process)) {
            Optional<ControlClient> running = answering(home);
            if (running.isPresent()) {
                return Optional.of(
                        new Running(running.get(), running.get().gateway().pid() != process.pid()));
            }
            if (System.nanoTime() - begun > START.toNanos()) {
                process.destroyForcibly();
                throw new Problem("The gateway did not listen within " + START.toSeconds() + " seconds; see "
                        + home.logs() + ".");
            }
        }
        if (!turn.isFree()) {
            return Optional.empty();
        }
        throw new Problem(lastWords(complaints));
    }

    /**
     * Whether a gateway still does what it is there for: one that is just ending by itself takes no session any more.
     */
    public static boolean isServing(ControlClient client) {
        return client.health()
                .flatMap(health -> health.get("status"))
                .filter(JsonValue.of("ok")::equals)
                .isPresent();
    }

    private static Optional<ControlClient> answering(HomeDirectory home) {
        try {
            return ControlClient.findRunning(home).filter(DetachedGateway::isServing);
        } catch (Problem unreadable) {
            // Damaged files are replaced by whoever gets the lock.
            return Optional.empty();
        }
    }

    private static boolean hasEnded(Process process) throws Problem {
        try {
            return process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Problem("Interrupted; the gateway may be running all the same.");
        }
    }

    private static String lastWords(Path complaints) {
        try {
            List<String> lines = Files.readAllLines(complaints, StandardCharsets.UTF_8);
            return lines.stream()
                    .filter(line -> line.startsWith(COMPLAINT))
                    .map(line -> line.substring(COMPLAINT.length()))
                    .reduce((earlier, later) -> later)
                    .orElse("The gateway's process ended at once; see " + complaints + ".");
        } catch (IOException e) {
            return "The gateway's process ended at once; " + complaints + " cannot be read.";
        }
    }
}
