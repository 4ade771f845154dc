package io.tapgateway.mcp.provider;

import io.tapgateway.protocol.model.Offerings;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The resources of a server of which a session wants news, whatever becomes of its program: who is started anew, or has
 * forgotten its session, is told of them again. Thread-safe.
 */
final class FollowedResources {
    /** How many are remembered; further ones are followed until the program ends. */
    static final int MOST = Offerings.MAX_OF_A_KIND;

    private final Set<String> all = ConcurrentHashMap.newKeySet();

    void add(String uri) {
        if (all.size() < MOST) {
            all.add(uri);
        }
    }

    void remove(String uri) {
        all.remove(uri);
    }

    /** Those that are followed now. */
    Set<String> all() {
        return Set.copyOf(all);
    }
}
