package io.tapgateway.runtime.core;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Something that happened outside of the core. Immutable. */
public sealed interface Input {
    /** Calls the method for this input. */
    void accept(Visitor visitor);

    /** Names the connection, call, check or prompt that ends if handling this input throws; by default none. */
    default void giveUp(Loss loss) {}

    /** A transport has connected. */
    record Opened(ConnectionId connection, Peer peer) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onOpened(this);
        }

        @Override
        public void giveUp(Loss loss) {
            loss.ofConnection(connection);
        }
    }

    /**
     * A frame has arrived.
     *
     * @param bytes its length
     */
    record Received(ConnectionId connection, Decoded<ProviderMessage> frame, int bytes) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onReceived(this);
        }

        @Override
        public void giveUp(Loss loss) {
            loss.ofConnection(connection);
        }
    }

    /** A peer has answered a ping. */
    record Ponged(ConnectionId connection) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPonged(this);
        }
    }

    /** A transport has ended. */
    record Closed(ConnectionId connection, CloseCode code) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onClosed(this);
        }
    }

    /**
     * The embedder has decided on a peer that wants to pair.
     *
     * @param target the session where the code is to be shown; empty if there is none to choose
     */
    record PairingDecided(ConnectionId connection, PairingPolicy.Mode mode, Optional<SessionId> target)
            implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPairingDecided(this);
        }

        @Override
        public void giveUp(Loss loss) {
            loss.ofConnection(connection);
        }
    }

    /**
     * A provider's directory is there, or cannot be.
     *
     * @param usable whether it can be used
     */
    record DirectoryPrepared(ConnectionId connection, Path directory, boolean usable) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onDirectoryPrepared(this);
        }

        @Override
        public void giveUp(Loss loss) {
            loss.ofConnection(connection);
        }
    }

    /**
     * A file that a call was answered with has been read.
     *
     * @param content empty if it could not be, or is not what it was said to be
     */
    record FileRead(CallId call, Optional<FileContent> content) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onFileRead(this);
        }
    }

    /** A host calls a tool. */
    record ToolCalled(
            SessionId session,
            CallId id,
            String tool,
            JsonValue args,
            CallOptions options,
            Receipt<ToolOutcome> receipt)
            implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onToolCalled(this);
        }

        @Override
        public void giveUp(Loss loss) {
            loss.ofCall(this);
        }
    }

    /** A host wants a call no more. */
    record CallCancelled(SessionId session, CallId id) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onCallCancelled(this);
        }
    }

    /** A host asks whether a tool may be used. */
    record ToolChecked(SessionId session, String tool, JsonValue args, Receipt<HookDecision> receipt) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onToolChecked(this);
        }

        @Override
        public void giveUp(Loss loss) {
            loss.ofCheck(this);
        }
    }

    /**
     * A host wants a prompt assembled.
     *
     * @param approved the only external appends that may take part; empty if all may
     */
    record PromptAsked(
            SessionId session,
            PromptSections sections,
            Optional<Set<ExternalAppend>> approved,
            Receipt<PromptAssembly> receipt)
            implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPromptAsked(this);
        }

        @Override
        public void giveUp(Loss loss) {
            loss.ofPrompt(this);
        }
    }

    /** A host keeps other names for its own tools. */
    record ToolNamesReserved(SessionId session, Set<String> names) implements Input {
        public ToolNamesReserved {
            names = Set.copyOf(names);
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onToolNamesReserved(this);
        }
    }

    /** A host wants arguments held against what their tools declare, or no longer. */
    record ValidationSet(SessionId session, boolean wanted) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onValidationSet(this);
        }
    }

    /** A host publishes an event. */
    record Published(SessionId session, SessionHostEvent event) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPublished(this);
        }
    }

    /** A host's agent is idle. */
    record Idled(SessionId session) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onIdled(this);
        }
    }

    /** A host's user looks at the session now. */
    record Foregrounded(SessionId session) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onForegrounded(this);
        }
    }

    /** A host's user interrupts. */
    record Interrupted(SessionId session) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onInterrupted(this);
        }
    }

    /** Another object is the host of a session from now on (D-067). */
    record Resumed(SessionId session) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onResumed(this);
        }
    }

    /** A host ends its session. */
    record SessionClosing(SessionId session) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onSessionClosing(this);
        }
    }

    /**
     * The embedder ends everything.
     *
     * @param now without waiting for anybody
     */
    record GatewayClosing(boolean now) implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onGatewayClosing(this);
        }
    }

    /** Time has passed; what is due is done before any input anyway. */
    record Tick() implements Input {
        @Override
        public void accept(Visitor visitor) {
            visitor.onTick(this);
        }
    }

    /** One method for each kind of thing that ends when handling an input throws. */
    interface Loss {
        void ofConnection(ConnectionId connection);

        void ofCall(ToolCalled call);

        void ofCheck(ToolChecked check);

        void ofPrompt(PromptAsked prompt);
    }

    /** One method per input. */
    interface Visitor {
        void onOpened(Opened input);

        void onReceived(Received input);

        void onPonged(Ponged input);

        void onClosed(Closed input);

        void onPairingDecided(PairingDecided input);

        void onDirectoryPrepared(DirectoryPrepared input);

        void onFileRead(FileRead input);

        void onToolCalled(ToolCalled input);

        void onCallCancelled(CallCancelled input);

        void onToolChecked(ToolChecked input);

        void onPromptAsked(PromptAsked input);

        void onToolNamesReserved(ToolNamesReserved input);

        void onValidationSet(ValidationSet input);

        void onPublished(Published input);

        void onIdled(Idled input);

        void onForegrounded(Foregrounded input);

        void onInterrupted(Interrupted input);

        void onResumed(Resumed input);

        void onSessionClosing(SessionClosing input);

        void onGatewayClosing(GatewayClosing input);

        void onTick(Tick input);
    }
}
