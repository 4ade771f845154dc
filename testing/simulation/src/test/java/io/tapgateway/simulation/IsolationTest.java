package io.tapgateway.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.simulation.model.Behaviour;
import io.tapgateway.simulation.model.Environment;
import io.tapgateway.simulation.model.ModelHost;
import io.tapgateway.simulation.model.ModelProvider;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.world.InvariantChecker;
import io.tapgateway.simulation.world.Mutation;
import io.tapgateway.simulation.world.Plan;
import io.tapgateway.simulation.world.RandomSource;
import io.tapgateway.simulation.world.Scheduler;
import io.tapgateway.simulation.world.SimulatedGateway;
import io.tapgateway.testkit.Depth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * I-58: what a hostile provider does changes nothing for others in its session: neither what they are told nor when.
 * The same scenarios are played with and without it.
 *
 * <p>What a session has once only, and its providers share by design, is left out: names of tools, the agent's
 * attention with all injections and the news that it is idle again, and the end of the session. Nor does the hostile
 * one show reconnect tokens that it has stolen: to whom they belong cannot use them afterwards (D-082).
 */
class IsolationTest {
    private static final int QUICK = 100;
    private static final int THOROUGH = 500;
    private static final int RELEASE = 1_000;

    private static final String HOSTILE = "mallory";
    private static final List<String> NAMES = List.of("p1", "p2", "p3");

    private static final long OBSERVED = Duration.ofMinutes(3).toNanos();

    @Test
    void I58_nobody_notices_a_hostile_neighbour() {
        long events = seeds().map(seed -> {
                    List<List<String>> without = new Scenario(seed, false, new Observer()).observe();
                    List<List<String>> with = new Scenario(seed, true, new Observer()).observe();

                    assertThat(firstDifference(without, with))
                            .as("seed %d", seed)
                            .isEmpty();
                    return with.stream().mapToLong(List::size).sum();
                })
                .sum();

        assertThat(events).isGreaterThan(10_000);
    }

    @Test
    void a_gateway_that_keeps_others_waiting_is_noticed() {
        boolean noticed = seeds().anyMatch(seed -> {
            List<List<String>> without = new Scenario(seed, false, new Observer()).observe();
            List<List<String>> with = new Scenario(seed, true, new Slowed()).observe();

            return !with.equals(without);
        });

        assertThat(noticed).isTrue();
    }

