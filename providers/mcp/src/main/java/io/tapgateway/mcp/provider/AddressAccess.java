package io.tapgateway.mcp.provider;

import io.tapgateway.mcp.protocol.http.Challenge;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What a server at an address takes its clients in for. Thread-safe. */
public interface AddressAccess {
    /** The headers that go with each request, secrets and all. */
    Map<String, String> headers();

    /**
     * The server has not let in a request, for want of a token, or of one that is good for more. Must not block.
     *
     * @param refused the {@link #headers} that have gone with it; there may be others by now
     * @return whether {@link #headers} has something else to try now; never fails
     */
    CompletionStage<Boolean> renew(Map<String, String> refused, Challenge challenge);
}
