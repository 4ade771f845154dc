package io.tapgateway.spring;

import io.tapgateway.runtime.GatewayBuilder;

/**
 * A bean with the last word on how the {@code Gateway} bean is built, for what no property can say: an executor, or
 * where pairing codes appear. Called once, after properties, in the order of the beans.
 */
@FunctionalInterface
public interface GatewayCustomizer {
    /** Changes settings; what it throws keeps the application from starting. */
    void customize(GatewayBuilder builder);
}
