package io.tapgateway.runtime;

import io.tapgateway.protocol.model.ProviderName;
import java.util.Set;

/**
 * The names that a host keeps in its session; compared without regard to case. Immutable.
 *
 * @param tools of the host's own tools: no provider may register one of that name (D-119)
 * @param providers that no provider may use, beside those the protocol keeps for itself (D-072)
 * @param configured of providers that the host brings or starts itself: nobody less trusted gets them, be the owner
 *     there or not (D-075)
 */
public record ReservedNames(Set<String> tools, Set<ProviderName> providers, Set<ProviderName> configured) {
    /** No names. */
    public static final ReservedNames NONE = new ReservedNames(Set.of(), Set.of(), Set.of());

    public ReservedNames {
        tools = Set.copyOf(tools);
        providers = Set.copyOf(providers);
        configured = Set.copyOf(configured);
    }
}
