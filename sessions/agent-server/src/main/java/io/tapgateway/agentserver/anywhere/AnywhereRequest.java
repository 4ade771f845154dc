package io.tapgateway.agentserver.anywhere;

import io.tapgateway.protocol.model.MayChange;
import java.util.Map;
import java.util.Optional;

/**
 * What a client asks for over HTTP. Immutable.
 *
 * @param path as it was sent, with its percent signs
 * @param query its parameters, decoded
 * @param contentType without parameters; empty if the request has none
 * @param body empty if it has none
 * @param client whom requests are counted for
 */
@MayChange
public record AnywhereRequest(
        String method,
        String path,
        Map<String, String> query,
        Optional<String> contentType,
        String body,
        String client) {
    public AnywhereRequest {
        query = Map.copyOf(query);
    }
}
