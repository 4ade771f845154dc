package io.tapgateway.simulation;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.transport.Peer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Gateways that break what is promised of who may do and know what. */
final class AuthorityMutants {
    private static final SessionId SOME_SESSION = new SessionId("talk-1");

    private AuthorityMutants() {}

    static List<Mutant> all() {
        return List.of(
                onError("I-21", "keeps it to itself that something is not allowed", error -> Optional.empty()),
                onError(
                        "I-21",
                        "takes a lack of rights for a wrong session",
                        error -> Optional.of(
                                new ErrorMessage(ErrorCode.INVALID_SESSION, error.message(), error.about()))),
                new Mutant("I-21", "takes everybody with a token for a part of itself", Elevating::new),
                new Mutant("I-22", "tells whether a session exists", TellingOfSessions::new),
                Mutant.taking("I-22", "takes every session for the own one", () -> AuthorityMutants::confusing),
                Mutant.taking("I-23", "takes a socket for a part of itself", () -> AuthorityMutants::flattering),
                new Mutant("I-24", "tells everybody of new sessions", TellingStrangers::new),
                new Mutant("I-25", "takes any token once it has seen a good one", Trusting::new),
                new Mutant("I-27", "repeats the token it does not accept", Repeating::new),
                Mutant.sending("I-27", "logs reconnect tokens", () -> (world, connection, message) -> {
                    world.send(connection, message);
                    if (message instanceof HelloAck ack) {
                        String text = "issued " + ack.reconnectToken();
                        world.notifyHost(
                                SOME_SESSION,
                                new HostNotice.Log(
                                        new TimelineEntry(Instant.EPOCH, TimelineEntry.Level.INFO, "gateway", text)));
                    }
                }),
                new Mutant("I-28", "shows everybody every session", ShowingAll::new),
                Mutant.sending("I-28", "does not tell of new sessions", () -> (world, connection, message) -> {
                    if (!(message instanceof SessionsUpdated)) {
                        world.send(connection, message);
                    }
                }),
                new Mutant("I-29", "tells everybody of every event", Broadcasting::new),
                Mutant.sending("I-29", "tells nobody of some events", () -> (world, connection, message) -> {
                    boolean lost = message instanceof SessionEvent event
                            && event.event().startsWith("assistant");
                    if (!lost) {
                        world.send(connection, message);
                    }
                }));
    }

    @FunctionalInterface
    private interface OtherError {
        Optional<ErrorMessage> than(ErrorMessage error);
    }

    private static Mutant onError(String invariant, String fault, OtherError other) {
        return Mutant.sending(invariant, fault, () -> (world, connection, message) -> {
            if (message instanceof ErrorMessage error && error.code() == ErrorCode.UNAUTHORIZED) {
                other.than(error).ifPresent(it -> world.send(connection, it));
            } else {
                world.send(connection, message);
            }
        });
    }

    private static void confusing(Input input, Consumer<Input> core) {
        core.accept(TrafficMutation.replacing(
                input,
                Push.class,
                push -> new Push(
                        push.level(),
                        push.event(),
                        push.prompt(),
                        push.stream(),
                        Push.Target.BOUND_SESSION,
                        push.metadata())));
    }

    private static void flattering(Input input, Consumer<Input> core) {
        boolean flattered =
                input instanceof PeerInput.Opened opened && opened.connection().value() % 3 == 0;
        core.accept(
                flattered
                        ? new PeerInput.Opened(
                                ((PeerInput.Opened) input).connection(), new Peer.InProcess(SOME_SESSION))
                        : input);
    }

    private static final class Elevating extends TrafficMutation {
        @Override
        void onInput(Input input, Consumer<Input> core) {
            if (message(input, Auth.class).isPresent()) {
                ConnectionId connection = ((PeerInput.Received) input).connection();
                core.accept(new PeerInput.Closed(connection, CloseCode.NORMAL));
                core.accept(new PeerInput.Opened(connection, new Peer.InProcess(SOME_SESSION)));
            } else {
                core.accept(input);
            }
        }
    }

