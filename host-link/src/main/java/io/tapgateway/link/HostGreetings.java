package io.tapgateway.link;

import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.host.LinkGreeting.Challenge;
import io.tapgateway.protocol.host.LinkGreeting.Hello;
import io.tapgateway.protocol.host.LinkGreeting.Proof;
import io.tapgateway.protocol.host.LinkGreeting.Resumption;
import io.tapgateway.protocol.host.LinkGreeting.Welcome;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.host.LinkProof.Side;
import io.tapgateway.protocol.model.CloseCode;
import java.util.Optional;

/**
 * The states of a connection to a gateway, as its host sees it. Whoever listens there gets a nonce, and nothing else
 * before it has proved that it knows the key (D-012, T-06). Only these states make one another. All are immutable.
 */
final class HostGreetings {
    private HostGreetings() {}

    /** One of the states. Immutable. */
    sealed interface HostGreeting {
        /**
         * A connection on which nothing has been said yet.
         *
         * @param port where the host connects
         * @param nonce the host's own, fresh
         * @param resume the link to go on with; empty for a new one
         */
        static Asked asked(LinkProof proof, int port, String nonce, Optional<Resumption> resume) {
            return new Asked(proof, port, nonce, resume);
        }

        /** Has the visitor do what this state requires when it begins. */
        default void accept(Visitor visitor) {}

        /** Whether a link goes over this connection. */
        default boolean isEstablished() {
            return false;
        }

        /** The other side says something. */
        default HostGreeting received(String text) {
            return this;
        }

        /** The connection has ended. */
        default HostGreeting closed(CloseCode why) {
            return this;
        }

        /** The time for the greeting is over. */
        default HostGreeting tooLate() {
            return this;
        }
    }

    /** Does what states require. */
    interface Visitor {
        /** The other side is to prove itself. */
        void onAsked(Hello hello);

        /** The other side has proved itself; the host does the same. */
        void onProved(Proof proof);

        /** The gateway takes the host. */
        void onEstablished(Welcome welcome);

        /** There is no link, and the connection is to be closed. */
        void onFailed(LinkAttempt why);

        /** The connection of the link has ended. */
        void onEnded();
    }

    /** There is no welcome yet. */
    private sealed interface Undecided extends HostGreeting {
        /** What the text says. */
        HostGreeting read(String text) throws BrokenLink;

        /** What it means that the other side says what it should not, or hangs up without a reason. */
        LinkAttempt unexpected();

        /** What it means that the other side does not answer in time. */
        LinkAttempt unanswered();

        @Override
        default HostGreeting received(String text) {
            try {
                return read(text);
            } catch (BrokenLink e) {
                return toFailed(unexpected());
            }
        }

        @Override
        default Failed closed(CloseCode why) {
            return toFailed(
                    switch (why) {
                        case UNSUPPORTED_VERSION -> LinkAttempt.OTHER_VERSION;
                        case OVER_CAPACITY, TIMED_OUT, GOING_AWAY -> unanswered();
                        case NORMAL,
                                UNSUPPORTED_DATA,
                                INVALID_TEXT,
                                POLICY_VIOLATION,
                                MESSAGE_TOO_BIG,
                                INTERNAL_ERROR,
                                AUTH_FAILED,
                                FINISHED,
                                TAKEN_OVER,
                                SLOW_CONSUMER -> unexpected();
                    });
        }

        @Override
        default Failed tooLate() {
            return toFailed(unanswered());
        }

        default Failed toFailed(LinkAttempt why) {
            return new Failed(why);
        }
    }

    /** The other side is to prove that it is the gateway. */
    private record Asked(LinkProof proof, int port, String nonce, Optional<Resumption> resume) implements Undecided {
        @Override
        public void accept(Visitor visitor) {
            visitor.onAsked(new Hello(LinkGreeting.VERSION, nonce));
        }

        @Override
        public HostGreeting read(String text) throws BrokenLink {
            Challenge challenge = Challenge.parse(text);
            return proof.verify(challenge.proof(), Side.GATEWAY, port, nonce, challenge.nonce())
                    ? toProved(proof.of(Side.HOST, port, nonce, challenge.nonce()))
                    : toFailed(LinkAttempt.STRANGER);
        }

        @Override
        public LinkAttempt unexpected() {
            return LinkAttempt.STRANGER;
        }

        @Override
        public LinkAttempt unanswered() {
            return LinkAttempt.SILENT;
        }

        Proved toProved(String own) {
            return new Proved(new Proof(own, resume));
        }
    }

    /** The other side is the gateway, and has the host's own proof. */
    private record Proved(Proof own) implements Undecided {
        @Override
        public void accept(Visitor visitor) {
            visitor.onProved(own);
        }

        @Override
        public HostGreeting read(String text) throws BrokenLink {
            Optional<Welcome> welcome = Welcome.parse(text);
            return welcome.isPresent() ? toEstablished(welcome.get()) : toFailed(LinkAttempt.GONE);
        }

        @Override
        public LinkAttempt unexpected() {
            return LinkAttempt.REFUSED;
        }

        @Override
        public LinkAttempt unanswered() {
            return LinkAttempt.BUSY;
        }

        Established toEstablished(Welcome welcome) {
            return new Established(welcome);
        }
    }

    /** A link goes over this connection. */
    private record Established(Welcome welcome) implements HostGreeting {
        @Override
        public void accept(Visitor visitor) {
            visitor.onEstablished(welcome);
        }

        @Override
        public boolean isEstablished() {
            return true;
        }

        @Override
        public Ended closed(CloseCode why) {
            return toEnded();
        }

        Ended toEnded() {
            return new Ended();
        }
    }

    private record Failed(LinkAttempt why) implements HostGreeting {
        @Override
        public void accept(Visitor visitor) {
            visitor.onFailed(why);
        }
    }

    private record Ended() implements HostGreeting {
        @Override
        public void accept(Visitor visitor) {
            visitor.onEnded();
        }
    }
}