    private static Optional<String> firstDifference(List<List<String>> without, List<List<String>> with) {
        if (with.size() != without.size()) {
            return Optional.of(with.size() + " instead of " + without.size());
        }
        for (int who = 0; who < with.size(); who++) {
            List<String> expected = without.get(who);
            List<String> actual = with.get(who);
            for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
                String one = i < expected.size() ? expected.get(i) : "nothing";
                String other = i < actual.size() ? actual.get(i) : "nothing";
                if (!one.equals(other)) {
                    return Optional.of("instead of " + one + "\n there is " + other);
                }
            }
        }
        return Optional.empty();
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, Depth.of(QUICK, THOROUGH, RELEASE));
    }

    /** A session with some who behave, more or less, and perhaps one who does not. */
    private static final class Scenario {
        private final Scheduler scheduler = new Scheduler();
        private final Observer observer;
        private final SimulatedGateway gateway;
        private final Environment environment;

        private Scenario(long seed, boolean hostile, Observer observer) {
            this.observer = observer;
            observer.scheduler = scheduler;
            RandomSource random = new RandomSource(seed);
            Limits limits = Limits.standard()
                    .with(Limit.AUTH_FAILURES_PER_MINUTE, 1_000)
                    .with(Limit.AUTH_FAILURES_PER_MINUTE_PER_ORIGIN, 1_000);
            InvariantChecker checker = new InvariantChecker(new ReferenceModel(limits), List.of(), false);
            gateway = new SimulatedGateway(scheduler, checker, observer, limits, random);
            environment = new Environment(scheduler, gateway, Plan.of(seed));
            // Also not by the other name that it may go by.
            environment.callOnly(tool -> NAMES.contains(tool.provider().folded()));
            populate(random.fork("isolation"), hostile);
        }

        private void populate(RandomSource random, boolean hostile) {
            int pace = random.pick(List.of(300, 1_500, 4_000));
            ModelHost host = new ModelHost(environment, "talk-1", pace);
            environment.hosts().add(host);
            host.begin();
            String discoveryToken = gateway.discoveryToken();
            observer.hostileToken = discoveryToken;
            for (String name : NAMES) {
                Behaviour behaviour = random.chance(0.3) ? Behaviour.LAZY : Behaviour.WELL_BEHAVED;
                provider(name, ModelProvider.Entrance.SPAWNED, behaviour, pace, discoveryToken);
            }
            if (hostile) {
                provider(HOSTILE, ModelProvider.Entrance.DISCOVERED, Behaviour.HOSTILE, pace / 2, discoveryToken);
            }
        }

        private void provider(
                String name, ModelProvider.Entrance entrance, Behaviour behaviour, int pace, String discoveryToken) {
            ModelProvider.Profile profile = new ModelProvider.Profile(
                    name,
                    Optional.empty(),
                    entrance,
                    behaviour,
                    environment.hosts().get(0),
                    pace);
            new ModelProvider(environment, "provider-" + name, profile, discoveryToken).begin();
        }

        /**
         * What everybody but the hostile one was told, connection by connection, and what became of the host's calls.
         */
        private List<List<String>> observe() {
            while (Math.min(gateway.nextDeadline(), scheduler.next()) < OBSERVED && !observer.ending) {
                if (gateway.nextDeadline() <= scheduler.next()) {
                    scheduler.moveTo(gateway.nextDeadline());
                    gateway.tick();
                } else {
                    scheduler.runNext();
                }
            }
            return observer.observed();
        }
    }

    /** Notes what providers are told, and leaves out what is there once only. */
    private static class Observer implements Mutation {
        private final Map<ConnectionId, List<String>> told = new LinkedHashMap<>();
        private final Set<ConnectionId> hostile = new HashSet<>();
        private final Set<ConnectionId> others = new LinkedHashSet<>();
        private final Set<String> ownTokens = new HashSet<>();
        private final List<String> outcomes = new ArrayList<>();
        private Scheduler scheduler = new Scheduler();
        private String hostileToken = "";
        private boolean ending;

        @Override
        public Effects effects(Effects world) {
            return new EffectsFilter.OfAnswers<>(ToolOutcome.class, world) {
                @Override
                public void send(ConnectionId connection, GatewayMessage message) {
                    boolean idle = message instanceof SessionLifecycle lifecycle
                            && lifecycle.state() == SessionLifecycle.State.IDLE;
                    if (message instanceof HelloAck ack && hostile.contains(connection)) {
                        ack.reconnectToken().ifPresent(ownTokens::add);
                    }
                    if (!idle) {
                        note(connection, masked(MessageCodec.encode(message)));
                        world.send(connection, message);
                    }
                }

                @Override
                void answer(Receipt<ToolOutcome> receipt, ToolOutcome outcome) {
                    if (!ending) {
                        outcomes.add(scheduler.now() + " " + receipt + " " + masked(outcome.toString()));
                    }
                    world.complete(receipt, outcome);
                }
            };
        }

        void note(ConnectionId connection, String text) {
            if (!ending) {
                told.computeIfAbsent(connection, key -> new ArrayList<>()).add(scheduler.now() + " " + text);
            }
        }

        /** Ids and secrets are random, and as many were drawn for the hostile one. */
        private static String masked(String text) {
            return text.replaceAll("[0-9a-f]{16,}", "…");
        }

        @Override
        public void input(Input input, Consumer<Input> core) {
            ending |= input instanceof HostInput.SessionClosing;
            TrafficMutation.message(input, Auth.class)
                    .map(Auth::credential)
                    .filter(Auth.Credential.Token.class::isInstance)
                    .map(credential -> ((Auth.Credential.Token) credential).value())
                    .filter(token -> token.contains(RandomSource.SECRET))
                    .ifPresent(token -> (token.equals(hostileToken) ? hostile : others)
                            .add(((PeerInput.Received) input).connection()));
            if (!injects(input)) {
                core.accept(isHostile(input) ? withoutShared(input) : input);
            }
        }

        private static boolean injects(Input input) {
            return TrafficMutation.message(input, Push.class)
                    .filter(push -> push.level() == PushLevel.INJECT)
                    .isPresent();
        }

        boolean isHostile(Input input) {
            return input instanceof PeerInput.Received received && hostile.contains(received.connection());
        }

        private Input withoutShared(Input input) {
            Input changed = TrafficMutation.replacing(
                    input,
                    ToolsUpdate.class,
                    update -> new ToolsUpdate(
                            update.requestId(),
                            update.sessionId(),
                            update.mode(),
                            withoutShared(update.tools()),
                            update.remove()));
            return TrafficMutation.replacing(
                    changed,
                    Hello.class,
                    hello -> new Hello(
                            hello.identity(),
                            hello.session(),
                            hello.reconnectToken().filter(ownTokens::contains),
                            new Hello.Contribution(
                                    hello.contribution().tools().map(Observer::withoutShared),
                                    hello.contribution().hooks(),
                                    hello.contribution().subscribe(),
                                    hello.contribution().concurrency(),
                                    hello.contribution().texts(),
                                    hello.contribution().metadata(),
                                    hello.contribution().content())));
        }

        private static List<ToolDefinition> withoutShared(List<ToolDefinition> tools) {
            return tools.stream()
                    .filter(tool ->
                            !tool.name().value().toLowerCase(Locale.ROOT).equals("shared"))
                    .toList();
        }

        List<List<String>> observed() {
            List<List<String>> observed = new ArrayList<>();
            others.forEach(connection -> observed.add(told.getOrDefault(connection, List.of())));
            observed.add(outcomes);
            return observed;
        }
    }

    /** Who is told something after the hostile one has spoken is told it late. */
    private static final class Slowed extends Observer {
        private boolean busy;

        @Override
        public void input(Input input, Consumer<Input> core) {
            busy |= isHostile(input);
            super.input(input, core);
        }

        @Override
        void note(ConnectionId connection, String text) {
            super.note(connection, busy ? text + ", late" : text);
            busy = false;
        }
    }
}
