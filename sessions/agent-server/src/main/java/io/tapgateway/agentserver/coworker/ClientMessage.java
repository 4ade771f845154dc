package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/**
 * What a client says, with fields that are right. Immutable.
 *
 * @param body all of it; fields that nobody knows are in it, too
 */
public record ClientMessage(ClientMessageType type, JsonValue body) {
    /** The text of a field that this type cannot be without. */
    public String text(String field) {
        return body.get(field).orElseThrow().asString();
    }

    /** The text of a field that may be left out. */
    public Optional<String> optional(String field) {
        return body.get(field).filter(it -> it.kind() == JsonKind.STRING).map(JsonValue::asString);
    }

    boolean flag(String field) {
        return body.get(field).orElseThrow().asBoolean();
    }

    JsonValue value(String field) {
        return body.get(field).orElseThrow();
    }
}
