package io.tapgateway.simulation;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.HostNotice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** Gateways that break what is promised of identities, ends and bounds. */
final class IdentityMutants {
    private static final int PLENTY = 100;

    private IdentityMutants() {}

    static List<Mutant> all() {
        List<Mutant> mutants = new ArrayList<>(ofIdentities());
        mutants.addAll(ofEnds());
        mutants.addAll(ofCaps());
        return mutants;
    }

    private static List<Mutant> ofIdentities() {
        return List.of(
                new Mutant("I-31", "lets everybody of a name take over", HandingOver::new),
                Mutant.limiting("I-31", "takes silence for death too early", Limit.LIVENESS_PROBE, 300),
                new Mutant("I-32", "takes any reconnect token for the newest", HandingOver::new),
                Mutant.limiting("I-32", "takes reconnect tokens for longer", Limit.RECONNECT_WINDOW, 120_000),
                identifying("I-33", "gives new ids to those it knows", (id, number) -> "p-" + number),
                identifying("I-33", "gives the same id to two", (id, number) -> "p-" + (number % 2)));
    }

    private static List<Mutant> ofEnds() {
        return List.of(
                new Mutant("I-48", "takes everybody for ready", TakingForReady::new),
                Mutant.limiting("I-55", "waits too long for the end", Limit.SHUTDOWN_DEADLINE, 25_000),
                Mutant.limiting("I-55", "does not wait for the end", Limit.SHUTDOWN_DEADLINE, 0),
                Mutant.filtering("I-55", "tells of the end afterwards", TellingAfterwards::new));
    }

    private static List<Mutant> ofCaps() {
        return List.of(
                Mutant.limiting("I-56", "has too many connections", Limit.AUTHENTICATED_CONNECTIONS, PLENTY),
                Mutant.limiting(
                        "I-56",
                        "lets too many wait",
                        limits -> limits.with(Limit.UNAUTHENTICATED_CONNECTIONS, PLENTY)
                                .with(Limit.UNAUTHENTICATED_CONNECTIONS_PER_ORIGIN, PLENTY)),
                Mutant.limiting("I-56", "lets a token be shared", Limit.CONNECTIONS_PER_TOKEN, PLENTY),
                Mutant.limiting("I-56", "is too patient", Limit.AUTH_TIMEOUT, 60_000),
                Mutant.limiting("I-56", "allows more rebinds", Limit.REBINDS_PER_MINUTE, PLENTY),
                Mutant.limiting(
                        "I-56",
                        "takes large messages",
                        limits -> limits.with(Limit.MESSAGE, Limit.MESSAGE.standard())));
    }

    @FunctionalInterface
    private interface Naming {
        String name(ProviderId id, long number);
    }

    private static Mutant identifying(String invariant, String fault, Naming naming) {
        return new Mutant(invariant, fault, () -> new TrafficMutation() {
            private long acks;

            @Override
            void onSend(ConnectionId connection, GatewayMessage message) {
                world().send(
                                connection,
                                message instanceof HelloAck ack
                                        ? new HelloAck(
                                                new ProviderId(naming.name(ack.providerId(), ++acks)),
                                                ack.sessionId(),
                                                ack.reconnectToken(),
                                                ack.revision(),
                                                ack.persistDir())
                                        : message);
            }
        });
    }

    /** Whoever introduces itself gets the newest reconnect token of that name. */
    private static final class HandingOver extends TrafficMutation {
        private final Map<String, String> newest = new HashMap<>();
        private Optional<Hello> introduced = Optional.empty();

        @Override
        void onInput(Input input, Consumer<Input> core) {
            introduced = message(input, Hello.class);
            core.accept(replacing(
                    input,
                    Hello.class,
                    hello -> new Hello(
                            hello.identity(),
                            hello.session(),
                            Optional.ofNullable(newest.get(hello.identity().toString())),
                            hello.contribution())));
        }

        @Override
        void onSend(ConnectionId connection, GatewayMessage message) {
            if (message instanceof HelloAck ack && introduced.isPresent()) {
                ack.reconnectToken()
                        .ifPresent(
                                token -> newest.put(introduced.get().identity().toString(), token));
            }
            world().send(connection, message);
        }
    }

    /** Whoever is bound to all sessions is in every new one at once. */
    private static final class TakingForReady extends TrafficMutation {
        private final Set<ConnectionId> everywhere = new HashSet<>();
        private final List<Input> due = new ArrayList<>();

        @Override
        void onInput(Input input, Consumer<Input> core) {
            core.accept(input);
            List<Input> now = List.copyOf(due);
            due.clear();
            now.forEach(core);
        }

        @Override
        void onSend(ConnectionId connection, GatewayMessage message) {
            if (message instanceof HelloAck ack && ack.sessionId().equals(Optional.of(SessionId.ALL))) {
                everywhere.add(connection);
            } else if (message instanceof SessionsUpdated updated && everywhere.contains(connection)) {
                updated.active()
                        .forEach(session -> due.add(new PeerInput.Received(
                                connection, new Decoded.Valid<>(new SessionReady(session.id(), Optional.empty())), 1)));
            }
            world().send(connection, message);
        }
    }

    private static final class TellingAfterwards extends EffectsFilter {
        private final Map<SessionId, ConnectionId> members = new HashMap<>();

        private TellingAfterwards(Effects world) {
            super(world);
        }

        @Override
        public void send(ConnectionId connection, GatewayMessage message) {
            if (message instanceof SessionLifecycle lifecycle) {
                members.put(lifecycle.sessionId(), connection);
            }
            world.send(connection, message);
        }

        @Override
        public void notifyHost(SessionId session, HostNotice notice) {
            world.notifyHost(session, notice);
            ConnectionId member = members.get(session);
            if (notice instanceof HostNotice.Ended && member != null) {
                world.send(member, new SessionLifecycle(session, SessionLifecycle.State.IDLE, OptionalLong.empty()));
            }
        }
    }
}
