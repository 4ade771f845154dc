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
 * One connection of a host, from its first word on: whoever listens there gets a nonce, and nothing else before it has proved that
 * it knows the key (D-012, T-06). Thread-safe.
 */
final class HostGreeting implements TextReceiver {
    private final LinkProof proof;
    private final int port;
    private final String nonce;
    private final Optional<LinkGreeting.Resumption> resume;
    private final Outcome outcome;
    private final TextSocket socket;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Stage stage = Stage.ASKED;

    HostGreeting(
            LinkProof proof,
            int port,
            String nonce,
            Optional<LinkGreeting.Resumption> resume,
            Outcome outcome,
            TextSocket socket) {
        this.proof = proof;
        this.port = port;
        this.nonce = nonce;
        this.resume = resume;
        this.outcome = outcome;
        this.socket = socket;
        socket.send(new LinkGreeting.Hello(LinkGreeting.VERSION, nonce).json());
    }

    private enum Stage {
        ASKED,
        PROVED,
        ESTABLISHED,
        ENDED
    }

    /** What comes of it; one of the first two is called, once. */
    interface Outcome {
        /** The link stands. */
        void welcome(TextSocket socket, LinkGreeting.Welcome welcome);

        /** There is no link, for any reason but that nobody was there. */
        void failed(LinkAttempt why);

        /** Something came in on a link that stands. */
        void received(TextSocket socket, String text);

        /** The connection of a link that stood has ended. */
        void closed(TextSocket socket);
    }

    @Override
    public int maxLength() {
        return stage() == Stage.ESTABLISHED ? LinkRules.MAX_LENGTH : LinkGreeting.MAX_LENGTH;
    }

    @Override
    public void received(String text) {
        try {
            switch (stage()) {
                case ASKED -> prove(LinkGreeting.Challenge.parse(text));
                case PROVED -> conclude(LinkGreeting.Welcome.parse(text));
                case ESTABLISHED -> outcome.received(socket, text);
                case ENDED -> {}
            }
        } catch (BrokenLink e) {
            fail(unexpected());
        }
    }

    @Override
    public void closed(CloseCode why) {
        switch (why) {
            case UNSUPPORTED_VERSION -> end(LinkAttempt.OTHER_VERSION);
            case OVER_CAPACITY, TIMED_OUT, GOING_AWAY -> end(outOfTime());
            default -> end(unexpected());
        }
    }

    private void end(LinkAttempt ifNotEstablished) {
        if (stage() == Stage.ESTABLISHED) {
            outcome.closed(socket);
        } else {
            fail(ifNotEstablished);
        }
    }

    /** Whoever has not answered by now will not. */
    void tooLate() {
        if (stage() != Stage.ESTABLISHED) {
            fail(outOfTime());
        }
    }

    private LinkAttempt outOfTime() {
        return stage() == Stage.ASKED ? LinkAttempt.SILENT : LinkAttempt.BUSY;
    }

    private LinkAttempt unexpected() {
        return stage() == Stage.ASKED ? LinkAttempt.STRANGER : LinkAttempt.REFUSED;
    }

    private void prove(LinkGreeting.Challenge challenge) {
        if (!proof.verify(challenge.proof(), Side.GATEWAY, port, nonce, challenge.nonce())) {
            fail(LinkAttempt.STRANGER);
            return;
        }
        enter(Stage.PROVED);
        String own = proof.of(Side.HOST, port, nonce, challenge.nonce());
        socket.send(new LinkGreeting.Proof(own, resume).json());
        socket.flush();
    }

    private void conclude(Optional<LinkGreeting.Welcome> answer) {
        if (answer.isPresent()) {
            enter(Stage.ESTABLISHED);
            outcome.welcome(socket, answer.get());
        } else {
            enter(Stage.ENDED);
            outcome.failed(LinkAttempt.GONE);
            socket.close(CloseCode.NORMAL, "");
        }
    }

    private void fail(LinkAttempt why) {
        if (enter(Stage.ENDED) != Stage.ENDED) {
            outcome.failed(why);
            socket.abort();
        }
    }

    private Stage stage() {
        lock.lock();
        try {
            return stage;
        } finally {
            lock.unlock();
        }
    }

    private Stage enter(Stage next) {
        lock.lock();
        try {
            Stage former = stage;
            stage = next;
            return former;
        } finally {
            lock.unlock();
        }
    }
}
