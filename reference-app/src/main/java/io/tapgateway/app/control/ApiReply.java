package io.tapgateway.app.control;

import io.tapgateway.protocol.json.JsonText;

/** What a request is answered with. Immutable. */
record ApiReply(int status, String json) {
    /** The status of an answer without a body. */
    static final int NO_CONTENT = 204;

    private static final String NOTHING_TO_SAY = "{}";

    static ApiReply ok(JsonText json) {
        return new ApiReply(200, json.finish());
    }

    static ApiReply created(JsonText json) {
        return new ApiReply(201, json.finish());
    }

    static ApiReply noContent() {
        return new ApiReply(NO_CONTENT, "");
    }

    static ApiReply accepted() {
        return new ApiReply(202, NOTHING_TO_SAY);
    }
}
