package io.tapgateway.mcp.provider;

import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What a server at an address takes its clients in for. Thread-safe. */
public interface AddressAccess {
    /** The headers that go with each request, secrets and all. */
    Map<String, String> headers();

    /**
     * The server has refused a request with HTTP status 401. Must not block.
     *
     * @param refused the {@link #headers} that have gone with it; there may be others by now
     * @param challenge its {@code WWW-Authenticate}; empty without one
     * @return whether {@link #headers} has something else to try now; never fails
     */
    CompletionStage<Boolean> renew(Map<String, String> refused, String challenge);
}
