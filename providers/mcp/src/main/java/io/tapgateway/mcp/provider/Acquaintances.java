package io.tapgateway.mcp.provider;

import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.http.ServerAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which servers at addresses have a handshake, so that none of them is asked twice whether it can do without: some
 * begin a session for every question that they do not know (M-001). Thread-safe.
 */
final class Acquaintances {
    /** How many are remembered; all others are asked each time. */
    static final int MOST = 1_000;

    private final Set<ServerAddress> withHandshake = ConcurrentHashMap.newKeySet();

    boolean isWithHandshake(ServerAddress address) {
        return withHandshake.contains(address);
    }

    /** A server was met, be it that it has become another one. */
    void met(ServerAddress address, McpRevision revision) {
        if (!revision.hasHandshake()) {
            withHandshake.remove(address);
        } else if (withHandshake.size() < MOST) {
            withHandshake.add(address);
        }
    }
}
