package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.host.LinkProof.Side;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One connection to the gateway, from its first word on: nothing is said or heard about sessions before both sides have proved
 * that they know the key (D-012). Thread-safe.
 */
final class GatewayGreeting implements TextReceiver {
    private final HostLinks links;
    private final LinkProof proof;
    private final TextSocket socket;
    private final int port;
    private final String nonce;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Optional<String> hostNonce = Optional.empty();

    @GuardedBy("lock")
    private Optional<HostLink> link = Optional.empty();

    private volatile boolean ended;

    GatewayGreeting(HostLinks links, LinkProof proof, TextSocket socket, int port) {
        this.links = links;
        this.proof = proof;
        this.socket = socket;
        this.port = port;
        this.nonce = links.nonce();
    }

    @Override
    public int maxLength() {
        return link().isPresent() ? LinkRules.MAX_LENGTH : LinkGreeting.MAX_LENGTH;
    }

    @Override
    public void received(String text) {
        Optional<HostLink> established = link();
        if (established.isPresent()) {
            established.get().received(socket, text);
            return;
        }
        try {
            greet(text);
        } catch (BrokenLink e) {
            socket.close(CloseCode.POLICY_VIOLATION, String.valueOf(e.getMessage()));
        }
        socket.flush();
    }

    @Override
    public void closed(CloseCode why) {
        ended = true;
        link().ifPresent(it -> it.closed(socket));
    }

    /** Whoever has not proved anything by now will not. */
    void tooLate() {
        if (link().isEmpty()) {
            socket.close(CloseCode.TIMED_OUT, "No proof within " + LinkRules.GREETING.toSeconds() + " seconds");
        }
    }

    /** Another one needs the place. */
    void crowdedOut() {
        socket.close(CloseCode.OVER_CAPACITY, "Too many connections have not proved themselves yet");
    }

    /** Whether both sides have proved themselves, or the connection has ended without. */
    boolean isOver() {
        return ended || link().isPresent();
    }

    private void greet(String text) throws BrokenLink {
        Optional<String> asked = hostNonce();
        if (asked.isEmpty()) {
            LinkGreeting.Hello hello = LinkGreeting.Hello.parse(text);
            if (hello.version() != LinkGreeting.VERSION) {
                socket.close(CloseCode.UNSUPPORTED_VERSION, "This gateway speaks version " + LinkGreeting.VERSION);
                return;
            }
            remember(hello.nonce());
            String own = proof.of(Side.GATEWAY, port, hello.nonce(), nonce);
            socket.send(new LinkGreeting.Challenge(nonce, own).json());
            return;
        }
        LinkGreeting.Proof answer = LinkGreeting.Proof.parse(text);
        if (!proof.verify(answer.proof(), Side.HOST, port, asked.get(), nonce)) {
            HostLinks.refuse(socket);
            return;
        }
        establish(answer);
    }

    private void establish(LinkGreeting.Proof answer) {
        Optional<HostLink> wanted =
                answer.resume().isPresent() ? links.link(answer.resume().get().link()) : links.newLink();
        if (wanted.isEmpty()) {
            if (answer.resume().isPresent()) {
                socket.send(new LinkGreeting.Gone().json());
                socket.close(CloseCode.NORMAL, "That link is over");
            } else {
                socket.close(CloseCode.OVER_CAPACITY, "There are " + LinkRules.MOST_LINKS + " hosts already");
            }
            return;
        }
        long heardByHost = answer.resume().map(LinkGreeting.Resumption::heard).orElse(0L);
        become(wanted.get());
        if (!wanted.get().connect(socket, heardByHost)) {
            socket.send(new LinkGreeting.Gone().json());
            socket.close(CloseCode.NORMAL, "That link is over");
        }
    }

    private Optional<HostLink> link() {
        lock.lock();
        try {
            return link;
        } finally {
            lock.unlock();
        }
    }

    private void become(HostLink established) {
        lock.lock();
        try {
            link = Optional.of(established);
        } finally {
            lock.unlock();
        }
    }

    private Optional<String> hostNonce() {
        lock.lock();
        try {
            return hostNonce;
        } finally {
            lock.unlock();
        }
    }

    private void remember(String asked) {
        lock.lock();
        try {
            hostNonce = Optional.of(asked);
        } finally {
            lock.unlock();
        }
    }
}
