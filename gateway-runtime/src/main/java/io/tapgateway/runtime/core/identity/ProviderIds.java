package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.IdentityKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One debug name for each identity, the same for as long as the gateway lives (D-071).
 *
 * <p>None of an open session is ever forgotten (I-33): a session bounds how many there are. Of ended sessions, whose
 * ids may come back, those that were used last are remembered. Confined to the loop.
 */
public final class ProviderIds {
    private static final int SUFFIX_CHARACTERS = 16;

    private final Kernel kernel;
    private final Map<SessionId, Map<IdentityKey, ProviderId>> byScope = new HashMap<>();
    private final Map<IdentityKey, ProviderId> former = new LinkedHashMap<>();

    public ProviderIds(Kernel kernel) {
        this.kernel = kernel;
    }

    /** The id of that identity, if it has one already. */
    public Optional<ProviderId> known(IdentityKey key) {
        ProviderId current = byScope.getOrDefault(key.scope(), Map.of()).get(key);
        return Optional.ofNullable(current).or(() -> Optional.ofNullable(former.get(key)));
    }

    /** The id of that identity, which is about to be bound. */
    public ProviderId of(IdentityKey key) {
        ProviderId id = known(key)
                .orElseGet(() -> new ProviderId("p-" + kernel.entropy().id().substring(0, SUFFIX_CHARACTERS)));
        former.remove(key);
        byScope.computeIfAbsent(key.scope(), scope -> new HashMap<>()).put(key, id);
        return id;
    }

    /** A session has ended: its identities may never be needed again. */
    public void sessionEnded(SessionId session) {
        Map<IdentityKey, ProviderId> ended = byScope.remove(session);
        if (ended == null) {
            return;
        }
        former.putAll(ended);
        var oldestFirst = former.keySet().iterator();
        while (former.size() > kernel.limit(Limit.FORMER_IDENTITIES)) {
            oldestFirst.next();
            oldestFirst.remove();
        }
    }
}
