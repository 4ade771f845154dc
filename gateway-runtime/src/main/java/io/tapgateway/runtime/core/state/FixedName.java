package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.ProviderName;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one name that the holder of a credential may use: claimed when it was issued, or fixed by first use. One
 * connection has it for itself, or all connections of a token share it (D-046, D-074). Confined to the loop.
 */
public final class FixedName {
    private @Nullable ProviderName name;

    /** A name that is still free to choose, unless it was claimed. */
    public FixedName(Optional<ProviderName> claimed) {
        name = claimed.orElse(null);
    }

    /** The name, once there is no choice any more. */
    public Optional<ProviderName> get() {
        return Optional.ofNullable(name);
    }

    /** Fixes the name by use. */
    void fix(ProviderName used) {
        name = used;
    }
}
