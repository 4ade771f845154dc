package io.tapgateway.spring;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Tool;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Attaches the providers among the beans to all sessions, with the beans' own {@link TapTool} methods as one more. They
 * are brought by a session of the application itself, join the others as those are opened, and leave before the beans
 * are destroyed that they call. Confined to the thread that starts and ends the context.
 */
final class LocalProviders implements SmartInitializingSingleton, DisposableBean {
    private final Gateway gateway;
    private final String name;
    private final ObjectProvider<Provider> providers;
    private final MethodTools methods;
    private @Nullable GatewaySession home;

    LocalProviders(Gateway gateway, String name, ObjectProvider<Provider> providers, MethodTools methods) {
        this.gateway = gateway;
        this.name = name;
        this.providers = providers;
        this.methods = methods;
    }

    /** Fails, and the application's start with it, if the gateway refuses one. */
    @Override
    public void afterSingletonsInstantiated() {
        List<Provider> all =
                Stream.concat(providers.orderedStream(), ofMethods()).toList();
        if (all.isEmpty()) {
            return;
        }
        home = gateway.openSession(
                SessionInfo.of("spring-application", "Application", Path.of("").toAbsolutePath()),
                SessionHost.ignoringEverything());
        SessionId id = home.info().id();
        LocalProviderTransport transport = LocalProviderTransport.to(gateway);
        for (Provider provider : all) {
            transport
                    .attachToAll(id, provider)
                    .whenBound()
                    .toCompletableFuture()
                    .join();
        }
    }

    @Override
    public void destroy() {
        if (home != null) {
            home.close().toCompletableFuture().join();
        }
    }

    private Stream<Provider> ofMethods() {
        List<Tool> tools = methods.all();
        ProviderBuilder provider = Provider.named(name);
        tools.forEach(provider::tool);
        return tools.isEmpty() ? Stream.empty() : Stream.of(provider.build());
    }
}
