package io.tapgateway.simulation.model;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.simulation.world.RandomSource;
import io.tapgateway.simulation.world.SimulatedLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Somebody without any right to be here, who keeps calling: silent, babbling, with tokens that are worn, made up, or of
 * others who would never come from a web page. Confined to one simulation.
 */
public final class UnauthenticatedPeer {
    private static final List<Optional<String>> ORIGINS = List.of(
            Optional.empty(),
            Optional.of("https://a.example"),
            Optional.of("https://b.example"),
            Optional.of("https://c.example"));

    private static final int MOST_VISITS = 8;

    private final Environment environment;
    private final ActionSchedule schedule;
    private final ModelHost acquaintance;
    private final String actor;
    private final List<Visit> visits = new ArrayList<>();
    private int visited;

    /**
     * @param acquaintance a host whose tokens it has got hold of
     * @param pace milliseconds between two visits, at most
     */
    public UnauthenticatedPeer(Environment environment, String actor, ModelHost acquaintance, long pace) {
        this.environment = environment;
        this.schedule = new ActionSchedule(environment, actor, pace);
        this.acquaintance = acquaintance;
        this.actor = actor;
    }

    /** Begins to call. */
    public void begin() {
        schedule.begin(this::visit);
    }

    /** Goes away for good. */
    public void leave() {
        List.copyOf(visits).forEach(visit -> visit.link.drop());
    }

    private void visit(RandomSource random) {
        if (visits.size() >= MOST_VISITS) {
            visits.get(0).end();
            return;
        }
        Visit visit = new Visit(environment.random().fork(actor + "-" + ++visited));
        Optional<String> origin = random.pick(ORIGINS);
        Peer peer = new Peer.Remote(origin);
        boolean in = random.chance(0.2)
                ? environment.gateway().rushIn(visit.link, peer)
                : environment.gateway().connect(visit.link, peer);
        if (in) {
            visits.add(visit);
            visit.speak(random, origin.isPresent());
        }
    }

    private final class Visit implements SimulatedLink.Endpoint {
        private final SimulatedLink link;

        private Visit(RandomSource network) {
            link = new SimulatedLink(environment.scheduler(), environment.gateway(), network, this);
        }

        private void end() {
            visits.remove(this);
            link.drop();
        }

        private void speak(RandomSource random, boolean fromPage) {
            MessageCorruption corruption = new MessageCorruption(random);
            // Too many failures would shut the door to everybody else without an origin.
            int last = fromPage || random.chance(0.2) ? 9 : 2;
            switch (random.between(0, last)) {
                case 0, 1, 2 -> {}
                case 3 -> link.send(corruption.unknown());
                case 4 -> link.send(corruption.illegal("none"));
                case 5 -> link.send(RandomMessages.message("auth", "token", wornToken(random)));
                case 6 -> link.send(RandomMessages.message("auth", "token", "ptk-made-up-" + random.between(1, 9)));
                case 7 -> link.send(RandomMessages.message("hello", "name", "stranger", "protocolVersion", 2));
                case 8 ->
                    acquaintance
                            .tokenFor("leaky")
                            .ifPresent(token -> link.send(RandomMessages.message("auth", "token", token)));
                default -> link.send(corruption.spoil(RandomMessages.message("auth", "token", wornToken(random))));
            }
            if (random.chance(0.3)) {
                environment.scheduler().after(random.duration(15_000), this::end);
            }
        }

        private String wornToken(RandomSource random) {
            return environment.wornTokens().isEmpty() ? "ptk-worn" : random.pick(environment.wornTokens());
        }

        @Override
        public void onMessage(GatewayMessage message) {}

        @Override
        public void onClosed(CloseCode code) {
            visits.remove(this);
        }
    }
}
