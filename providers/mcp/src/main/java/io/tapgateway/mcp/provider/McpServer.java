package io.tapgateway.mcp.provider;

import io.tapgateway.protocol.transport.RetryPause;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server that is kept running for one session, and stands there as a provider of its name while it runs (M-062,
 * M-064). Thread-safe; what happens, happens on the host's thread.
 */
public final class McpServer implements AutoCloseable {
    /** Who ends so often within {@link #SHORT} is left alone. */
    static final int MOST_ENDS = 5;

    static final Duration SHORT = Duration.ofSeconds(60);

    /** How long it is away after it has ended (M-064). */
    static final RetryPause PAUSE = new RetryPause(Duration.ofSeconds(1), Duration.ofSeconds(30));

    private final McpServerSpec spec;
    private final McpServerHost host;
    private final Deque<Long> ends = new ArrayDeque<>();
    private final FollowedResources followed = new FollowedResources();

    private McpServerView.State state = McpServerView.State.WAITING;
    private Optional<ServerRun> run = Optional.empty();
    private Optional<ServerWire> wire = Optional.empty();
    private String problem = "";
    private int failures;

    /** Whether somebody waits for the end of the wire in order to start it anew. */
    private boolean wantedAgain;

    /** Tells a pause that is over from one that somebody has cut short. */
    private int starts;

    private volatile McpServerView view;

    private McpServer(McpServerSpec spec, McpServerHost host) {
        this.spec = spec;
        this.host = host;
        this.view = seen();
    }

    /** Starts a server. */
    public static McpServer start(McpServerSpec spec, McpServerHost host) {
        McpServer server = new McpServer(spec, host);
        host.thread().execute(server::begin);
        return server;
    }

    /** How it is. */
    public McpServerView view() {
        return view;
    }

    /** Ends it, if it runs, and starts it anew; one that was left alone, too. */
    public void restart() {
        host.thread().execute(() -> {
            if (state != McpServerView.State.ENDED) {
                ends.clear();
                failures = 0;
                wantedAgain = wire.isPresent();
                run.ifPresent(ServerRun::stop);
                if (!wantedAgain) {
                    begin();
                }
            }
        });
    }

    /**
     * The user has looked at its tools and wants them (M-067). Nothing happens if they are others by now.
     *
     * @param fingerprint of the tools that the user has seen, as in {@link McpServerView}
     */
    public void approve(String fingerprint) {
        host.thread()
                .execute(() ->
                        run.filter(it -> it.fingerprint().equals(fingerprint)).ifPresent(ServerRun::approve));
    }

    /** Ends it for good. Harmless to repeat. */
    @Override
    public void close() {
        host.thread().execute(() -> {
            run.ifPresent(ServerRun::stop);
            run = Optional.empty();
            to(McpServerView.State.ENDED);
        });
    }

    /** Whether a program or a connection of it is still there; for its host's thread. */
    public boolean isRunning() {
        return wire.isPresent();
    }

    private void begin() {
        int start = ++starts;
        ServerWire started;
        try {
            started = host.start();
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
            host.tell("The MCP server '" + spec.key() + "' cannot be started: " + problem);
            to(McpServerView.State.LEFT_ALONE);
            return;
        }
        wire = Optional.of(started);
        ServerRun begun = new ServerRun(spec, host, started, followed, this::look);
        run = Optional.of(begun);
        to(McpServerView.State.STARTING);
        started.onEnd(how -> host.thread().execute(() -> ended(start, begun, started.isShared(), how)));
        begun.begin();
    }

    private void look() {
        if (run.filter(ServerRun::isReady).isPresent()) {
            problem = "";
            to(McpServerView.State.READY);
        }
    }

    private void ended(int start, ServerRun which, boolean shared, String how) {
        which.leave();
        if (start != starts) {
            return;
        }
        wire = Optional.empty();
        if (state == McpServerView.State.ENDED) {
            view = seen();
            return;
        }
        run = Optional.empty();
        if (wantedAgain) {
            wantedAgain = false;
            begin();
            return;
        }
        String before = problem;
        problem = which.problem().isEmpty() ? how : which.problem();
        long now = host.thread().nanos();
        ends.addLast(now);
        ends.removeIf(at -> now - at > SHORT.toNanos());
        if (ends.size() >= MOST_ENDS && !shared) {
            host.tell("The MCP server '" + spec.key() + "' has ended " + MOST_ENDS + " times within "
                    + SHORT.toSeconds() + " s and is left alone: " + problem + ". 'tapgateway mcp-server restart "
                    + spec.key() + "' starts it again." + host.lastWords());
            to(McpServerView.State.LEFT_ALONE);
            return;
        }
        failures = ends.size() == 1 && which.hasBeenReady() ? 1 : failures + 1;
        Duration pause = PAUSE.after(failures);
        if (!shared || !problem.equals(before)) {
            host.tell("The MCP server '" + spec.key() + "' has ended: " + problem + ". It is tried again in "
                    + pause.toSeconds() + " s." + host.lastWords());
        }
        to(McpServerView.State.WAITING);
        host.thread().after(pause, () -> {
            if (state == McpServerView.State.WAITING && start == starts) {
                begin();
            }
        });
    }

    private void to(McpServerView.State next) {
        state = next;
        view = seen();
        host.changed(next);
    }

    private McpServerView seen() {
        OptionalLong pid = wire.map(ServerWire::pid).orElseGet(OptionalLong::empty);
        return new McpServerView(
                spec,
                state,
                pid,
                problem,
                run.map(ServerRun::shown).orElse(List.of()),
                run.map(ServerRun::fingerprint).orElse(""),
                run.map(ServerRun::waiting).orElse(Map.of()),
                run.map(ServerRun::leftOut).orElse(Map.of()));
    }
}
