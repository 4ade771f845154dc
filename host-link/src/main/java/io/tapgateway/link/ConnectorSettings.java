package io.tapgateway.link;

import io.tapgateway.runtime.Gateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Where a host wants its gateway. Immutable.
 *
 * @param home the directory of the gateway to join
 * @param startCommand program and arguments that start a gateway with that home, if none runs; empty to start none
 * @param patience how long a start, or a gateway that has no time, may take until this host is taken
 * @param own the host's own gateway, instead of all that
 * @param executor where callbacks and completions of sessions at a gateway in another process run; if empty, daemon
 *     threads
 */
public record ConnectorSettings(
        Path home, List<String> startCommand, Duration patience, Optional<Gateway> own, Optional<Executor> executor) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    public ConnectorSettings {
        startCommand = List.copyOf(startCommand);
    }

    /** The gateway with that home, if it runs. */
    public static ConnectorSettings home(Path home) {
        return new ConnectorSettings(home, List.of(), PATIENCE, Optional.empty(), Optional.empty());
    }

    /** A gateway in this process. */
    public static ConnectorSettings inProcess(Gateway gateway) {
        return new ConnectorSettings(Path.of(""), List.of(), PATIENCE, Optional.of(gateway), Optional.empty());
    }

    /**
     * The same, where this command starts the gateway if none runs.
     *
     * @param command program and arguments, for no shell: {@code tapgateway run --headless --home …}
     */
    public ConnectorSettings startingWith(List<String> command) {
        return new ConnectorSettings(home, command, patience, own, executor);
    }

    /** The same with another limit for how long the host waits until it is taken. */
    public ConnectorSettings within(Duration limit) {
        return new ConnectorSettings(home, startCommand, limit, own, executor);
    }

    /**
     * The same with another place for callbacks and completions to run.
     *
     * <p>With {@code Runnable::run} they run on the thread that reads the link: the fastest choice, for callbacks that
     * never block and never wait for the gateway. A gateway in this process has an executor of its own.
     */
    public ConnectorSettings executor(Executor callbacks) {
        return new ConnectorSettings(home, startCommand, patience, own, Optional.of(callbacks));
    }
}
