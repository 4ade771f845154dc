package io.tapgateway.simulation.model;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.simulation.world.Dice;
import io.tapgateway.simulation.world.SimulatedLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Somebody without any right to be here, who keeps calling: silent, babbling, with tokens that are worn, made up, or of others
 * who would never come from a web page. Confined to one simulation.
 */
public final class Stranger {
    private static final List<Optional<String>> ORIGINS = List.of(
            Optional.empty(),
            Optional.of("https://a.example"),
            Optional.of("https://b.example"),
            Optional.of("https://c.example"));

    private static final int MOST_VISITS = 8;

    private final Town town;
    private final Agenda agenda;
    private final ModelHost acquaintance;
    private final String actor;
    private final List<Visit> visits = new ArrayList<>();
    private int visited;

    /**
     * @param acquaintance a host whose tokens it has got hold of
     * @param pace milliseconds between two visits, at most
     */
    public Stranger(Town town, String actor, ModelHost acquaintance, long pace) {
        this.town = town;
        this.agenda = new Agenda(town, actor, pace);
        this.acquaintance = acquaintance;
        this.actor = actor;
    }

    /** Begins to call. */
    public void begin() {
        agenda.begin(this::visit);
    }

    /** Goes away for good. */
    public void leave() {
        List.copyOf(visits).forEach(visit -> visit.link.drop());
    }

    private void visit(Dice dice) {
        if (visits.size() >= MOST_VISITS) {
            visits.get(0).end();
            return;
        }
        Visit visit = new Visit(town.dice().fork(actor + "-" + ++visited));
        Optional<String> origin = dice.pick(ORIGINS);
        Peer peer = new Peer.Remote(origin);
        boolean in = dice.chance(0.2)
                ? town.gateway().rushIn(visit.link, peer)
                : town.gateway().connect(visit.link, peer);
        if (in) {
            visits.add(visit);
            visit.speak(dice, origin.isPresent());
        }
    }

    private final class Visit implements SimulatedLink.Endpoint {
        private final SimulatedLink link;

        private Visit(Dice network) {
            link = new SimulatedLink(town.scheduler(), town.gateway(), network, this);
        }

        private void end() {
            visits.remove(this);
            link.drop();
        }

        private void speak(Dice dice, boolean fromPage) {
            Mischief mischief = new Mischief(dice);
            // Too many failures would shut the door to everybody else without an origin.
            int last = fromPage || dice.chance(0.2) ? 9 : 2;
            switch (dice.between(0, last)) {
                case 0, 1, 2 -> {}
                case 3 -> link.send(mischief.unknown());
                case 4 -> link.send(mischief.illegal("none"));
                case 5 -> link.send(Phrases.message("auth", "token", wornToken(dice)));
                case 6 -> link.send(Phrases.message("auth", "token", "ptk-made-up-" + dice.between(1, 9)));
                case 7 -> link.send(Phrases.message("hello", "name", "stranger", "protocolVersion", 2));
                case 8 ->
                    acquaintance
                            .tokenFor("leaky")
                            .ifPresent(token -> link.send(Phrases.message("auth", "token", token)));
                default -> link.send(mischief.spoil(Phrases.message("auth", "token", wornToken(dice))));
            }
            if (dice.chance(0.3)) {
                town.scheduler().after(dice.duration(15_000), this::end);
            }
        }

        private String wornToken(Dice dice) {
            return town.wornTokens().isEmpty() ? "ptk-worn" : dice.pick(town.wornTokens());
        }

        @Override
        public void onMessage(GatewayMessage message) {}

        @Override
        public void onClosed(CloseCode code) {
            visits.remove(this);
        }
    }
}
