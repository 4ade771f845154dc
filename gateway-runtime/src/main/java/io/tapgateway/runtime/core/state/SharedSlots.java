package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.Concurrency;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The limits that all instances of a provider have in common, in whatever sessions they are: the smallest that one of
 * them declares (D-139, D-140). Confined to the loop.
 */
public final class SharedSlots {
    private record Provider(String owner, String name) {
        private static Provider of(Registration registration) {
            return new Provider(
                    registration.principal().owner(), registration.key().name());
        }
    }

    private static final class Shared {
        private final Slot slot = new Slot(Concurrency.MAX);
        private final Map<Registration, Integer> maxima = new HashMap<>();

        private void adjust() {
            slot.setMax(Collections.min(maxima.values()));
        }
    }

    private final Map<Provider, Shared> byProvider = new HashMap<>();

    /** From now on the calls of a provider are counted with those of its other instances, if it declared that. */
    public void join(Registration registration) {
        declared(registration).ifPresent(max -> {
            Shared shared = byProvider.computeIfAbsent(Provider.of(registration), provider -> new Shared());
            shared.maxima.put(registration, max);
            shared.adjust();
            registration.countIn(shared.slot);
        });
    }

    /**
     * A provider is gone, and its calls are.
     *
     * @return where others may have got room by that
     */
    public Optional<Slot> leave(Registration registration) {
        Provider provider = Provider.of(registration);
        Shared shared = byProvider.get(provider);
        if (shared == null || shared.maxima.remove(registration) == null) {
            return Optional.empty();
        }
        if (shared.maxima.isEmpty()) {
            byProvider.remove(provider);
            return Optional.empty();
        }
        shared.adjust();
        return Optional.of(shared.slot);
    }

    private static Optional<Integer> declared(Registration registration) {
        return registration
                .contribution()
                .concurrency()
                .filter(it -> it.scope() == Concurrency.Scope.PROVIDER)
                .map(Concurrency::max);
    }
}
