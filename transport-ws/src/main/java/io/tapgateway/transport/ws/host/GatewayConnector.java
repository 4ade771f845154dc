package io.tapgateway.transport.ws.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a session host its gateway, wherever that lives (D-225).
 *
 * <pre>{@code
 * HostGateway gateway = GatewayConnector.joinOrStart(ConnectorSettings.home(home)
 *         .startingWith(List.of("tapgateway", "start", "--home", home.toString())));
 * GatewaySession session = gateway.openSession(info, host);
 * }</pre>
 */
public final class GatewayConnector {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayConnector.class);
    private static final Duration LOOK = Duration.ofMillis(100);

    /** Whoever was faster may not listen yet. */
    private static final Duration AFTER_EXIT = Duration.ofSeconds(2);

    private static final int SHOWN_CHARACTERS = 500;

    private final ConnectorSettings settings;

    private GatewayConnector(ConnectorSettings settings) {
        this.settings = settings;
    }

    /**
     * Joins the gateway that runs, or starts one and joins that. Waits for it.
     *
     * @throws LinkFailure if there is no gateway and none could be started, or somebody else listens in its place; the message is
     *     a sentence for people
     */
    public static HostGateway joinOrStart(ConnectorSettings settings) throws LinkFailure {
        if (settings.own().isPresent()) {
            return new InProcessGateway(settings.own().get());
        }
        return new GatewayConnector(settings).joinOrStart();
    }

    private HostGateway joinOrStart() throws LinkFailure {
        Optional<HostGateway> running = join(HostGateway.Place.JOINED);
        if (running.isPresent()) {
            return running.get();
        }
        if (settings.startCommand().isEmpty()) {
            throw LinkFailure.because("No gateway runs in " + settings.home() + "; start one first.");
        }
        return start();
    }

    /** Whoever wrote the files and is dead or does not listen is no gateway any more. */
    private Optional<HostGateway> join(HostGateway.Place place) throws LinkFailure {
        Optional<GatewayAddress> address = GatewayAddress.read(settings.home());
        if (address.isEmpty() || !address.get().mayBeAlive()) {
            return Optional.empty();
        }
        try {
            return Optional.of(RemoteGateway.connect(place, address.get()));
        } catch (LinkFailure e) {
            if (e.isNobodyThere()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private HostGateway start() throws LinkFailure {
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

    /** The command may stay and be the gateway, or leave once there is one; and another host may have been faster. */
    private HostGateway started(Process process, Path output) throws IOException {
        try (LinkTimers timers = LinkTimers.named("tap-gateway-start")) {
            long end = timers.nanos() + settings.patience().toNanos();
            boolean exited = false;
            while (timers.nanos() - end < 0) {
                timers.pause(LOOK);
                Optional<HostGateway> gateway = join(HostGateway.Place.STARTED);
                if (gateway.isPresent()) {
                    return gateway.get();
                }
                if (!exited && !process.isAlive()) {
                    exited = true;
                    end = Math.min(end, timers.nanos() + AFTER_EXIT.toNanos());
                }
            }
            throw LinkFailure.because(
                    exited
                            ? "The gateway did not start: " + lastWords(output)
                            : "The gateway was not there within "
                                    + settings.patience().toSeconds() + " seconds after its start.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LinkFailure.because("Interrupted while the gateway was starting.");
        }
    }

    private static String lastWords(Path output) throws IOException {
        String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip();
        return text.isEmpty()
                ? "the command ended without a word."
                : text.substring(Math.max(0, text.length() - SHOWN_CHARACTERS));
    }
}
