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

    private ServerLife life = ServerLife.begin();

    /** What was in the way last; empty since its tools are there. */
    private String problem = "";

    private int failures;
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
            if (!life.isClosed()) {
                ends.clear();
                failures = 0;
                life.run().ifPresentOrElse(this::endForRestart, this::begin);
            }
        });
    }

    private void endForRestart(ServerRun run) {
        to(life.toRestarting());
        run.stop();
    }

    /**
     * The user has looked at its tools and wants them (M-067). Nothing happens if they are others by now.
     *
     * @param fingerprint of the tools that the user has seen, as in {@link McpServerView}
     */
    public void approve(String fingerprint) {
        host.thread()
                .execute(() -> life.run()
                        .filter(it -> it.fingerprint().equals(fingerprint))
                        .ifPresent(ServerRun::approve));
    }

    /** Ends it for good. Harmless to repeat. */
    @Override
    public void close() {
        host.thread().execute(() -> {
            life.run().ifPresent(ServerRun::stop);
            to(life.toClosed());
        });
    }

    /** Whether a program or a connection of it is still there; for its host's thread. */
    public boolean isRunning() {
        return life.wire().isPresent();
    }

    private void begin() {
        ServerWire wire;
        try {
            wire = host.start();
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
            host.tell("The MCP server '" + spec.key() + "' cannot be started: " + problem);
            to(life.toLeftAlone());
            return;
        }
        ServerRun run = new ServerRun(spec, host, wire, followed, this::look);
        to(life.toStarting(run));
        wire.onEnd(how -> host.thread().execute(() -> ended(run, how)));
        run.begin();
    }

    private void look() {
        if (life.run().filter(ServerRun::isReady).isPresent()) {
            problem = "";
            to(life.toReady());
        }
    }

    private void ended(ServerRun run, String how) {
        run.leave();
        if (life.isClosed()) {
            to(life.toGone());
        } else if (life.isRestarting()) {
            begin();
        } else {
            tryAgain(run, how);
        }
    }

    /** Unless it has ended too often. */
    private void tryAgain(ServerRun run, String how) {
        boolean shared = run.wire().isShared();
        String before = problem;
        problem = run.problem().isEmpty() ? how : run.problem();
        long now = host.thread().nanos();
        ends.addLast(now);
        ends.removeIf(at -> now - at > SHORT.toNanos());
        if (ends.size() >= MOST_ENDS && !shared) {
            host.tell("The MCP server '" + spec.key() + "' has ended " + MOST_ENDS + " times within "
                    + SHORT.toSeconds() + " s and is left alone: " + problem + ". 'tapgateway mcp-server restart "
                    + spec.key() + "' starts it again." + lastWords(run));
            to(life.toLeftAlone());
            return;
        }
        failures = ends.size() == 1 && run.hasBeenReady() ? 1 : failures + 1;
        Duration pause = PAUSE.after(failures);
        if (!shared || !problem.equals(before)) {
            host.tell("The MCP server '" + spec.key() + "' has ended: " + problem + ". It is tried again in "
                    + pause.toSeconds() + " s." + lastWords(run));
        }
        to(life.toWaiting());
        host.thread().after(pause, () -> {
            if (life.isWaitingAfter(run)) {
                begin();
            }
        });
    }

    private String lastWords(ServerRun run) {
        return run.wire().blanked(host.lastWords());
    }

    /** The one place where the state changes. */
    private void to(ServerLife next) {
        life = next;
        view = seen();
        host.changed(life.shown());
    }

    private McpServerView seen() {
        Optional<ServerRun> run = life.run();
        return new McpServerView(
                spec,
                life.shown(),
                life.wire().map(ServerWire::pid).orElseGet(OptionalLong::empty),
                problem,
                run.map(ServerRun::shown).orElse(List.of()),
                run.map(ServerRun::fingerprint).orElse(""),
                run.map(ServerRun::waiting).orElse(Map.of()),
                run.map(ServerRun::leftOut).orElse(Map.of()));
    }
}
