package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.ReservedNames;
import java.util.HashSet;
import java.util.Set;

/**
 * Which provider names of a session are not free for everybody, whoever is connected (D-072, D-075). Confined to the
 * loop.
 */
public final class ProviderNames {
    private final Set<String> forbidden = new HashSet<>();
    private final Set<String> kept = new HashSet<>();

    ProviderNames(ReservedNames reserved) {
        reserved.providers().forEach(name -> forbidden.add(name.folded()));
        reserved.configured().forEach(this::keep);
    }

    /** Whether the host lets nobody use that name. */
    public boolean isForbidden(ProviderName name) {
        return forbidden.contains(name.folded());
    }

    /** Keeps a name for internal and project providers, as long as the session lives. */
    public void keep(ProviderName name) {
        kept.add(name.folded());
    }

    /**
     * Whether that name is kept from providers of that trust level. Discovery is one of those: any program that can
     * read the file has its token.
     */
    public boolean isKeptFrom(TrustLevel trust, ProviderName name) {
        return switch (trust) {
            case INTERNAL, PROJECT -> false;
            case DISCOVERY, EXTERNAL -> kept.contains(name.folded());
        };
    }
}
