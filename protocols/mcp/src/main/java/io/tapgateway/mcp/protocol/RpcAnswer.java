package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/** What has come of a request: a result, or why there is none. Immutable. */
public sealed interface RpcAnswer {
    /** The message to who has made it; a result that is too large to be sent is an error (M-005). */
    String text(OpenRequest request);

    /** It is done. */
    static RpcAnswer of(JsonValue result) {
        return new Done(result);
    }

    /** It is not done. */
    static RpcAnswer refusing(RpcError error) {
        return new Refused(error);
    }

    /** It is done. */
    record Done(JsonValue result) implements RpcAnswer {
        @Override
        public String text(OpenRequest request) {
            return RpcText.result(request.id(), request.form().of(result));
        }
    }

    /** It is not done. */
    record Refused(RpcError error) implements RpcAnswer {
        @Override
        public String text(OpenRequest request) {
            return RpcText.error(Optional.of(request.id()), request.form().of(error));
        }
    }
}
