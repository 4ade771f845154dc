package io.tapgateway.transport.ws;

import io.tapgateway.protocol.model.CloseCode;
import jakarta.websocket.CloseReason;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The close codes of the WebSocket protocol in the words of this one. Immutable. */
public final class CloseCodes {
    private static final int PROTOCOL_ERROR = 1002;
    private static final int NO_STATUS = 1005;
    private static final Map<Integer, CloseCode> KNOWN =
            Stream.of(CloseCode.values()).collect(Collectors.toUnmodifiableMap(CloseCode::code, code -> code));

    private CloseCodes() {}

    /** Why a WebSocket ended; one whose peer just vanished is {@link CloseCode#GOING_AWAY}. */
    public static CloseCode of(CloseReason reason) {
        return of(reason.getCloseCode().getCode());
    }

    /** The same for the number in a close frame. */
    public static CloseCode of(int code) {
        return switch (code) {
            case PROTOCOL_ERROR -> CloseCode.POLICY_VIOLATION;
            case NO_STATUS -> CloseCode.NORMAL;
            default -> KNOWN.getOrDefault(code, CloseCode.GOING_AWAY);
        };
    }
}
