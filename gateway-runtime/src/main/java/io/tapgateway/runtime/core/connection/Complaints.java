package io.tapgateway.runtime.core.connection;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Connection;
import java.util.Optional;

/**
 * Tells peers what was wrong with what they sent: at most one error for each message, at most 20 a second, and an end
 * to the connection of a peer that will not learn (D-033, D-034). Confined to the loop.
 */
public final class Complaints {
    /** An invented type name is repeated only up to this many characters. */
    private static final int LONGEST_TYPE_REPEATED = 64;

    private final Kernel kernel;
    private final ConnectionTable connections;

    public Complaints(Kernel kernel, ConnectionTable connections) {
        this.kernel = kernel;
        this.connections = connections;
    }

    /** Refuses a message. */
    public void refuse(Connection connection, ProviderMessage message, Complaint complaint) {
        Correlation ids = message.correlation();
        Correlation all =
                complaint.session().map(session -> ids.in(session.value())).orElse(ids);
        tell(connection, complaint.code(), complaint.text(), message.type().wireName(), all);
    }

    /** Refuses a message. */
    public void refuse(Connection connection, ProviderMessage message, ErrorCode code, String text) {
        refuse(connection, message, new Complaint(code, text));
    }

    /** Refuses a frame that could not be read. */
    public void refuse(Connection connection, Decoded.Malformed<ProviderMessage> frame) {
        tell(connection, frame.code(), frame.reason(), frame.type().orElse(""), frame.correlation());
    }

    /** Refuses a message of a type that the peer may not send or that nobody knows (D-007, D-008). */
    public void refuse(Connection connection, Decoded.Unknown<ProviderMessage> frame) {
        tell(
                connection,
                ErrorCode.UNKNOWN_TYPE,
                "no message of this type is known from a provider",
                frame.type(),
                frame.correlation());
    }

    /** Tells a peer why its connection ends, and ends it. */
    public void dismiss(Connection connection, ErrorCode code, String text, CloseCode closeCode) {
        send(connection, code, text, "", Correlation.NONE);
        connections.end(connection, closeCode, text);
    }

    /** Tells a provider why its answer to a call was of no use, which is no offence. */
    public void report(Connection connection, CallId answered, ErrorCode code, String text) {
        if (!connection.isOver()) {
            send(connection, code, text, MessageType.TOOL_RESULT.wireName(), Correlation.ofCall(answered));
        }
    }

    /** Sends an error that answers no message, about something in a session. */
    public void tell(Connection connection, ErrorCode code, String text, SessionId session) {
        tell(connection, code, text, "", Correlation.NONE.in(session.value()));
    }

    private void tell(Connection connection, ErrorCode code, String text, String replyTo, Correlation correlation) {
        if (connection.isOver()) {
            return;
        }
        if (connection.conduct().mayBeTold(kernel.now())) {
            ErrorMessage.About about = new ErrorMessage.About(
                    printable(replyTo), connection.state().providerId(), correlation);
            kernel.effects().send(connection.id(), new ErrorMessage(code, text, about));
        }
        if (code.fatal()) {
            connections.end(connection, closeCodeOf(code), code.name());
        } else if (isViolation(code) && !connection.conduct().tolerates(kernel.now())) {
            connections.end(connection, CloseCode.POLICY_VIOLATION, "too many violations");
        }
    }

    private void send(Connection connection, ErrorCode code, String text, String replyTo, Correlation correlation) {
        if (connection.conduct().mayBeTold(kernel.now())) {
            ErrorMessage.About about = new ErrorMessage.About(
                    printable(replyTo), connection.state().providerId(), correlation);
            kernel.effects().send(connection.id(), new ErrorMessage(code, text, about));
        }
    }

    private static Optional<String> printable(String replyTo) {
        return Optional.of(replyTo).filter(name -> !name.isEmpty() && name.length() <= LONGEST_TYPE_REPEATED);
    }

    /** Asking for something that is taken, or too early, is no offence. */
    private static boolean isViolation(ErrorCode code) {
        return switch (code) {
            case RATE_LIMITED, TOOL_CONFLICT, DUPLICATE_INSTANCE -> false;
            case INVALID_JSON,
                    UNKNOWN_TYPE,
                    INVALID_SESSION,
                    AUTH_FAILED,
                    PAYLOAD_TOO_LARGE,
                    UNSUPPORTED_VERSION,
                    UNAUTHORIZED -> true;
        };
    }

    private static CloseCode closeCodeOf(ErrorCode fatal) {
        return fatal == ErrorCode.UNSUPPORTED_VERSION ? CloseCode.UNSUPPORTED_VERSION : CloseCode.AUTH_FAILED;
    }
}
