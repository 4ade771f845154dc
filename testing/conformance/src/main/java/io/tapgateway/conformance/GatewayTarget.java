package io.tapgateway.conformance;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A gateway under test. Immutable.
 *
 * @param providers where providers connect
 * @param discoveryToken lets any program of the user in; read anew for each case. Empty if there is none
 * @param driver the host's side
 * @param line what becomes of each text that the gateway sends: itself, unless a test wants to see faults
 */
public record GatewayTarget(
        URI providers,
        Optional<Supplier<String>> discoveryToken,
        GatewayDriver driver,
        Function<String, List<String>> line) {

    /** A gateway whose texts arrive as it sends them. */
    public static GatewayTarget at(URI providers, Optional<Supplier<String>> discoveryToken, GatewayDriver driver) {
        return new GatewayTarget(providers, discoveryToken, driver, List::of);
    }
}
