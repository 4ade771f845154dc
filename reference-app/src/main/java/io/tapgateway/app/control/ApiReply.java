package io.tapgateway.app.control;

import io.tapgateway.protocol.json.JsonText;
import java.util.HashMap;
import java.util.Map;

/**
 * What a request is answered with. Immutable.
 *
 * @param body JSON, unless the headers say otherwise
 * @param headers besides those of every answer
 */
record ApiReply(int status, String body, Map<String, String> headers) {
    /** The status of an answer without a body. */
    static final int NO_CONTENT = 204;

    private static final String NOTHING_TO_SAY = "{}";

    ApiReply {
        headers = Map.copyOf(headers);
    }

    ApiReply(int status, String json) {
        this(status, json, Map.of());
    }

    static ApiReply ok(JsonText json) {
        return new ApiReply(200, json.finish());
    }

    ApiReply with(String header, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(header, value);
        return new ApiReply(status, body, all);
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
