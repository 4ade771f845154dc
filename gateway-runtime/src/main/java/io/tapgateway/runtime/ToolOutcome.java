package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TrustLevel;
import java.util.Optional;

/** How a tool call ended; every call ends exactly once. Immutable. */
public sealed interface ToolOutcome {
    /** Whether the call succeeded. */
    boolean ok();

    /**
     * The provider's result.
     *
     * @param data as the provider sent it
     * @param provenance who said so; for whatever shows the data to a model (D-155)
     */
    record Success(JsonValue data, Provenance provenance) implements ToolOutcome {
        @Override
        public boolean ok() {
            return true;
        }
    }

    /**
     * Why there is no result.
     *
     * @param error for the agent
     * @param retryable the provider's hint that another try may succeed (D-150)
     * @param detail an error code of the provider that the protocol does not know (D-146)
     */
    record Failure(ToolErrorCode code, String error, boolean retryable, Optional<String> detail)
            implements ToolOutcome {
        @Override
        public boolean ok() {
            return false;
        }
    }

    /** The provider that answered. */
    record Provenance(ProviderName provider, TrustLevel trust) {}

    /** A failure that the gateway itself found. */
    static Failure failure(ToolErrorCode code, String error) {
        return new Failure(code, error, false, Optional.empty());
    }
}
