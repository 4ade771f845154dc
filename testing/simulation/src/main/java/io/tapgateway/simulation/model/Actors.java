package io.tapgateway.simulation.model;

import io.tapgateway.simulation.model.ModelProvider.Entrance;
import io.tapgateway.simulation.world.RandomSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Who lives in an environment: hosts, providers of every behaviour, and strangers. Confined to one simulation. */
public final class Actors {
    /** When the last providers go, after all actors have stopped; in nanoseconds. */
    private static final long LAST_DEPARTURES = 20_000_000_000L;

    private static final List<Entrance> ENTRANCES = List.of(
            Entrance.SPAWNED,
            Entrance.SPAWNED,
            Entrance.SPAWNED,
            Entrance.DISCOVERED,
            Entrance.DISCOVERED,
            Entrance.LOCAL);

    private static final List<Behaviour> TEMPERS = List.of(
            Behaviour.WELL_BEHAVED,
            Behaviour.WELL_BEHAVED,
            Behaviour.LAZY,
            Behaviour.CRASHING,
            Behaviour.HOSTILE,
            Behaviour.HOSTILE);

    private final Environment environment;
    private final RandomSource random;
    private final List<ModelProvider> providers = new ArrayList<>();
    private final List<UnauthenticatedPeer> strangers = new ArrayList<>();

    public Actors(Environment environment) {
        this.environment = environment;
        this.random = environment.random().fork("population");
    }

    /**
     * Everybody begins.
     *
     * @param oddity what else may happen in an environment
     */
    public void begin(Consumer<RandomSource> oddity) {
        int pace = random.pick(List.of(300, 1_500, 4_000, 15_000));
        for (int i = 1; i <= random.between(1, 3); i++) {
            ModelHost host = new ModelHost(environment, "talk-" + i, pace);
            environment.hosts().add(host);
            host.begin();
        }
        String discoveryToken = environment.gateway().discoveryToken();
        int count = random.between(2, 6);
        for (int i = 1; i <= count; i++) {
            ModelProvider provider = new ModelProvider(environment, "provider-" + i, profile(i, pace), discoveryToken);
            providers.add(provider);
            provider.begin();
        }
        if (random.chance(0.3)) {
            UnauthenticatedPeer stranger =
                    new UnauthenticatedPeer(environment, "stranger", random.pick(environment.hosts()), pace);
            strangers.add(stranger);
            stranger.begin();
        }
        if (random.chance(0.3)) {
            oddity.accept(random);
        }
        newcomers(environment.random().fork("newcomers"), pace);
    }

    /** Those whom nobody gave a token, and who ask the user. */
    private void newcomers(RandomSource luck, int pace) {
        if (!luck.chance(0.6)) {
            return;
        }
        int count = luck.between(1, 5);
        for (int i = 1; i <= count; i++) {
            ModelProvider.Profile profile = new ModelProvider.Profile(
                    luck.chance(0.2) ? "p1" : "page-" + i,
                    luck.chance(0.2) ? Optional.of("window-" + i) : Optional.empty(),
                    Entrance.PAIRED,
                    luck.chance(0.3) ? Behaviour.HOSTILE : luck.pick(TEMPERS),
                    luck.pick(environment.hosts()),
                    pace);
            ModelProvider provider = new ModelProvider(environment, "newcomer-" + i, profile, "");
            providers.add(provider);
            provider.begin();
        }
        new PairingOperator(environment, 4L * pace).begin();
    }

    private ModelProvider.Profile profile(int number, int pace) {
        Optional<ModelProvider.Profile> before =
                number > 1 ? Optional.of(providers.get(number - 2).profile()) : Optional.empty();
        Behaviour behaviour = random.pick(TEMPERS);
        if (before.flatMap(ModelProvider.Profile::instance).isPresent() && random.chance(0.7)) {
            return before.get().sibling("tab-" + number, behaviour);
        }
        boolean twin = number > 1 && random.chance(0.2);
        Optional<String> instance = random.chance(0.3) ? Optional.of("tab-" + number) : Optional.empty();
        return new ModelProvider.Profile(
                "p" + (twin ? number - 1 : number),
                instance,
                random.pick(ENTRANCES),
                behaviour,
                random.pick(environment.hosts()),
                pace);
    }

    /** Everybody goes, some time after they have calmed down. */
    public void leave() {
        providers.forEach(it -> environment.scheduler().after(LAST_DEPARTURES + random.duration(20_000), it::leave));
        strangers.forEach(it -> environment.scheduler().after(LAST_DEPARTURES, it::leave));
    }
}
