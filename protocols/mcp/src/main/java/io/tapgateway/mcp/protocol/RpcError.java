package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;

/**
 * Why a request is not done (M-003, M-004). Immutable.
 *
 * @param message a sentence of ours, without anything of the installation
 * @param data an object for programs: the JSON pointer of the member that is wrong, or what would be right; empty if
 *     there is nothing to add
 */
public record RpcError(int code, String message, JsonValue data) {
    private static final int PARSE_ERROR = -32_700;
    private static final int INVALID_REQUEST = -32_600;
    private static final int METHOD_NOT_FOUND = -32_601;
    private static final int INVALID_PARAMS = -32_602;
    private static final int RESOURCE_NOT_FOUND = -32_002;
    private static final int BUSY = -32_000;
    private static final int NO_SESSION = -32_001;
    private static final int INTERNAL = -32_603;

    /** A head does not say what its message says. */
    static final int HEADER_MISMATCH = -32_020;

    /** Something would have to be asked of the client that it cannot be asked. */
    static final int MISSING_ABILITY = -32_021;

    /** The revision that a request names is not served. */
    static final int UNSUPPORTED_REVISION = -32_022;

    private static RpcError of(int code, String message) {
        return new RpcError(code, message, JsonValue.EMPTY_OBJECT);
    }

    /** The text is no JSON. */
    static RpcError unreadable(String reason) {
        return of(PARSE_ERROR, "The message is not JSON: " + reason + ".");
    }

    /** JSON that is no request. */
    static RpcError noRequest(String why) {
        return of(INVALID_REQUEST, why);
    }

    /** The same, because of one member. */
    static RpcError noRequest(String member, String reason) {
        return at(INVALID_REQUEST, new JsonFault(member, reason));
    }

    /** A method that is not served. */
    static RpcError unknownMethod() {
        return of(METHOD_NOT_FOUND, "There is no such method.");
    }

    /** Parameters that are not what the method takes. */
    public static RpcError invalidParams(JsonFault fault) {
        return at(INVALID_PARAMS, fault.under("/params"));
    }

    /** Parameters that cannot be used as they are. */
    static RpcError unusable(String why) {
        return of(INVALID_PARAMS, why);
    }

    /** There is no such resource. */
    public static RpcError noSuchResource() {
        return at(RESOURCE_NOT_FOUND, new JsonFault("/params/uri", "is not the address of a resource there is now"));
    }

    /**
     * Something could not be done for a reason that is the provider's, or the user's.
     *
     * @param why with its code in front
     */
    public static RpcError failed(String why) {
        return of(BUSY, why);
    }

    /** Too many requests are under way. */
    static RpcError busy() {
        return busy(McpLimit.REQUESTS_IN_FLIGHT.most() + " requests are under way");
    }

    /**
     * There is too much of something.
     *
     * @param what with its number
     */
    public static RpcError busy(String what) {
        return of(BUSY, "The server is busy: " + what + " already.");
    }

    /** The session that a request names is over, or never was. */
    static RpcError noSuchSession() {
        return of(NO_SESSION, "There is no such session; begin another one with the request initialize.");
    }

    /** A request that stands by itself, by a revision that is not served (M-002). */
    static RpcError unsupportedRevision(String requested) {
        JsonValue data = JsonWriter.toValue(out -> out.texts("supported", McpRevision.named())
                .text("requested", RpcMessage.Received.of(requested).beginning()));
        return new RpcError(UNSUPPORTED_REVISION, "This revision of the protocol is not served.", data);
    }

    /** A header of HTTP says something else than the message, or nothing where it has to (M-017). */
    static RpcError headerMismatch(String header) {
        return of(HEADER_MISMATCH, "The header " + header + " must say what the message says.");
    }

    /** The same with the code that it has where answers stand by themselves. */
    RpcError standingAlone() {
        return code == RESOURCE_NOT_FOUND ? new RpcError(INVALID_PARAMS, message, data) : this;
    }

    /** A result that is larger than what may be sent. */
    static RpcError tooLarge() {
        return of(INTERNAL, "The result is too large to be sent.");
    }

    /** A bug of ours. */
    public static RpcError internal() {
        return of(INTERNAL, "The server could not do that because of a bug; its log says more.");
    }

    private static RpcError at(int code, JsonFault fault) {
        return new RpcError(
                code,
                fault.pointer() + " " + fault.reason() + ".",
                JsonWriter.toValue(out -> out.text("pointer", fault.pointer())));
    }

    /** Writes the members of the error. */
    void write(JsonWriter out) {
        out.number("code", code).text("message", message);
        if (!data.members().isEmpty()) {
            out.value("data", data);
        }
    }
}
