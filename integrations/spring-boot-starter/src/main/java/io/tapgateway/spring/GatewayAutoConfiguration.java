package io.tapgateway.spring;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.telemetry.CallMeters;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.IOException;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Lazy;

/**
 * The gateway of an application: a {@code Gateway} bean that is closed with the context, its port, its health and its
 * meters, as far as their libraries are there, and the providers among the beans. An application that has a {@code
 * Gateway} bean of its own keeps that one. Confined to the thread that starts the context.
 */
@AutoConfiguration
@EnableConfigurationProperties(GatewayProperties.class)
@SuppressWarnings("exports") // annotations for Spring, which is there
public final class GatewayAutoConfiguration {
    private static final String DOORS = "tapGatewayDoors";
    private static final String LOCAL_PROVIDERS = "tapLocalProviders";

    GatewayAutoConfiguration() {}

    @Bean(DOORS)
    Doors doors() {
        return new Doors();
    }

    @Bean
    @DependsOn(DOORS) // and so is closed before them: providers tidy up while they can still be reached
    @ConditionalOnMissingBean
    Gateway tapGateway(GatewayProperties properties, ObjectProvider<GatewayCustomizer> customizers) {
        GatewayBuilder builder = properties.builder();
        customizers.orderedStream().forEach(it -> it.customize(builder));
        return builder.build();
    }

    @Bean(LOCAL_PROVIDERS)
    LocalProviders tapLocalProviders(
            Gateway gateway,
            GatewayProperties properties,
            ObjectProvider<Provider> providers,
            ConfigurableListableBeanFactory beans) {
        return new LocalProviders(gateway, properties.provider(), providers, new MethodTools(beans, LOCAL_PROVIDERS));
    }

    @Bean
    @Lazy(false) // nobody asks for it
    @ConditionalOnProperty("tap.gateway.token-file")
    TokenFile tapTokenFile(Gateway gateway, GatewayProperties properties) throws IOException {
        return TokenFile.write(
                Objects.requireNonNull(properties.tokenFile()), gateway.tokens().issueDiscoveryToken());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("tap.gateway.port")
    @ConditionalOnClass(WebSocketTransport.class)
    static class Port {
        @Bean(destroyMethod = "")
        @Lazy(false) // nobody asks for it
        @ConditionalOnMissingBean
        WebSocketTransport tapGatewayPort(Gateway gateway, GatewayProperties properties, Doors doors)
                throws IOException {
            int port = Objects.requireNonNull(
                    properties.port(), "tap.gateway.port is empty; give a number, 0 for a free one, or leave it out");
            return doors.keep(WebSocketTransport.attach(
                    gateway, WebSocketSettings.standard().withPort(port)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty("tap.gateway.port")
    @ConditionalOnMissingClass("io.tapgateway.transport.ws.WebSocketTransport")
    static class PortWithoutTransport {
        PortWithoutTransport() {
            throw new IllegalStateException("tap.gateway.port is set, but io.tapgateway:transport-ws is missing");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class Health {
        @Bean
        @ConditionalOnEnabledHealthIndicator("tap-gateway")
        @ConditionalOnMissingBean(name = "tapGatewayHealthIndicator")
        HealthIndicator tapGatewayHealthIndicator(Gateway gateway) {
            return new GatewayHealth(gateway);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {
        @Bean
        MeterBinder tapGatewayMeters(Gateway gateway) {
            return registry -> gateway.events().subscribe(CallMeters.in(registry));
        }
    }
}
