package io.tapgateway.app.session;

import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Keeps tools from being used in a session until providers that are on their way have joined it, for half a minute at
 * most: who guards something there opens nothing by being slow (G-003). Thread-safe.
 */
public final class Latecomers {
    /** How long somebody is waited for, as for a lost one (D-084). */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Whose rules these are. */
    static final String PROVIDER = "latecomers";

    private final Gateway gateway;
    private final AppSessions sessions;
    private final GatewayClock clock;

    public Latecomers(Gateway gateway, AppSessions sessions, GatewayClock clock) {
        this.gateway = gateway;
        this.sessions = sessions;
        this.clock = clock;
    }

    /**
     * No tool may be used in the session from when this returns until the wait ends.
     *
     * @param whom for people, as in "… have not come yet"
     */
    public Wait begin(AppSessions.Open session, String whom) {
        Provider rules = Provider.named(PROVIDER)
                .deny(Match.ANY, whom + " have not come yet. Try again in a moment.")
                .build();
        BoundProvider bound = OwnRules.putInForce(gateway, sessions, session, rules, whom);
        return new Wait(session, bound);
    }

    /** Until somebody has come to a session. Thread-safe. */
    public final class Wait {
        private final SessionId session;
        private final Runnable arrival;
        private final BoundProvider rules;
        private final CompletableFuture<Void> over = new CompletableFuture<>();

        private Wait(AppSessions.Open session, BoundProvider rules) {
            this.session = session.gateway().info().id();
            this.arrival = session.host().expect();
            this.rules = rules;
        }

        /** Ends it once all of these have joined the session, or {@link #PATIENCE} has passed. */
        public void until(Set<ProviderName> names) {
            GatewayEvents.Subscription subscription = sessions.events().subscribe(new GatewayEvents.Listener() {
                @Override
                public void onProviderChanged(GatewayEvent.ProviderChanged event) {
                    endIfPresent(names);
                }
            });
            GatewayClock.Wakeup late = clock.wakeAt(clock.nanos() + PATIENCE.toNanos(), this::end);
            var unused = over.thenRun(() -> {
                subscription.close();
                late.cancel();
            });
            endIfPresent(names);
        }

        private void endIfPresent(Set<ProviderName> names) {
            Set<ProviderName> present = gateway.providers().stream()
                    .filter(provider ->
                            provider.sessionId().filter(session::equals).isPresent())
                    .flatMap(provider -> provider.identity().stream())
                    .map(identity -> identity.name())
                    .collect(Collectors.toSet());
            if (present.containsAll(names)) {
                end();
            }
        }

        /** Ends it. Harmless to repeat. */
        public void end() {
            if (over.complete(null)) {
                rules.goodbye("whoever was waited for has come, or is late");
                arrival.run();
            }
        }
    }
}
