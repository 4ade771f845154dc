package io.tapgateway.app.control;

import io.tapgateway.protocol.json.JsonWriter;

/**
 * Why a request is not carried out, for the program that made it: an HTTP status, a code, and a sentence. Immutable.
 */
final class ApiProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    private ApiProblem(int status, String code, String sentence) {
        super(sentence, null, false, false);
        this.status = status;
        this.code = code;
    }

    static ApiProblem badRequest(String sentence) {
        return new ApiProblem(400, "INVALID_REQUEST", sentence);
    }

    static ApiProblem invalidJson(String sentence) {
        return new ApiProblem(400, "INVALID_JSON", sentence);
    }

    static ApiProblem unauthorized(String sentence) {
        return new ApiProblem(401, "UNAUTHORIZED", sentence);
    }

    static ApiProblem forbidden(String sentence) {
        return new ApiProblem(403, "FORBIDDEN", sentence);
    }

    static ApiProblem notFound(String sentence) {
        return new ApiProblem(404, "NOT_FOUND", sentence);
    }

    static ApiProblem methodNotAllowed(String sentence) {
        return new ApiProblem(405, "METHOD_NOT_ALLOWED", sentence);
    }

    static ApiProblem conflict(String sentence) {
        return new ApiProblem(409, "CONFLICT", sentence);
    }

    static ApiProblem tooMany(String sentence) {
        return new ApiProblem(429, "RATE_LIMITED", sentence);
    }

    /** The last connections are for requests that are answered at once (T-52). */
    static ApiProblem crowded() {
        return tooMany("So many requests wait for their answers that no other may; end one, or try again later.");
    }

    static ApiProblem internal() {
        return new ApiProblem(500, "INTERNAL", "The gateway failed to answer; its log says more.");
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }

    ApiReply toReply() {
        return new ApiReply(
                status,
                JsonWriter.toText(out -> out.object(
                        "error", part -> part.text("code", code).text("message", String.valueOf(getMessage())))));
    }
}
