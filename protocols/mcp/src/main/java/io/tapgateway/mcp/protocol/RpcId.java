package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.regex.Pattern;

/**
 * Names a request: a string or an integer, given back as it came (M-003). Immutable.
 *
 * @param value as the client wrote it
 */
public record RpcId(JsonValue value) {
    /** Reads one. */
    public static final JsonReader<RpcId> READER = RpcId::new;

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");

    /** @throws JsonFault for any other value */
    public RpcId {
        boolean valid = switch (value.kind()) {
            case STRING -> true;
            case NUMBER -> INTEGER.matcher(value.json()).matches();
            case OBJECT, ARRAY, BOOLEAN, NULL -> false;
        };
        if (!valid) {
            throw new JsonFault("", "must be a string or an integer");
        }
    }

    /** As JSON. */
    @Override
    public String toString() {
        return value.json();
    }
}
