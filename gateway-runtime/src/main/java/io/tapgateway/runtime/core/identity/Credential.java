package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.FixedName;
import io.tapgateway.runtime.core.state.Principal;
import java.util.Optional;

/**
 * What a token stands for. Immutable, but for the name.
 *
 * @param origin from where it may be presented, byte for byte; empty for programs, which send none (D-042, D-054)
 * @param name shared by all connections of the token; empty where each has its own
 */
public record Credential(Principal principal, Optional<String> origin, Optional<FixedName> name) {
    /** A token for programs of the user. */
    static Credential ofProgram(Principal principal) {
        return new Credential(principal, Optional.empty(), Optional.empty());
    }

    /** Whether it came from where it belongs. */
    boolean belongsTo(Connection connection) {
        return origin.equals(connection.origin());
    }

    /** Whether it was issued after pairing. */
    boolean isPaired() {
        return principal.trust() == TrustLevel.EXTERNAL;
    }
}
