package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.ProviderTokens;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The gateway's end of the links of session hosts in other processes: whoever has the sockets hands them in here, and only programs
 * that know the host key get any further (D-012). Thread-safe.
 *
 * <pre>{@code
 * HostPort hosts = HostPort.serving(gateway::openSession, gateway.tokens(), proof);
 * TextPort port = TextPort.at(HostPort.PATH, socket -> hosts.accept(socket, number));
 * }</pre>
 */
@SuppressWarnings("exports") // of use to whoever has the sockets of the control port: our app
public final class HostPort implements AutoCloseable {
    /** Where the gateway's control port has the link. */
    public static final String PATH = LinkRules.PATH;

    private final LinkTimers timers;
    private final HostLinks links;
    private final ReentrantLock lock = new ReentrantLock();

    /** In the order in which they came. */
    @GuardedBy("lock")
    private final Set<GatewayGreeting> greetings = new LinkedHashSet<>();

    private HostPort(SessionOpener sessions, ProviderTokens tokens, LinkProof proof, LinkTimers timers) {
        this.timers = timers;
        this.links = new HostLinks(sessions, tokens, proof, timers);
    }

    /**
     * Takes hosts that prove that they know the key.
     *
     * @param sessions opens their sessions
     * @param tokens for the programs that they start
     */
    public static HostPort serving(SessionOpener sessions, ProviderTokens tokens, LinkProof proof) {
        return new HostPort(sessions, tokens, proof, LinkTimers.named("tap-host-port"));
    }

    /**
     * Takes a connection of a program that has proved nothing yet. If there are too many of them, the one that has been at it for the
     * longest makes room: those who never prove anything keep nobody out (T-26).
     *
     * @param port the number of the port that it came to; it is part of the proof
     */
    public TextReceiver accept(TextSocket socket, int port) {
        GatewayGreeting greeting = links.accept(socket, port);
        tooSlow(greeting).ifPresent(GatewayGreeting::crowdedOut);
        return greeting;
    }

    private Optional<GatewayGreeting> tooSlow(GatewayGreeting newest) {
        lock.lock();
        try {
            greetings.removeIf(GatewayGreeting::isOver);
            greetings.add(newest);
            Iterator<GatewayGreeting> oldest = greetings.iterator();
            if (greetings.size() <= LinkRules.MOST_GREETINGS || !oldest.hasNext()) {
                return Optional.empty();
            }
            GatewayGreeting evicted = oldest.next();
            oldest.remove();
            return Optional.of(evicted);
        } finally {
            lock.unlock();
        }
    }

    /** Tells all hosts that the gateway stops, and ends their sessions. Harmless to repeat. */
    @Override
    public void close() {
        links.stop();
        timers.close();
    }
}
