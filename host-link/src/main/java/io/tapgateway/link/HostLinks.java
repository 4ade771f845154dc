package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.link.GatewayGreetings.GatewayGreeting;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.ProviderTokens;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The gateway's side of all links: which there are, and which connections may become some. Knows no socket.
 * Thread-safe.
 */
final class HostLinks {
    private final SessionOpener sessions;
    private final ProviderTokens tokens;
    private final LinkProof proof;
    private final GatewayClock clock;
    private final Executor openers;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, HostLink> links = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** Connections that have not proved themselves, in the order in which they came. */
    @GuardedBy("lock")
    private final Deque<HostConnection> greetings = new ArrayDeque<>();

    private volatile boolean stopped;

    /** @param openers where sessions are opened */
    HostLinks(SessionOpener sessions, ProviderTokens tokens, LinkProof proof, GatewayClock clock, Executor openers) {
        this.sessions = sessions;
        this.tokens = tokens;
        this.proof = proof;
        this.clock = clock;
        this.openers = openers;
    }

    /**
     * Takes a connection, which has to prove itself first. If there are too many of those, the oldest one makes room
     * (T-26).
     *
     * @param port where the host has connected; it is part of the proof
     */
    TextReceiver accept(TextSocket socket, int port) {
        HostConnection connection =
                new HostConnection(this, socket, GatewayGreeting.awaitHello(proof, port, nonce()), clock);
        makeRoom(connection).ifPresent(HostConnection::crowdedOut);
        return connection;
    }

    private Optional<HostConnection> makeRoom(HostConnection newest) {
        lock.lock();
        try {
            greetings.removeIf(it -> !it.isUndecided());
            greetings.add(newest);
            return greetings.size() > LinkRules.MOST_GREETINGS ? Optional.of(greetings.remove()) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private String nonce() {
        byte[] bytes = new byte[LinkProof.BYTES];
        random.nextBytes(bytes);
        return LinkProof.nonce(bytes);
    }

    /** A new link, unless there are too many or the gateway stops. */
    Optional<HostLink> newLink() {
        if (stopped || links.size() >= LinkRules.MOST_LINKS) {
            return Optional.empty();
        }
        HostLink link = new HostLink(nonce(), sessions, tokens, clock, openers);
        links.put(link.name(), link);
        var unused = link.over().thenRun(() -> links.remove(link.name()));
        return Optional.of(link);
    }

    Optional<HostLink> link(String name) {
        return Optional.ofNullable(links.get(name));
    }

    /** Tells every host that the gateway stops, and ends all links with their sessions. */
    void stop() {
        stopped = true;
        links.values().forEach(HostLink::stop);
    }
}
