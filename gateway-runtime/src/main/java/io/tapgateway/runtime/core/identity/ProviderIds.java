package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.runtime.core.kernel.Entropy;
import io.tapgateway.runtime.core.state.IdentityKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One debug name for each identity, the same for as long as the gateway lives (D-071). Confined to the loop. */
public final class ProviderIds {
    /** More identities than a gateway meets; only a flood of invented names gets there. */
    private static final int REMEMBERED = 10_000;

    private static final int SUFFIX_CHARACTERS = 16;

    private final Entropy entropy;
    private final Map<IdentityKey, ProviderId> ids = new LinkedHashMap<>(16, 0.75f, true);

    public ProviderIds(Entropy entropy) {
        this.entropy = entropy;
    }

    /** The id of that identity, if it has one already. */
    public Optional<ProviderId> known(IdentityKey key) {
        return Optional.ofNullable(ids.get(key));
    }

    /** The id of that identity. */
    public ProviderId of(IdentityKey key) {
        ProviderId known = ids.get(key);
        if (known == null) {
            known = new ProviderId("p-" + entropy.id().substring(0, SUFFIX_CHARACTERS));
            ids.put(key, known);
        }
        if (ids.size() > REMEMBERED) {
            ids.remove(ids.keySet().iterator().next());
        }
        return known;
    }
}