    private static final class TellingOfSessions extends TrafficMutation {
        private final Set<String> known = new LinkedHashSet<>();

        @Override
        void onSend(ConnectionId connection, GatewayMessage message) {
            active(message)
                    .ifPresent(list -> list.forEach(it -> known.add(it.id().value())));
            GatewayMessage told = message;
            if (message instanceof ErrorMessage error && error.code() == ErrorCode.INVALID_SESSION) {
                boolean exists = error.about()
                        .correlation()
                        .sessionId()
                        .filter(known::contains)
                        .isPresent();
                told = exists ? new ErrorMessage(error.code(), "not your session", error.about()) : error;
            }
            world().send(connection, told);
        }
    }

    private static Optional<List<SessionSummary>> active(GatewayMessage message) {
        if (message instanceof Sessions sessions) {
            return Optional.of(sessions.active());
        }
        return message instanceof SessionsUpdated updated ? Optional.of(updated.active()) : Optional.empty();
    }

    private static final class TellingStrangers extends TrafficMutation {
        private Optional<ConnectionId> newest = Optional.empty();

        @Override
        void onInput(Input input, Consumer<Input> core) {
            if (input instanceof PeerInput.Opened opened) {
                newest = Optional.of(opened.connection());
            } else if (input instanceof PeerInput.Closed closed && newest.equals(Optional.of(closed.connection()))) {
                newest = Optional.empty();
            }
            core.accept(input);
        }

        @Override
        void onSend(ConnectionId connection, GatewayMessage message) {
            world().send(connection, message);
            if (message instanceof SessionsUpdated) {
                newest.ifPresent(it -> world().send(it, message));
            }
        }
    }

    private static final class Trusting extends TrafficMutation {
        private Optional<Auth> asked = Optional.empty();
        private Optional<Auth> good = Optional.empty();

        @Override
        void onInput(Input input, Consumer<Input> core) {
            asked = message(input, Auth.class);
            core.accept(replacing(input, Auth.class, auth -> good.orElse(auth)));
        }

        @Override
        void onSend(ConnectionId connection, GatewayMessage message) {
            if (message instanceof Sessions && good.isEmpty()) {
                good = asked;
            }
            world().send(connection, message);
        }
    }

    private static final class Repeating extends TrafficMutation {
        private final Map<ConnectionId, Auth> asked = new LinkedHashMap<>();

        @Override
        void onInput(Input input, Consumer<Input> core) {
            message(input, Auth.class).ifPresent(auth -> asked.put(((PeerInput.Received) input).connection(), auth));
            core.accept(input);
        }

        @Override
        void onSend(ConnectionId connection, GatewayMessage message) {
            Auth auth = asked.get(connection);
            boolean failed = message instanceof ErrorMessage error
                    && error.code() == ErrorCode.AUTH_FAILED
                    && auth != null
                    && auth.credential() instanceof Auth.Credential.Token;
            world().send(
                            connection,
                            failed
                                    ? new ErrorMessage(
                                            ErrorCode.AUTH_FAILED,
                                            "not accepted: " + ((Auth.Credential.Token) auth.credential()).value(),
                                            ((ErrorMessage) message).about())
                                    : message);
        }
    }

    private static final class ShowingAll extends TrafficMutation {
        private final Map<SessionId, SessionSummary> seen = new LinkedHashMap<>();

        @Override
        void onSend(ConnectionId connection, GatewayMessage message) {
            active(message).ifPresent(list -> list.forEach(it -> seen.put(it.id(), it)));
            world().send(
                            connection,
                            message instanceof SessionsUpdated
                                    ? new SessionsUpdated(List.copyOf(seen.values()))
                                    : message);
        }
    }

    private static final class Broadcasting extends TrafficMutation {
        private final Set<ConnectionId> bound = new LinkedHashSet<>();

        @Override
        void onSend(ConnectionId connection, GatewayMessage message) {
            if (message instanceof HelloAck) {
                bound.add(connection);
            }
            world().send(connection, message);
            if (message instanceof SessionEvent) {
                bound.stream().filter(it -> !it.equals(connection)).forEach(it -> world().send(it, message));
            }
        }
    }
}
