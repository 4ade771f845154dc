package io.tapgateway.runtime.core;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.util.Optional;

/** What peers do, and what the system has done for them. Immutable. */
public sealed interface PeerInput extends Input {
    /** A transport has connected. */
    record Opened(ConnectionId connection, Peer peer) implements PeerInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.onOpened(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.giveUp(connection);
        }
    }

    /**
     * A frame has arrived.
     *
     * @param bytes its length
     */
    record Received(ConnectionId connection, Decoded<ProviderMessage> frame, int bytes) implements PeerInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.onReceived(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.giveUp(connection);
        }
    }

    /** A provider in this process offers something beside tools, or something else than before. */
    record Offered(ConnectionId connection, Offerings offerings) implements PeerInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.onOffered(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.giveUp(connection);
        }
    }

    /** A peer has answered a ping. */
    record Ponged(ConnectionId connection) implements PeerInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.onPonged(this);
        }
    }

    /** A transport has ended. */
    record Closed(ConnectionId connection, CloseCode code) implements PeerInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.onClosed(this);
        }
    }

    /**
     * The embedder has decided on a peer that wants to pair.
     *
     * @param target the session where the code is to be shown; empty if there is none to choose
     */
    record PairingDecided(ConnectionId connection, PairingPolicy.Mode mode, Optional<SessionId> target)
            implements PeerInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.onPairingDecided(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.giveUp(connection);
        }
    }

    /**
     * A provider's directory is there, or cannot be.
     *
     * @param usable whether it can be used
     */
    record DirectoryPrepared(ConnectionId connection, Path directory, boolean usable) implements PeerInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.onDirectoryPrepared(this);
        }

        @Override
        public void giveUp(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.giveUp(connection);
        }
    }

    /**
     * A file that a call was answered with has been read.
     *
     * @param content empty if it could not be, or is not what it was said to be
     */
    record FileRead(CallId call, Optional<FileContent> content) implements PeerInput {
        @Override
        public void accept(PeerInput.Visitor peers, HostInput.Visitor hosts) {
            peers.onFileRead(this);
        }
    }

    /** One method per input. */
    interface Visitor {
        void onOpened(Opened input);

        void onReceived(Received input);

        void onOffered(Offered input);

        void onPonged(Ponged input);

        void onClosed(Closed input);

        void onPairingDecided(PairingDecided input);

        void onDirectoryPrepared(DirectoryPrepared input);

        void onFileRead(FileRead input);

        /** Handling an input of this connection has thrown. */
        void giveUp(ConnectionId connection);
    }
}
