package io.tapgateway.link;

import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.ProviderTokens;
import io.tapgateway.runtime.thread.DaemonThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The gateway's end of the links of session hosts in other processes: whoever has the sockets hands them in here, and
 * only programs that know the host key get any further (D-012). Thread-safe.
 *
 * <pre>{@code
 * HostPort hosts = HostPort.serving(SessionOpener.of(gateway), gateway.tokens(), proof);
 * TextPort port = TextPort.at(HostPort.PATH, hosts::accept);
 * }</pre>
 */
@SuppressWarnings("exports") // of use to whoever has the sockets of the control port: our app
public final class HostPort implements AutoCloseable {
    /** Where the gateway's control port has the link. */
    public static final String PATH = LinkRules.PATH;

    private final LinkTimers timers;
    private final ExecutorService openers;
    private final HostLinks links;

    private HostPort(LinkTimers timers, ExecutorService openers, HostLinks links) {
        this.timers = timers;
        this.openers = openers;
        this.links = links;
    }

    /**
     * Takes hosts that prove that they know the key.
     *
     * @param sessions opens their sessions, on threads of the port: one host waits for it, nobody else
     * @param tokens for the programs that they start
     */
    public static HostPort serving(SessionOpener sessions, ProviderTokens tokens, LinkProof proof) {
        LinkTimers timers = LinkTimers.named("tap-host-port");
        ExecutorService openers = Executors.newCachedThreadPool(DaemonThreads.named("tap-host-port-opener"));
        return new HostPort(timers, openers, new HostLinks(sessions, tokens, proof, timers, openers));
    }

    /**
     * Takes a connection of a program that has proved nothing yet. If there are too many of those, the oldest one makes
     * room: programs that never prove anything keep nobody out (T-26).
     *
     * @param port the number of the port that it came to; it is part of the proof
     */
    public TextReceiver accept(TextSocket socket, int port) {
        return links.accept(socket, port);
    }

    /** Tells all hosts that the gateway stops, and ends their sessions. Harmless to repeat. */
    @Override
    public void close() {
        links.stop();
        openers.shutdown();
        timers.close();
    }
}
