package io.tapgateway.spring;

import io.tapgateway.runtime.Gateway;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Up until the gateway is closed. Thread-safe. */
final class GatewayHealth implements HealthIndicator {
    private final Gateway gateway;

    GatewayHealth(Gateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public Health health() {
        boolean closed = gateway.closed().toCompletableFuture().isDone();
        return (closed ? Health.down() : Health.up())
                .withDetail("sessions", gateway.sessions().size())
                .withDetail("providers", gateway.providers().size())
                .build();
    }
}
