package io.tapgateway.testkit.transcript;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.testkit.ScriptedPeer;
import io.tapgateway.testkit.Wire;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Who takes part in the transcript that is being played. Confined to the thread of the test. */
final class Cast {
    private static final long POLL_NANOS = 1_000_000;

    private final Stage stage;
    private final Captures captures = new Captures();
    private final Map<String, Actor> peers = new LinkedHashMap<>();
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private final GatewayBuilder settings = Gateway.builder();
    private final List<Runnable> endings = new ArrayList<>();
    private Limits limits = Limits.standard();
    private @Nullable Gateway gateway;

    Cast(Stage stage) {
        this.stage = stage;
    }

    Stage stage() {
        return stage;
    }

    Captures captures() {
        return captures;
    }

    Map<String, Actor> peers() {
        return peers;
    }

    /** Has something done when the transcript is over. */
    void whenOver(Runnable ending) {
        endings.add(ending);
    }

    /** The transcript is over, for better or worse. */
    void end() {
        endings.forEach(Runnable::run);
    }

    void limit(Limit limit, long value) {
        if (gateway != null) {
            throw new IllegalArgumentException("limits come before anything else");
        }
        limits = limits.with(limit, value);
    }

    /** What the gateway will be like. */
    GatewayBuilder settings() {
        if (gateway != null) {
            throw new IllegalArgumentException("settings come before anything else");
        }
        return settings;
    }

    /** The gateway, started when it is first needed. */
    Gateway gateway() {
        Gateway started = gateway;
        if (started == null) {
            started = stage.start(settings.limits(limits));
            gateway = started;
        }
        return started;
    }

    void openSession(SessionInfo info) {
        RecordingHost host = new RecordingHost();
        hosts.put(info.id().value(), new Host(gateway().openSession(info, host), host));
    }

    /** The host of that session; of the first one if the name is empty. */
    Host host(String session) {
        Host host = session.isEmpty() && !hosts.isEmpty()
                ? hosts.values().iterator().next()
                : hosts.get(session);
        if (host == null) {
            throw new IllegalArgumentException("no session '" + session + "' was opened");
        }
        return host;
    }

    Inbox newInbox() {
        return stage.patience().isZero() ? Inbox.immediate() : Inbox.waiting(stage.patience());
    }

    void enter(String name, Wire wire, Inbox inbox) {
        peers.put(name, new Actor(name, wire, ScriptedPeer.over(wire, inbox, captures)));
    }

    Actor peer(String name) {
        Actor actor = peers.get(name);
        if (actor == null) {
            throw new IllegalArgumentException(
                    "no peer '" + name + "' has connected; begin with '@ open " + name + "'");
        }
        return actor;
    }

    /** Whether something is so; over a real transport, whether it comes to be so in time. */
    boolean holds(BooleanSupplier condition) {
        for (long left = stage.patience().toNanos(); left > 0 && !condition.getAsBoolean(); left -= POLL_NANOS) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        return condition.getAsBoolean();
    }

    /** A session, its host, and how much of what the host was told has been looked at. */
    static final class Host {
        private final GatewaySession session;
        private final RecordingHost recorded;
        private @Nullable CompletableFuture<Void> ending;
        private int logRead;
        private int injectedRead;

        private Host(GatewaySession session, RecordingHost recorded) {
            this.session = session;
            this.recorded = recorded;
        }

        GatewaySession session() {
            return session;
        }

        RecordingHost recorded() {
            return recorded;
        }

        /** Begins the end of the session. */
        void close() {
            ending = session.close().toCompletableFuture();
        }

        /** Whether the host was told of the end, and whoever began it as well. */
        boolean hasEnded() {
            CompletableFuture<Void> asked = ending;
            return recorded.ended() && (asked == null || asked.isDone());
        }

        int logRead() {
            return logRead;
        }

        void readLogTo(int index) {
            logRead = index;
        }

        int injectedRead() {
            return injectedRead;
        }

        void readInjectedTo(int index) {
            injectedRead = index;
        }
    }

    /** A connected peer. */
    final class Actor {
        private final String name;
        private final Wire wire;
        private final ScriptedPeer script;
        private boolean over;

        private Actor(String name, Wire wire, ScriptedPeer script) {
            this.name = name;
            this.wire = wire;
            this.script = script;
        }

        String name() {
            return name;
        }

        Wire wire() {
            return wire;
        }

        void says(String text) {
            script.sends(text);
        }

        void hears(String pattern) {
            script.receives(pattern);
        }

        void isClosed(String words) {
            TranscriptWords close = new TranscriptWords(words);
            if (!close.takes("close")) {
                throw new IllegalArgumentException("after '!' comes 'close' and a code");
            }
            script.closedWith(Integer.parseInt(close.next()));
            over = true;
        }

        void drops() {
            script.drops();
            over = true;
        }

        /**
         * Expects nothing to be waiting. A transport that takes its time is asked something first: once the answer is
         * there, so is whatever came before it.
         */
        void hearsNothing() {
            if (over || stage.patience().isZero()) {
                script.receivesNothing();
                return;
            }
            script.sends("{\"type\":\"testkit.fence\"}");
            script.receives("{\"type\":\"error\",\"replyTo\":\"testkit.fence\",\"*\":\"*\"}");
        }
    }
}
