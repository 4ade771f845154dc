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
 * Finds the gateway of a home in its process, or starts one, and connects a host to it. Confined to the thread that calls, which
 * waits.
 */
final class GatewayFinder {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayFinder.class);
    private static final Duration LOOK = Duration.ofMillis(100);

    /** Whoever was faster may not listen yet. */
    private static final Duration AFTER_EXIT = Duration.ofSeconds(2);

    private static final int SHOWN_CHARACTERS = 500;

    private final ConnectorSettings settings;
    private final RemoteGateway host;
    private final long end;

    private GatewayFinder(ConnectorSettings settings, RemoteGateway host) {
        this.settings = settings;
        this.host = host;
        this.end = host.timers().nanos() + settings.patience().toNanos();
    }

    /** A gateway, with the host at it. */
    record Found(Attachment attachment, HostGateway.Place place) {}

    /**
     * Joins the gateway that runs, or starts one and joins that.
     *
     * @throws LinkFailure if there is none and none could be started, or somebody else listens in its place
     */
    static Found find(ConnectorSettings settings, RemoteGateway host) throws LinkFailure {
        return new GatewayFinder(settings, host).find();
    }

    private Found find() throws LinkFailure {
        try {
            Optional<Found> running = join(HostGateway.Place.JOINED);
            if (running.isPresent()) {
                return running.get();
            }
            if (settings.startCommand().isEmpty()) {
                throw LinkFailure.because("No gateway runs in " + settings.home() + "; start one first.");
            }
            return joinOrStart();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LinkFailure.because("Interrupted while looking for the gateway.");
        }
    }

    /**
     * Whoever wrote the files and is dead or does not listen is no gateway any more. One that has no time for this host, as far as
     * can be told, is asked again.
     */
    private Optional<Found> join(HostGateway.Place place) throws LinkFailure, InterruptedException {
        while (true) {
            Optional<GatewayAddress> address = GatewayAddress.read(settings.home());
            if (address.isEmpty() || !address.get().mayBeAlive()) {
                return Optional.empty();
            }
            try {
                return Optional.of(new Found(Attachment.connect(address.get(), host), place));
            } catch (LinkFailure e) {
                if (e.isNobodyThere()) {
                    return Optional.empty();
                }
                if (!e.mayPass() || host.timers().nanos() - end >= 0) {
                    throw e;
                }
                LOG.debug("Trying once more", e);
            }
            host.timers().pause(LOOK);
        }
    }

    /** Another host may be starting one already. */
    private Found joinOrStart() throws LinkFailure, InterruptedException {
        while (host.timers().nanos() - end < 0) {
            Optional<StartTurn> turn = StartTurn.tryTake(settings.home());
            if (turn.isPresent()) {
                try (StartTurn mine = turn.get()) {
                    LOG.trace("Has {}", mine);
                    Optional<Found> running = join(HostGateway.Place.JOINED);
                    return running.isPresent() ? running.get() : start();
                }
            }
            host.timers().pause(LOOK);
            Optional<Found> running = join(HostGateway.Place.JOINED);
            if (running.isPresent()) {
                return running.get();
            }
        }
        throw tooLate();
    }

    private Found start() throws LinkFailure, InterruptedException {
        try {
            Path output = Files.createTempFile("tapgateway-start", ".log");
            try {
                LOG.info("Starting a gateway in {}", settings.home());
                Process process = new ProcessBuilder(settings.startCommand())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
                process.getOutputStream().close();
                return started(process, output);
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

    /** The command may stay and be the gateway, or leave once there is one; and another starter may have been faster. */
    private Found started(Process process, Path output) throws IOException, InterruptedException {
        long until = end;
        boolean exited = false;
        while (host.timers().nanos() - until < 0) {
            host.timers().pause(LOOK);
            Optional<Found> gateway = join(HostGateway.Place.STARTED);
            if (gateway.isPresent()) {
                return gateway.get();
            }
            if (!exited && !process.isAlive()) {
                exited = true;
                until = Math.min(until, host.timers().nanos() + AFTER_EXIT.toNanos());
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
