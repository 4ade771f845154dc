package io.tapgateway.app.complete;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;

/** What there is to choose from at a moment, as lists of the control port. Asked by one thread. */
public interface Known {
    /** All sessions. */
    List<JsonValue> sessions();

    /** The tools of a session. */
    List<JsonValue> tools(String session);

    /** The streams of a session. */
    List<JsonValue> streams(String session);

    static String text(JsonValue object, String name) {
        return object.get(name).flatMap(JsonReader.TEXT::tryRead).orElse("");
    }
}
