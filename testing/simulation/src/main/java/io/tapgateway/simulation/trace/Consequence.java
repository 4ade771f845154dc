package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.HostNotice;

/** What the gateway did in a step. Immutable. */
public sealed interface Consequence {
    /** Calls the method for this consequence. */
    void accept(Visitor visitor);

    /** It sent a message. */
    record Sent(long connection, GatewayMessage message, String text) implements Consequence {
        /** The same, as it goes over the wire. */
        public static Sent of(long connection, GatewayMessage message) {
            return new Sent(connection, message, MessageCodec.encode(message));
        }

        @Override
        public void accept(Visitor visitor) {
            visitor.onSent(this);
        }

        @Override
        public String toString() {
            return "< " + connection + " " + text;
        }
    }

    /** It closed a connection. */
    record Closed(long connection, CloseCode code, String reason) implements Consequence {
        @Override
        public void accept(Visitor visitor) {
            visitor.onClosed(this);
        }
    }

    /** It asked for a sign of life. */
    record Pinged(long connection) implements Consequence {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPinged(this);
        }
    }

    /** It asked the embedder about a peer that wants to pair. */
    record Consulted(long connection) implements Consequence {
        @Override
        public void accept(Visitor visitor) {
            visitor.onConsulted(this);
        }
    }

    /** It told a host how a call ended. */
    record HostDone(int call, ToolOutcome outcome) implements Consequence {
        @Override
        public void accept(Visitor visitor) {
            visitor.onHostDone(this);
        }
    }

    /** It told a host whether it may use a tool. */
    record Decided(int check, HookDecision decision) implements Consequence {
        @Override
        public void accept(Visitor visitor) {
            visitor.onDecided(this);
        }
    }

    /** It gave a host its prompt. */
    record Assembled(int prompt, PromptAssembly assembly) implements Consequence {
        @Override
        public void accept(Visitor visitor) {
            visitor.onAssembled(this);
        }
    }

    /** It told a host something else. */
    record Noticed(SessionId session, HostNotice notice) implements Consequence {
        @Override
        public void accept(Visitor visitor) {
            visitor.onNoticed(this);
        }
    }

    /** It told observers something. */
    record Announced(GatewayEvent event) implements Consequence {
        @Override
        public void accept(Visitor visitor) {
            visitor.onAnnounced(this);
        }
    }

    /** One method per consequence. */
    interface Visitor {
        void onSent(Sent sent);

        void onClosed(Closed closed);

        void onPinged(Pinged pinged);

        void onConsulted(Consulted consulted);

        void onHostDone(HostDone done);

        void onDecided(Decided decided);

        void onAssembled(Assembled assembled);

        void onNoticed(Noticed noticed);

        void onAnnounced(Announced announced);
    }
}
