package io.tapgateway.simulation;

import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.simulation.trace.PairingLine;
import io.tapgateway.simulation.world.Mutation;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Gateways that break what is promised of those who come in by a code. */
final class PairingMutants {
    private PairingMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.sending(
                        "I-24", "tells who asks for a code of its sessions", () -> (world, connection, message) -> {
                            world.send(connection, message);
                            if (message instanceof AuthPairing) {
                                world.send(connection, new SessionsUpdated(List.of()));
                            }
                        }),
                Mutant.taking("I-25", "takes every page for a program", () -> PairingMutants::fromNowhere),
                new Mutant("I-26", "takes any code for the right one", AnyCode::new),
                new Mutant("I-26", "takes every code for a wrong one", NoCode::new),
                Mutant.limiting(
                        "I-26",
                        "never locks pairing",
                        limits -> limits.with(Limit.WRONG_CODES, 1_000).with(Limit.WRONG_CODES_PER_ORIGIN, 1_000)),
                Mutant.limiting("I-26", "waits too long for a code", Limit.PAIRING_TIMEOUT, 300_000),
                Mutant.limiting(
                        "I-26",
                        "checks as many codes as come",
                        limits -> limits.with(Limit.PAIRING_CONFIRMS_PER_MINUTE, 1_000)
                                .with(Limit.PAIRING_CONFIRMS_PER_MINUTE_PER_ORIGIN, 1_000)),
                Mutant.limiting("I-26", "checks no code twice in a minute", Limit.PAIRING_CONFIRMS_PER_MINUTE, 1),
                new Mutant("I-26", "shows the code in two sessions", ShowingTwice::new),
                new Mutant("I-27", "sends the code along", TellingTheCode::new),
                new Mutant("I-27", "tells whoever watches the code", Publishing::new),
                Mutant.sending("I-27", "repeats the token for a code", () -> PairingMutants::repeatToken));
    }

    private static void fromNowhere(Input input, Consumer<Input> core) {
        boolean remote = input instanceof PeerInput.Opened opened && opened.peer() instanceof Peer.Remote;
        core.accept(
                remote
                        ? new PeerInput.Opened(
                                ((PeerInput.Opened) input).connection(), new Peer.Remote(Optional.empty()))
                        : input);
    }

    private static void repeatToken(Effects world, ConnectionId connection, GatewayMessage message) {
        world.send(connection, message);
        if (message instanceof Sessions list && list.token().isPresent()) {
            world.send(connection, message);
        }
    }

    /** Knows the code that was shown last. */
    private abstract static class Knowing implements Mutation {
        String code = "";

        void onLine(Effects world, SessionId session, HostNotice.Log log) {
            world.notifyHost(session, log);
        }

        void onSend(Effects world, ConnectionId connection, GatewayMessage message) {
            world.send(connection, message);
        }

        @Override
        public final Effects effects(Effects world) {
            return new EffectsFilter(world) {
                @Override
                public void notifyHost(SessionId session, HostNotice notice) {
                    Optional<PairingLine> line =
                            notice instanceof HostNotice.Log log ? PairingLine.of(log.entry()) : Optional.empty();
                    if (line.isPresent()) {
                        code = line.get().code();
                        onLine(world, session, (HostNotice.Log) notice);
                    } else {
                        world.notifyHost(session, notice);
                    }
                }

                @Override
                public void send(ConnectionId connection, GatewayMessage message) {
                    onSend(world, connection, message);
                }
            };
        }
    }

    private static final class AnyCode extends Knowing {
        @Override
        public void input(Input input, Consumer<Input> core) {
            core.accept(TrafficMutation.replacing(input, AuthConfirm.class, confirm -> new AuthConfirm(code)));
        }
    }

    private static final class NoCode extends TrafficMutation {
        @Override
        void onInput(Input input, Consumer<Input> core) {
            core.accept(replacing(input, AuthConfirm.class, confirm -> new AuthConfirm("none")));
        }
    }

    private static final class ShowingTwice extends Knowing {
        @Override
        void onLine(Effects world, SessionId session, HostNotice.Log log) {
            world.notifyHost(session, log);
            world.notifyHost(new SessionId("talk-9"), log);
        }
    }

    private static final class TellingTheCode extends Knowing {
        @Override
        void onSend(Effects world, ConnectionId connection, GatewayMessage message) {
            world.send(
                    connection,
                    message instanceof AuthPairing pairing ? new AuthPairing(pairing.prompt() + ": " + code) : message);
        }
    }

    private static final class Publishing extends Knowing {
        @Override
        void onLine(Effects world, SessionId session, HostNotice.Log log) {
            world.notifyHost(session, log);
            world.publish(new GatewayEvent.Logged(session, log.entry()));
        }
    }
}
