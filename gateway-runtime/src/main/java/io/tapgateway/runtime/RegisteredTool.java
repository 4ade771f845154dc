package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.ToolProfile;
import io.tapgateway.protocol.model.TrustLevel;
import java.time.Duration;

/**
 * A tool as the agent sees it. Immutable.
 *
 * @param description from the provider, with invisible and control characters removed (T-17)
 * @param parameters JSON Schema of the arguments: an object whose {@code type}, if given, is {@code object}, without
 *     {@code $ref} to elsewhere. Below, everything is possible that JSON Schema knows, booleans as schemas as well
 * @param timeout how long a call may run once it was sent
 * @param profile what the provider says of it besides; hints that make it look harmless only if they are trusted, see
 *     {@link GatewayBuilder#trustHintsOf} (D-236)
 */
public record RegisteredTool(
        ToolName name,
        String description,
        JsonValue parameters,
        ProviderName provider,
        TrustLevel trust,
        Duration timeout,
        ToolProfile profile) {}
