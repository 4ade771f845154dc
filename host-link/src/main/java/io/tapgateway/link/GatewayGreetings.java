package io.tapgateway.link;

import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.host.LinkGreeting.Challenge;
import io.tapgateway.protocol.host.LinkGreeting.Hello;
import io.tapgateway.protocol.host.LinkGreeting.Resumption;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.host.LinkProof.Side;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextSocket;
import java.util.Optional;

/**
 * The states of a connection from a host, as the gateway sees it. Nothing is said or heard about sessions before both
 * sides have proved that they know the key (D-012). Only these states make one another. All are immutable.
 */
final class GatewayGreetings {
    private GatewayGreetings() {}

    /** One of the states. Immutable. */
    sealed interface GatewayGreeting {
        /**
         * A connection on which nothing has been said yet.
         *
         * @param port where the host has connected
         * @param nonce the gateway's own, fresh
         */
        static AwaitHello awaitHello(LinkProof proof, int port, String nonce) {
            return new AwaitHello(proof, port, nonce);
        }

        /** Has the visitor do what this state requires when it begins. */
        default void accept(Visitor visitor) {}

        /** The longest text that may come now, in characters. */
        default int maxLength() {
            return LinkGreeting.MAX_LENGTH;
        }

        /** Gives a text to the link, if one goes over this connection. */
        default boolean pass(TextSocket from, String text) {
            return false;
        }

        /** Tells the link that its connection has ended, if one went over it. */
        default void lose(TextSocket former) {}

        /** Whether the host can still prove itself. */
        default boolean isUndecided() {
            return false;
        }

        /** The host says something before there is a link. */
        default GatewayGreeting received(String text) {
            return this;
        }

        /** The time for the proof is over. */
        default GatewayGreeting tooLate() {
            return this;
        }

        /** Another connection needs the place. */
        default GatewayGreeting crowdedOut() {
            return this;
        }

        /** The connection has ended. */
        default Ended toEnded() {
            return new Ended();
        }

        /** The connection is to be ended. */
        default GatewayGreeting toRefused(CloseCode code, String reason) {
            throw Machine.illegal("toRefused", this);
        }

        /** The link is found, or made. */
        default GatewayGreeting toEstablished(HostLink link, long heardByHost) {
            throw Machine.illegal("toEstablished", this);
        }
    }

    /** Does what states require. */
    interface Visitor {
        /** The host is to prove itself. */
        void onAwaitProof(Challenge challenge);

        /** The host has proved itself, and wants this link or a new one. */
        void onProved(Optional<Resumption> resume);

        /** The link goes on over this connection. */
        void onEstablished(HostLink link, long heardByHost);

        /** The connection is to be closed. */
        void onRefused(CloseCode code, String reason);
    }

    /** Both sides can still fail. */
    private sealed interface Undecided extends GatewayGreeting {
        /** What the text says. */
        GatewayGreeting read(String text) throws BrokenLink;

        @Override
        default boolean isUndecided() {
            return true;
        }

        @Override
        default GatewayGreeting received(String text) {
            try {
                return read(text);
            } catch (BrokenLink e) {
                return toRefused(CloseCode.POLICY_VIOLATION, String.valueOf(e.getMessage()));
            }
        }

        @Override
        default Refused tooLate() {
            return toRefused(CloseCode.TIMED_OUT, "No proof within " + LinkRules.GREETING.toSeconds() + " seconds");
        }

        @Override
        default Refused crowdedOut() {
            return toRefused(CloseCode.OVER_CAPACITY, "Too many connections have not proved themselves yet");
        }

        @Override
        default Refused toRefused(CloseCode code, String reason) {
            return new Refused(code, reason);
        }
    }

    private record AwaitHello(LinkProof proof, int port, String nonce) implements Undecided {
        @Override
        public GatewayGreeting read(String text) throws BrokenLink {
            Hello hello = Hello.parse(text);
            return hello.version() == LinkGreeting.VERSION
                    ? toAwaitProof(hello.nonce())
                    : toRefused(CloseCode.UNSUPPORTED_VERSION, "This gateway speaks version " + LinkGreeting.VERSION);
        }

        AwaitProof toAwaitProof(String hostNonce) {
            return new AwaitProof(proof, port, nonce, hostNonce);
        }
    }

    private record AwaitProof(LinkProof proof, int port, String nonce, String hostNonce) implements Undecided {
        @Override
        public void accept(Visitor visitor) {
            visitor.onAwaitProof(new Challenge(nonce, proof.of(Side.GATEWAY, port, hostNonce, nonce)));
        }

        @Override
        public GatewayGreeting read(String text) throws BrokenLink {
            LinkGreeting.Proof answer = LinkGreeting.Proof.parse(text);
            // Nobody learns which part of a proof is wrong.
            return proof.verify(answer.proof(), Side.HOST, port, hostNonce, nonce)
                    ? toProved(answer.resume())
                    : toRefused(CloseCode.AUTH_FAILED, "The proof that you know the host key is wrong");
        }

        Proved toProved(Optional<Resumption> resume) {
            return new Proved(resume);
        }
    }

    /** The link that the host wants is looked for. */
    private record Proved(Optional<Resumption> resume) implements GatewayGreeting {
        @Override
        public void accept(Visitor visitor) {
            visitor.onProved(resume);
        }

        @Override
        public Established toEstablished(HostLink link, long heardByHost) {
            return new Established(link, heardByHost);
        }

        @Override
        public Refused toRefused(CloseCode code, String reason) {
            return new Refused(code, reason);
        }
    }

    /** The link goes over this connection. */
    private record Established(HostLink link, long heardByHost) implements GatewayGreeting {
        @Override
        public void accept(Visitor visitor) {
            visitor.onEstablished(link, heardByHost);
        }

        @Override
        public int maxLength() {
            return LinkRules.MAX_LENGTH;
        }

        @Override
        public boolean pass(TextSocket from, String text) {
            link.received(from, text);
            return true;
        }

        @Override
        public void lose(TextSocket former) {
            link.closed(former);
        }

        @Override
        public Refused toRefused(CloseCode code, String reason) {
            return new Refused(code, reason);
        }
    }

    /** The gateway ends the connection. */
    private record Refused(CloseCode code, String reason) implements GatewayGreeting {
        @Override
        public void accept(Visitor visitor) {
            visitor.onRefused(code, reason);
        }
    }

    private record Ended() implements GatewayGreeting {
        @Override
        public Ended toEnded() {
            return this;
        }
    }
}
