package io.tapgateway.provider;

import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.SessionId;
import java.lang.System.Logger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** A listener made of the functions a builder was given. Immutable. */
final class Callbacks implements ProviderListener {
    private static final Logger LOGGER = System.getLogger("io.tapgateway.provider");

    private final BiConsumer<Binding, BoundProvider> onBound;
    private final Consumer<Binding> onUnbound;
    private final Consumer<SessionLifecycle> onLifecycle;
    private final Function<SessionId, CompletionStage<?>> onShutdown;
    private final Consumer<ProviderListener.Fault> onError;
    private final Consumer<String> onReport;
    private final Map<String, Consumer<SessionEvent>> subscriptions;

    Callbacks(Collector collected) {
        this.onBound = collected.onBound;
        this.onUnbound = collected.onUnbound;
        this.onLifecycle = collected.onLifecycle;
        this.onShutdown = collected.onShutdown;
        this.onError = collected.onError;
        this.onReport = collected.onReport;
        this.subscriptions = Map.copyOf(collected.subscriptions);
    }

    /** The functions, until the builder is done. Not thread-safe. */
    static final class Collector {
        BiConsumer<Binding, BoundProvider> onBound = (binding, provider) -> {};
        Consumer<Binding> onUnbound = binding -> {};
        Consumer<SessionLifecycle> onLifecycle = change -> {};
        Function<SessionId, CompletionStage<?>> onShutdown = CompletableFuture::completedFuture;
        Consumer<ProviderListener.Fault> onError = Callbacks::log;
        Consumer<String> onReport = Callbacks::print;
        final Map<String, Consumer<SessionEvent>> subscriptions = new LinkedHashMap<>();
    }

    @Override
    public void bound(Binding binding, BoundProvider provider) {
        onBound.accept(binding, provider);
    }

    @Override
    public void unbound(Binding binding) {
        onUnbound.accept(binding);
    }

    @Override
    public void lifecycle(SessionLifecycle change) {
        onLifecycle.accept(change);
    }

    @Override
    public void sessionEvent(SessionEvent event) {
        Consumer<SessionEvent> action = subscriptions.get(event.event());
        if (action != null) {
            action.accept(event);
        }
    }

    @Override
    public CompletionStage<?> shutdown(SessionId session) {
        return onShutdown.apply(session);
    }

    @Override
    public void fault(Fault fault) {
        onError.accept(fault);
    }

    @Override
    public void report(String line) {
        onReport.accept(line);
    }

    @SuppressWarnings("SystemOut") // people read it who have started the provider, whatever it logs with
    private static void print(String line) {
        System.err.println(line);
    }

    /** Logs with the platform's logger, so that faults are seen without a listener and without a logging library. */
    private static void log(Fault fault) {
        if (fault.isReported()) {
            return;
        }
        if (fault.cause().isPresent()) {
            LOGGER.log(Logger.Level.WARNING, fault.what(), fault.cause().get());
        } else {
            LOGGER.log(Logger.Level.WARNING, fault.what());
        }
    }
}
