package io.tapgateway.mcp.protocol;

import java.util.Optional;

/**
 * Why a request goes no further, and what it is answered with if it came over Streamable HTTP (M-017). Immutable.
 *
 * @param status of HTTP
 * @param text the message that says why
 */
public record HttpRefusal(int status, String text) {
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int NOT_ACCEPTABLE = 406;
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;
    private static final int UNAVAILABLE = 503;

    private static HttpRefusal of(int status, RpcError error) {
        return new HttpRefusal(status, RpcText.error(Optional.empty(), error));
    }

    /** The answer would be of another type than those that are accepted. */
    static HttpRefusal notAcceptable(String types) {
        return of(NOT_ACCEPTABLE, RpcError.noRequest("Answers are " + types + "; the header Accept must allow that."));
    }

    /** The body is not said to be JSON. */
    static HttpRefusal unsupportedMediaType() {
        return of(
                UNSUPPORTED_MEDIA_TYPE,
                RpcError.noRequest("A message is " + HttpHead.JSON + "; the header Content-Type must say so."));
    }

    /** The header names a revision that nobody here knows. */
    static HttpRefusal unknownRevision() {
        return of(
                BAD_REQUEST,
                RpcError.noRequest("The header MCP-Protocol-Version must name one of " + McpRevision.agreed() + "."));
    }

    /** What has come cannot be taken as it is. */
    static HttpRefusal of(Optional<RpcId> id, RpcError error) {
        return new HttpRefusal(BAD_REQUEST, RpcText.error(id, error));
    }

    /** There is nothing of that name. */
    static HttpRefusal ofUnknownMethod(RpcId id) {
        return new HttpRefusal(NOT_FOUND, RpcText.error(Optional.of(id), RpcError.unknownMethod()));
    }

    /** The request belongs to no session, and does not begin one. */
    public static HttpRefusal noSession() {
        return of(
                BAD_REQUEST,
                RpcError.noRequest("The header Mcp-Session-Id is missing; begin with the request initialize."));
    }

    /** The session is over, or never was. */
    public static HttpRefusal unknownSession() {
        return of(NOT_FOUND, RpcError.noSuchSession());
    }

    /** The method of HTTP is none of those that mean something. */
    public static HttpRefusal unknownMethod() {
        return of(METHOD_NOT_ALLOWED, RpcError.noRequest("POST, GET and DELETE are served here."));
    }

    /**
     * There is no room for another one.
     *
     * @param what there is too much of, with its number
     */
    public static HttpRefusal busy(String what) {
        return of(UNAVAILABLE, RpcError.busy(what));
    }
}
