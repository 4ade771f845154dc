package io.tapgateway.link;

import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.ForwardingSession;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.system.RunningProcess;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.SessionUserListener;
import io.tapgateway.user.UserAccess;
import io.tapgateway.user.UserTime;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A gateway, its hosts in other processes and the connections between them, all on one thread and in virtual time. What
 * one side flushes has arrived and been handled when the flush returns, unless it is flushed while something else is
 * handled.
 */
final class VirtualGateway implements AutoCloseable {
    private static final int PORT = 9401;
    private static final LinkProof PROOF = new LinkProof(HostFixture.key(1));

    /** A session of that id is adopted by hosts that want to. */
    static final String HOOKED = "hooked";

    /** Who goes on with a session that is given back. */
    final RecordingHost formerHost = new RecordingHost();

    final ManualClock clock = ManualClock.create();
    final RemoteSessions sessions = new RemoteSessions();
    private final Map<SessionId, SessionUser> persons = new HashMap<>();
    private final List<Gateway> gateways = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final Queue<Runnable> arriving = new ArrayDeque<>();
    private HostLinks links;
    private Listener listener = Listener.GATEWAY;
    private boolean handling;
    private boolean holding;
    int dialled;

    VirtualGateway() {
        links = newLinks();
    }

    /** Who listens at the port. */
    enum Listener {
        GATEWAY,
        NOBODY,
        /** Somebody who takes connections and says nothing. */
        SILENCE
    }

    Gateway gateway() {
        return gateways.get(gateways.size() - 1);
    }

    /** The sessions that the gateway has, by their ids. */
    List<String> openSessions() {
        return gateway().sessions().stream()
                .filter(it -> it.state() == SessionView.State.ACTIVE)
                .map(it -> it.info().id().value())
                .toList();
    }

    /** A host's link to the gateway. */
    GatewayLink link() throws LinkFailure {
        return link(ProcessHandle.current().pid());
    }

    /** The same, where the gateway is said to be that process. */
    GatewayLink link(long pid) throws LinkFailure {
        GatewayAddress address = new GatewayAddress(
                Path.of("home"), RunningProcess.ofNumber(pid), PORT, URI.create("ws://127.0.0.1:9/"), PROOF);
        return GatewayLink.open(address, clock, this::dial, sessions);
    }

    void listens(Listener next) {
        listener = next;
    }

    /** Another gateway takes the place of this one; it knows nothing of the former. */
    void replace() {
        links = newLinks();
        cut();
    }

    /** Ends all connections, as when a cable is pulled that both sides notice. */
    void cut() {
        List<Line> cut = List.copyOf(lines);
        lines.clear();
        cut.forEach(Line::cut);
        handle();
    }

    /** Whether all that is said on the way to either side waits. */
    void holdsBack(boolean wanted) {
        holding = wanted;
        handle();
    }

    /** Tells all hosts that the gateway stops. */
    void stop() {
        links.stop();
    }

    CompletionStage<?> dial(URI url, Function<TextSocket, TextReceiver> host) {
        dialled++;
        if (listener == Listener.NOBODY) {
            return CompletableFuture.failedFuture(new ConnectException("nobody listens at " + url));
        }
        lines.add(new Line(host));
        handle();
        return CompletableFuture.completedFuture(url);
    }

    private HostLinks newLinks() {
        Gateway gateway = Gateway.builder().clock(clock).executor(Runnable::run).build();
        gateways.add(gateway);
        return new HostLinks(new Opener(gateway), gateway.tokens(), PROOF, clock, Runnable::run);
    }

    /** The person at a session of the gateway. */
    SessionUser person(String session) {
        return persons.get(new SessionId(session));
    }

    /** Opens sessions with a person at each of them. */
    private final class Opener implements SessionOpener {
        private final Gateway gateway;

        private Opener(Gateway gateway) {
            this.gateway = gateway;
        }

        @Override
        public GatewaySession open(SessionInfo info, SessionHost host) {
            GatewaySession session = gateway.openSession(info, host);
            persons.put(info.id(), SessionUser.create(new PersonsTime(), SessionUserListener.NOBODY));
            return session;
        }

        @Override
        public Optional<GatewaySession> adopt(SessionInfo info, SessionHost host) {
            return gateway.session(new SessionId(HOOKED)).map(session -> {
                session.resume(host);
                return new ForwardingSession(session) {
                    @Override
                    public CompletionStage<Void> close() {
                        session.resume(formerHost);
                        host.closed();
                        return CompletableFuture.completedStage(null);
                    }
                };
            });
        }

        @Override
        public SessionAccess attach(SessionId session, SessionListener guest) {
            return gateway.attach(session, guest);
        }

        @Override
        public Optional<UserAccess> user(SessionId session) {
            return Optional.ofNullable(persons.get(session));
        }
    }

    /** Surfaces are told on the test's thread. */
    private final class PersonsTime implements UserTime {
        @Override
        public long nanos() {
            return clock.nanos();
        }

        @Override
        public void after(Duration delay, Runnable task) {
            var unused = clock.wakeAt(clock.nanos() + delay.toNanos(), task);
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }
    }

    /** Handles what has arrived, in order, and nothing while something else is handled. */
    private void handle() {
        if (handling || holding) {
            return;
        }
        handling = true;
        try {
            for (Runnable next = arriving.poll(); next != null; next = arriving.poll()) {
                next.run();
            }
        } finally {
            handling = false;
        }
    }

    @Override
    public void close() {
        gateways.forEach(Gateway::closeNow);
    }

    /** One connection. */
    private final class Line {
        private final End host = new End();
        private final End gateway = new End();

        Line(Function<TextSocket, TextReceiver> hostSide) {
            host.receiver = hostSide.apply(host);
            gateway.receiver = listener == Listener.GATEWAY ? links.accept(gateway, PORT) : new Silence();
            host.other = gateway;
            gateway.other = host;
            host.flush();
        }

        void cut() {
            host.end(CloseCode.GOING_AWAY);
            gateway.end(CloseCode.GOING_AWAY);
        }
    }

    private static final class Silence implements TextReceiver {
        @Override
        public int maxLength() {
            return Integer.MAX_VALUE;
        }

        @Override
        public void received(String text) {}

        @Override
        public void closed(CloseCode why) {}
    }

    /** One end of a connection. */
    private final class End implements TextSocket {
        private final List<String> texts = new ArrayList<>();
        private TextReceiver receiver = new Silence();
        private End other = this;
        private boolean ended;

        @Override
        public void send(String text) {
            texts.add(text);
        }

        @Override
        public boolean isWaiting() {
            return !texts.isEmpty();
        }

        @Override
        public void flush() {
            List<String> leaving = List.copyOf(texts);
            texts.clear();
            if (!ended) {
                leaving.forEach(text -> arriving.add(() -> other.arrives(text)));
            }
            handle();
        }

        private void arrives(String text) {
            if (!ended) {
                receiver.received(text);
            }
        }

        @Override
        public void close(CloseCode code, String reason) {
            flush();
            end(CloseCode.NORMAL);
            other.end(code);
            handle();
        }

        @Override
        public void abort() {
            end(CloseCode.NORMAL);
            other.end(CloseCode.GOING_AWAY);
            handle();
        }

        /** After what has arrived before. */
        private void end(CloseCode code) {
            arriving.add(() -> {
                if (!ended) {
                    ended = true;
                    receiver.closed(code);
                }
            });
        }
    }
}
