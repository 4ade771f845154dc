package io.tapgateway.link;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the gateway of a home in its process, or starts one, and connects a host to it. Confined to one thread at a
 * time, which waits.
 */
final class GatewayFinder {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayFinder.class);
    private static final Duration LOOK = Duration.ofMillis(100);

    /** When the start command has left: a gateway that another command has started may not listen yet. */
    private static final Duration AFTER_EXIT = Duration.ofSeconds(2);

    private static final int SHOWN_CHARACTERS = 500;

    private final ConnectorSettings settings;
    private final LinkClock clock;
    private final Dialler dialler;
    private final RemoteSessions sessions;

    /** @param sessions those of the host */
    GatewayFinder(ConnectorSettings settings, LinkClock clock, Dialler dialler, RemoteSessions sessions) {
        this.settings = settings;
        this.clock = clock;
        this.dialler = dialler;
        this.sessions = sessions;
    }

    /** A gateway, which has taken the host. */
    record Found(GatewayLink link, HostGateway.Place place) {}

    /**
     * Joins the gateway that runs, or starts one and joins that.
     *
     * @throws LinkFailure if there is none and none could be started, or somebody else listens in its place
     */
    Found find() throws LinkFailure {
        long end = clock.nanos() + settings.patience().toNanos();
        try {
            Optional<Found> running = join(HostGateway.Place.JOINED, end);
            if (running.isPresent()) {
                return running.get();
            }
            if (settings.startCommand().isEmpty()) {
                throw LinkFailure.because("No gateway runs in " + settings.home() + "; start one first.");
            }
            return joinOrStart(end);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LinkFailure.because("Interrupted while looking for the gateway.");
        }
    }

    /**
     * Joins the gateway of which the files in the home tell. One whose process has ended or that does not listen is
     * none; one that seems to have no time is asked again.
     */
    private Optional<Found> join(HostGateway.Place place, long end) throws LinkFailure, InterruptedException {
        while (true) {
            Optional<GatewayAddress> address = GatewayAddress.read(settings.home());
            if (address.isEmpty() || !address.get().process().isAlive()) {
                return Optional.empty();
            }
            try {
                return Optional.of(new Found(GatewayLink.open(address.get(), clock, dialler, sessions), place));
            } catch (LinkFailure e) {
                if (e.isNobodyThere()) {
                    return Optional.empty();
                }
                if (!e.mayPass() || clock.nanos() - end >= 0) {
                    throw e;
                }
                LOG.debug("Trying once more", e);
            }
            clock.pause(LOOK);
        }
    }

    /** Another host may be starting one already. */
    private Found joinOrStart(long end) throws LinkFailure, InterruptedException {
        while (clock.nanos() - end < 0) {
            Optional<StartTurn> turn = StartTurn.tryTake(settings.home());
            if (turn.isPresent()) {
                try (StartTurn mine = turn.get()) {
                    LOG.trace("Has {}", mine);
                    Optional<Found> running = join(HostGateway.Place.JOINED, end);
                    return running.isPresent() ? running.get() : start(end);
                }
            }
            clock.pause(LOOK);
            Optional<Found> running = join(HostGateway.Place.JOINED, end);
            if (running.isPresent()) {
                return running.get();
            }
        }
        throw tooLate();
    }

    private Found start(long end) throws LinkFailure, InterruptedException {
        try {
            Path output = Files.createTempFile("tapgateway-start", ".log");
            try {
                LOG.info("Starting a gateway in {}", settings.home());
                Process process = new ProcessBuilder(settings.startCommand())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
                process.getOutputStream().close();
                return started(process, output, end);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (LinkFailure e) {
            throw e;
        } catch (IOException e) {
            throw LinkFailure.because(
                    "The gateway cannot be started: '" + settings.startCommand().get(0) + "' cannot be run.");
        }
    }

    /**
     * Waits for the gateway. The command may be the gateway, or leave once it has started one, or leave because another
     * one has been faster.
     */
    private Found started(Process process, Path output, long end) throws IOException, InterruptedException {
        long until = end;
        boolean exited = false;
        while (clock.nanos() - until < 0) {
            clock.pause(LOOK);
            Optional<Found> gateway = join(HostGateway.Place.STARTED, end);
            if (gateway.isPresent()) {
                return gateway.get();
            }
            if (!exited && !process.isAlive()) {
                exited = true;
                until = Math.min(until, clock.nanos() + AFTER_EXIT.toNanos());
            }
        }
        throw exited ? LinkFailure.because("The gateway did not start: " + lastWords(output)) : tooLate();
    }

    private LinkFailure tooLate() {
        return LinkFailure.because(
                "The gateway was not there within " + settings.patience().toSeconds() + " seconds after its start.");
    }

    private static String lastWords(Path output) throws IOException {
        String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip();
        return text.isEmpty()
                ? "the command ended without a word."
                : text.substring(Math.max(0, text.length() - SHOWN_CHARACTERS));
    }
}
