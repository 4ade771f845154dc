package io.tapgateway.simulation.model;

import io.tapgateway.simulation.model.ModelProvider.Entrance;
import io.tapgateway.simulation.world.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Who lives in a town: hosts, providers of every temper, and strangers. Confined to one simulation. */
public final class Population {
    /** When the last providers go, after everybody has calmed down; in nanoseconds. */
    private static final long LAST_DEPARTURES = 20_000_000_000L;

    private static final List<Entrance> ENTRANCES = List.of(
            Entrance.SPAWNED,
            Entrance.SPAWNED,
            Entrance.SPAWNED,
            Entrance.DISCOVERED,
            Entrance.DISCOVERED,
            Entrance.LOCAL);

    private static final List<Temper> TEMPERS = List.of(
            Temper.WELL_BEHAVED, Temper.WELL_BEHAVED, Temper.LAZY, Temper.CRASHING, Temper.HOSTILE, Temper.HOSTILE);

    private final Town town;
    private final Dice dice;
    private final List<ModelProvider> providers = new ArrayList<>();
    private final List<Stranger> strangers = new ArrayList<>();

    public Population(Town town) {
        this.town = town;
        this.dice = town.dice().fork("population");
    }

    /**
     * Everybody begins.
     *
     * @param oddity what else may happen in a town
     */
    public void begin(Consumer<Dice> oddity) {
        int pace = dice.pick(List.of(300, 1_500, 4_000, 15_000));
        for (int i = 1; i <= dice.between(1, 3); i++) {
            ModelHost host = new ModelHost(town, "talk-" + i, pace);
            town.hosts().add(host);
            host.begin();
        }
        String discoveryToken = town.gateway().discoveryToken();
        int count = dice.between(2, 6);
        for (int i = 1; i <= count; i++) {
            ModelProvider provider = new ModelProvider(town, "provider-" + i, profile(i, pace), discoveryToken);
            providers.add(provider);
            provider.begin();
        }
        if (dice.chance(0.3)) {
            Stranger stranger = new Stranger(town, "stranger", dice.pick(town.hosts()), pace);
            strangers.add(stranger);
            stranger.begin();
        }
        if (dice.chance(0.3)) {
            oddity.accept(dice);
        }
        newcomers(town.dice().fork("newcomers"), pace);
    }

    /** Those whom nobody gave a token, and who ask the user. */
    private void newcomers(Dice luck, int pace) {
        if (!luck.chance(0.6)) {
            return;
        }
        int count = luck.between(1, 5);
        for (int i = 1; i <= count; i++) {
            ModelProvider.Profile profile = new ModelProvider.Profile(
                    luck.chance(0.2) ? "p1" : "page-" + i,
                    luck.chance(0.2) ? Optional.of("window-" + i) : Optional.empty(),
                    Entrance.PAIRED,
                    luck.chance(0.3) ? Temper.HOSTILE : luck.pick(TEMPERS),
                    luck.pick(town.hosts()),
                    pace);
            ModelProvider provider = new ModelProvider(town, "newcomer-" + i, profile, "");
            providers.add(provider);
            provider.begin();
        }
        new Doorkeeper(town, 4L * pace).begin();
    }

    private ModelProvider.Profile profile(int number, int pace) {
        Optional<ModelProvider.Profile> before =
                number > 1 ? Optional.of(providers.get(number - 2).profile()) : Optional.empty();
        Temper temper = dice.pick(TEMPERS);
        if (before.flatMap(ModelProvider.Profile::instance).isPresent() && dice.chance(0.7)) {
            return before.get().sibling("tab-" + number, temper);
        }
        boolean twin = number > 1 && dice.chance(0.2);
        Optional<String> instance = dice.chance(0.3) ? Optional.of("tab-" + number) : Optional.empty();
        return new ModelProvider.Profile(
                "p" + (twin ? number - 1 : number),
                instance,
                dice.pick(ENTRANCES),
                temper,
                dice.pick(town.hosts()),
                pace);
    }

    /** Everybody goes, some time after they have calmed down. */
    public void leave() {
        providers.forEach(it -> town.scheduler().after(LAST_DEPARTURES + dice.duration(20_000), it::leave));
        strangers.forEach(it -> town.scheduler().after(LAST_DEPARTURES, it::leave));
    }
}
