package io.tapgateway.app.control.api;

import io.tapgateway.protocol.json.JsonWriter;

/**
 * Why a request is not carried out, for the program that made it: an HTTP status, a code, and a sentence. Immutable.
 */
public final class ApiProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    private ApiProblem(int status, String code, String sentence) {
        super(sentence, null, false, false);
        this.status = status;
        this.code = code;
    }

    public static ApiProblem badRequest(String sentence) {
        return new ApiProblem(400, "INVALID_REQUEST", sentence);
    }

    public static ApiProblem invalidJson(String sentence) {
        return new ApiProblem(400, "INVALID_JSON", sentence);
    }

    public static ApiProblem unauthorized(String sentence) {
        return new ApiProblem(401, "UNAUTHORIZED", sentence);
    }

    public static ApiProblem forbidden(String sentence) {
        return new ApiProblem(403, "FORBIDDEN", sentence);
    }

    public static ApiProblem notFound(String sentence) {
        return new ApiProblem(404, "NOT_FOUND", sentence);
    }

    static ApiProblem methodNotAllowed(String sentence) {
        return new ApiProblem(405, "METHOD_NOT_ALLOWED", sentence);
    }

    public static ApiProblem conflict(String sentence) {
        return new ApiProblem(409, "CONFLICT", sentence);
    }

    public static ApiProblem tooMany(String sentence) {
        return new ApiProblem(429, "RATE_LIMITED", sentence);
    }

    /** The last connections are for requests that are answered at once (T-52). */
    public static ApiProblem crowded() {
        return tooMany("So many requests wait for their answers that no other may; end one, or try again later.");
    }

    public static ApiProblem internal() {
        return new ApiProblem(500, "INTERNAL", "The gateway failed to answer; its log says more.");
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    public ApiReply toReply() {
        return new ApiReply(
                status,
                JsonWriter.toText(out -> out.object(
                        "error", part -> part.text("code", code).text("message", String.valueOf(getMessage())))));
    }
}
