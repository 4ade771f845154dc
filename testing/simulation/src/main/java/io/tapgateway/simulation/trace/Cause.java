package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.transport.Peer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What made the gateway take a step. Immutable. */
public sealed interface Cause {
    /** A host keeps these names of tools for itself, sorted, and no others. */
    record NamesReserved(SessionId session, List<String> names) implements Cause {}

    /** A host wants arguments held against what tools declare, or no longer. */
    record ArgumentsUnchecked(SessionId session, boolean wanted) implements Cause {}

    /** Somebody has connected. */
    record Opened(long connection, Peer peer) implements Cause {}

    /**
     * A frame has arrived.
     *
     * @param text as much of it as was kept
     * @param bytes its length
     */
    record Arrived(long connection, String text, Decoded<ProviderMessage> frame, int bytes) implements Cause {
        /** The message, if it is one. */
        public Optional<ProviderMessage> message() {
            return frame instanceof Decoded.Valid<ProviderMessage> valid
                    ? Optional.of(valid.message())
                    : Optional.empty();
        }

        /** The message, if it is one of that kind. */
        public <M extends ProviderMessage> Optional<M> message(Class<M> kind) {
            return message().filter(kind::isInstance).map(kind::cast);
        }

        /** The token it shows, if that is what it does. */
        public Optional<String> token() {
            return message(Auth.class)
                    .map(Auth::credential)
                    .filter(Auth.Credential.Token.class::isInstance)
                    .map(it -> ((Auth.Credential.Token) it).value());
        }

        /** The type, as far as it could be told. */
        public Optional<MessageType> type() {
            if (frame instanceof Decoded.Malformed<ProviderMessage> malformed) {
                return malformed.type().flatMap(MessageType::of);
            }
            return message().map(Message::type);
        }

        @Override
        public String toString() {
            return "> " + connection + " " + (text.length() <= 300 ? text : text.substring(0, 300) + "…");
        }
    }

    /** A ping was answered. */
    record Ponged(long connection) implements Cause {}

    /** A transport has ended. */
    record Hungup(long connection, CloseCode code) implements Cause {}

    /** The embedder has decided on a peer that wants to pair, and for which session. */
    record PairingDecided(long connection, PairingPolicy.Mode mode, Optional<SessionId> target) implements Cause {}

    /** The user has forgiven all wrong and unanswered codes. */
    record PairingUnlocked() implements Cause {}

    /** The user lets pages of other machines ask for a code, for a while. */
    record PairingWindowOpened() implements Cause {}

    /** The user has turned everybody down who was given a code. */
    record PairingsCancelled() implements Cause {}

    /** A host calls a tool, perhaps of a certain instance; the reference also stands in the arguments. */
    record Invoked(int call, SessionId session, String tool, Optional<String> target) implements Cause {}

    /** A host asks whether it may use a tool of its own; the reference also stands in the arguments. */
    record Checked(int check, SessionId session, String tool, JsonValue args) implements Cause {}

    /** The person at a session answers a question, which may be open no more. */
    record Answered(SessionId session, String question, boolean approved) implements Cause {}

    /** A host has a prompt assembled, from these sections. */
    record PromptAsked(int prompt, SessionId session, Map<String, String> sections) implements Cause {}

    /** A host wants a call no more, which may have ended already or be somebody else's. */
    record CallCancelled(SessionId session, int call) implements Cause {}

    /** A host's user interrupts. */
    record Interrupted(SessionId session) implements Cause {}

    /** A host's agent is idle. */
    record Idled(SessionId session) implements Cause {}

    /** A host publishes an event. */
    record Published(SessionId session, String event) implements Cause {}

    /** A host opens a session. */
    record SessionOpened(SessionInfo info) implements Cause {}

    /** A host ends its session. */
    record SessionClosing(SessionId session) implements Cause {}

    /**
     * A token was given out.
     *
     * @param session whose program gets it; empty if any program may have it
     * @param name of that program
     */
    record TokenIssued(String token, Optional<SessionId> session, Optional<String> name) implements Cause {}

    /** A token was taken out of use. */
    record Revoked(String owner, String token) implements Cause {}

    /** The embedder ends everything. */
    record GatewayClosing(boolean now) implements Cause {}

    /** Time has passed. */
    record Ticked() implements Cause {}
}
