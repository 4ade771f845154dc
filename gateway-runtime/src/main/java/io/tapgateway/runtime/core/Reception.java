package io.tapgateway.runtime.core;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.connection.Legality;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.core.call.SentCalls;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.Connection;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether a frame gets through at all: whether it is readable and of a known type, and then, for a message,
 * rate, size and legality in the present state (D-007, D-026, D-029, D-032, D-231). A frame of an unknown type counts
 * in the rate too; a malformed one does not, but is a violation. Frames that have to wait for a {@code hello} are
 * parked by {@link PeerDesk} before. Confined to the loop.
 */
final class Reception {
    private final Kernel kernel;
    private final Complaints complaints;
    private final ConnectionTable connections;
    private final SentCalls sent;

    Reception(Kernel kernel, Complaints complaints, ConnectionTable connections, SentCalls sent) {
        this.kernel = kernel;
        this.complaints = complaints;
        this.connections = connections;
        this.sent = sent;
    }

    /** The message in a frame, if it may take effect now; otherwise the frame has been answered, as far as it is. */
    Optional<ProviderMessage> admit(Connection connection, Decoded<ProviderMessage> frame, int bytes) {
        return frame.accept(new Decoded.Visitor<ProviderMessage, Optional<ProviderMessage>>() {
            @Override
            public Optional<ProviderMessage> onValid(ProviderMessage message) {
                return admitMessage(connection, message, bytes) ? Optional.of(message) : Optional.empty();
            }

            @Override
            public Optional<ProviderMessage> onUnknown(Decoded.Unknown<ProviderMessage> unknown) {
                refuseUnknown(connection, unknown, bytes);
                return Optional.empty();
            }

            @Override
            public Optional<ProviderMessage> onMalformed(Decoded.Malformed<ProviderMessage> malformed) {
                refuseMalformed(connection, malformed);
                return Optional.empty();
            }
        });
    }

    private boolean admitMessage(Connection connection, ProviderMessage message, int bytes) {
        MessageType type = message.type();
        if (!isNeverDiscarded(type) && !withinRate(connection, message, bytes)) {
            return false;
        }
        if (bytes > kernel.limit(Limit.MESSAGE) && type != MessageType.TOOL_RESULT) {
            String text = "larger than " + kernel.limit(Limit.MESSAGE) + " bytes";
            complaints.refuse(connection, message, ErrorCode.PAYLOAD_TOO_LARGE, text);
            return false;
        }
        return switch (connection.state().judge(type)) {
            case LEGAL -> true;
            case IGNORED -> false;
            case REFUSED -> {
                complaints.refuse(
                        connection,
                        message,
                        ErrorCode.UNKNOWN_TYPE,
                        connection.state().objection(type.wireName()));
                yield false;
            }
            case FATAL -> {
                complaints.refuse(
                        connection,
                        message,
                        ErrorCode.AUTH_FAILED,
                        connection.state().objection(type.wireName()));
                yield false;
            }
            case WAITS -> throw new IllegalStateException(type + " was not kept back");
        };
    }

    private static boolean isNeverDiscarded(MessageType type) {
        return type == MessageType.GOODBYE || (type.isLateTolerant() && type != MessageType.TOOL_PROGRESS);
    }

    private boolean withinRate(Connection connection, ProviderMessage message, int bytes) {
        if (connection.conduct().withinRate(bytes, kernel.now())) {
            return true;
        }
        complaints.refuse(connection, message, ErrorCode.RATE_LIMITED, "too many messages; this one was discarded");
        endIfFlooding(connection);
        return false;
    }

    /** An error about an error would never end (D-008); but errors count, or they could come without end. */
    private void refuseUnknown(Connection connection, Decoded.Unknown<ProviderMessage> frame, int bytes) {
        if (!frame.type().equals(MessageType.ERROR.wireName())) {
            complaints.refuse(connection, frame);
        }
        if (!connection.conduct().withinRate(bytes, kernel.now())) {
            endIfFlooding(connection);
        }
    }

    private void endIfFlooding(Connection connection) {
        if (connection.conduct().isFlooding(kernel.now())) {
            connections.end(connection, CloseCode.POLICY_VIOLATION, "flooding");
        }
    }

    /**
     * A malformed frame may have been the answer to a call; then that call fails, so that nothing waits for it (D-029).
     */
    private void refuseMalformed(Connection connection, Decoded.Malformed<ProviderMessage> frame) {
        Optional<MessageType> type = frame.type().flatMap(MessageType::of);
        Legality legality = type.map(connection.state()::judge).orElse(Legality.LEGAL);
        if (legality == Legality.IGNORED) {
            return;
        }
        complaints.refuse(connection, refusal(connection, frame, legality));
        boolean mayHaveBeenAnAnswer = type.isEmpty() || type.get() == MessageType.TOOL_RESULT;
        if (connection.isOver() || !mayHaveBeenAnAnswer) {
            return;
        }
        Optional<CallId> named =
                frame.correlation().id().filter(Reception::isCallId).map(CallId::new);
        Optional<Call> answered = named.map(connection::unanswered);
        if (answered.isPresent()) {
            failIfLive(answered.get(), frame);
        } else if (named.filter(connection::remembers).isEmpty()) {
            failUnnamed(connection, frame);
        }
    }

    /** A credential that comes too late is no reason to end a connection, however bad it is. */
    private static Decoded.Malformed<ProviderMessage> refusal(
            Connection connection, Decoded.Malformed<ProviderMessage> frame, Legality legality) {
        if (legality == Legality.FATAL) {
            return asIllegal(connection, frame, ErrorCode.AUTH_FAILED);
        }
        boolean untimely = legality == Legality.REFUSED && frame.code() == ErrorCode.AUTH_FAILED;
        return untimely ? asIllegal(connection, frame, ErrorCode.UNKNOWN_TYPE) : frame;
    }

    private void failUnnamed(Connection connection, Decoded.Malformed<ProviderMessage> frame) {
        if (connection.liveCalls() == 1) {
            List.copyOf(connection.unanswered()).forEach(call -> failIfLive(call, frame));
        } else if (connection.liveCalls() > 1) {
            connections.end(connection, CloseCode.POLICY_VIOLATION, "malformed frame while several calls were pending");
        }
    }

    private void failIfLive(Call call, Decoded.Malformed<ProviderMessage> frame) {
        if (call.isLive()) {
            boolean tooLarge = frame.code() == ErrorCode.PAYLOAD_TOO_LARGE;
            sent.failUnreadable(
                    call, tooLarge ? ToolErrorCode.PAYLOAD_TOO_LARGE : ToolErrorCode.INTERNAL, frame.reason());
        }
    }

    private static boolean isCallId(String id) {
        return !id.isEmpty() && id.length() <= CallId.MAX_LENGTH;
    }

    private static Decoded.Malformed<ProviderMessage> asIllegal(
            Connection connection, Decoded.Malformed<ProviderMessage> frame, ErrorCode code) {
        String text = connection.state().objection(frame.type().orElse(""));
        return new Decoded.Malformed<>(code, text, frame.type(), frame.correlation());
    }
}
