package io.tapgateway.link;

import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.ProviderTokens;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gateway's side of all links: who may connect, and which links there are. Knows no socket. Thread-safe.
 */
final class HostLinks {
    private final SessionOpener sessions;
    private final ProviderTokens tokens;
    private final LinkProof proof;
    private final GatewayClock clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, HostLink> links = new ConcurrentHashMap<>();
    private volatile boolean stopped;

    HostLinks(SessionOpener sessions, ProviderTokens tokens, LinkProof proof, GatewayClock clock) {
        this.sessions = sessions;
        this.tokens = tokens;
        this.proof = proof;
        this.clock = clock;
    }

    /** A connection that has to prove itself first. */
    GatewayGreeting accept(TextSocket socket, int port) {
        GatewayGreeting greeting = new GatewayGreeting(this, proof, socket, port);
        var unused = clock.wakeAt(clock.nanos() + LinkRules.GREETING.toNanos(), greeting::tooLate);
        return greeting;
    }

    String nonce() {
        byte[] bytes = new byte[LinkProof.BYTES];
        random.nextBytes(bytes);
        return LinkProof.nonce(bytes);
    }

    /** A new link, unless there are too many or the gateway stops. */
    Optional<HostLink> newLink() {
        if (stopped || links.size() >= LinkRules.MOST_LINKS) {
            return Optional.empty();
        }
        HostLink link = new HostLink(nonce(), this, clock);
        links.put(link.name(), link);
        return Optional.of(link);
    }

    Optional<HostLink> link(String name) {
        return Optional.ofNullable(links.get(name));
    }

    void remove(HostLink link) {
        links.remove(link.name(), link);
    }

    GatewaySession open(SessionInfo info, SessionHost host) {
        return sessions.open(info, host);
    }

    ProviderTokens tokens() {
        return tokens;
    }

    /** Tells every host that the gateway stops, and ends all links with their sessions. */
    void stop() {
        stopped = true;
        links.values().forEach(HostLink::stop);
    }

    /** Why a connection is ended, in one place: nobody learns which part of a proof was wrong. */
    static void refuse(TextSocket socket) {
        socket.close(CloseCode.AUTH_FAILED, "The proof that you know the host key is wrong");
    }
}
