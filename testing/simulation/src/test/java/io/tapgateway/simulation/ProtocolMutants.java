package io.tapgateway.simulation;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.simulation.world.Mutation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Gateways that break what is promised of messages and of what is registered. */
final class ProtocolMutants {
    /** What no seed knows of. */
    private static final AtomicLong ERRORS_EVER = new AtomicLong();

    private ProtocolMutants() {}

    static List<Mutant> all() {
        List<Mutant> mutants = new ArrayList<>(ofMessages());
        mutants.addAll(ofUpdates());
        mutants.addAll(ofBindings());
        mutants.addAll(ofTheRegistry());
        return mutants;
    }

    /** Not an invariant of one run: two runs of one seed must differ. */
    static Mutation unpredictable() {
        return Mutant.sending("I-60", "remembers other runs", () -> (world, connection, message) -> {
                    world.send(
                            connection,
                            message instanceof ErrorMessage error
                                    ? new ErrorMessage(
                                            error.code(), "error " + ERRORS_EVER.incrementAndGet(), error.about())
                                    : message);
                })
                .mutation()
                .get();
    }

    private static List<Mutant> ofMessages() {
        return List.of(
                onError("I-34", "ends connections for messages in the wrong state", (world, connection, error) -> {
                    if (error.message().contains("not legal in state")) {
                        world.close(connection, CloseCode.POLICY_VIOLATION, "");
                    }
                }),
                onError("I-41", "ends connections for unknown messages", (world, connection, error) -> {
                    if (error.code() == ErrorCode.UNKNOWN_TYPE
                            && !error.message().contains("not legal")) {
                        world.close(connection, CloseCode.POLICY_VIOLATION, "");
                    }
                }),
                Mutant.taking("I-42", "takes what it cannot read for unknown", () -> ProtocolMutants::shrugging),
                onError("I-43", "says every error twice", Effects::send));
    }

    private static List<Mutant> ofUpdates() {
        return List.of(
                Mutant.sending(
                        "I-35",
                        "refuses what it has done",
                        () -> (world, connection, message) -> world.send(
                                connection, message instanceof HelloAck ? refusal(ErrorCode.TOOL_CONFLICT) : message)),
                Mutant.sending("I-36", "does not acknowledge", () -> (world, connection, message) -> {
                    if (!(message instanceof Ack)) {
                        world.send(connection, message);
                    }
                }),
                Mutant.sending("I-36", "acknowledges twice", () -> (world, connection, message) -> {
                    world.send(connection, message);
                    if (message instanceof Ack) {
                        world.send(connection, message);
                    }
                }),
                Mutant.sending(
                        "I-37",
                        "skips a revision",
                        () -> (world, connection, message) -> world.send(
                                connection,
                                message instanceof Ack ack
                                        ? new Ack(ack.requestId(), ack.sessionId(), ack.revision() + 1)
                                        : message)),
                Mutant.taking("I-38", "acknowledges more than it does", () -> ProtocolMutants::doingHalf));
    }

    private static List<Mutant> ofBindings() {
        return List.of(
                new Mutant("I-39", "tells of a rebind before its calls have ended", ProtocolMutants::endingLate),
                Mutant.sending("I-40", "sends hello.ack second", ProtocolMutants::secondComesFirst),
                Mutant.filtering("I-40", "goes on after a close", world -> new EffectsFilter(world) {
                    @Override
                    public void close(ConnectionId connection, CloseCode code, String reason) {
                        world.close(connection, code, reason);
                        world.send(connection, new SessionsUpdated(List.of()));
                    }
                }),
                Mutant.sending("I-30", "lets everybody be anybody", ProtocolMutants::everybodyIsAnybody));
    }

    private static List<Mutant> ofTheRegistry() {
        return List.of(
                onToolsChanged("I-44", "lists a tool twice", (world, session, tools) -> {
                    List<RegisteredTool> doubled = new ArrayList<>(tools);
                    tools.stream().findFirst().ifPresent(doubled::add);
                    world.notifyHost(session, new HostNotice.ToolsChanged(doubled));
                }),
                onToolsChanged("I-45", "does not tell of new tools", (world, session, tools) -> {}),
                Mutant.limiting(
                        "I-45",
                        "tells of new tools too late",
                        limits -> limits.with(Limit.TOOLS_CHANGED_DEBOUNCE, 2_000)
                                .with(Limit.TOOLS_CHANGED_MAX_DELAY, 2_000)),
                Mutant.sending(
                        "I-46",
                        "calls tools by another name",
                        () -> (world, connection, message) -> world.send(
                                connection,
                                message instanceof ToolCall call
                                        ? new ToolCall(call.id(), call.sessionId(), new ToolName("other"), call.args())
                                        : message)),
                Mutant.taking("I-59", "does not notice the end of a connection", () -> (input, core) -> {
                    if (!(input instanceof PeerInput.Closed)) {
                        core.accept(input);
                    }
                }));
    }

    @FunctionalInterface
    private interface ErrorFollowUp {
        void follow(Effects world, ConnectionId connection, ErrorMessage error);
    }

    private static Mutant onError(String invariant, String fault, ErrorFollowUp followUp) {
        return Mutant.sending(invariant, fault, () -> (world, connection, message) -> {
            world.send(connection, message);
            if (message instanceof ErrorMessage error) {
                followUp.follow(world, connection, error);
            }
        });
    }

    @FunctionalInterface
    private interface Telling {
        void tell(Effects world, SessionId session, List<RegisteredTool> tools);
    }

    private static Mutant onToolsChanged(String invariant, String fault, Telling telling) {
        return Mutant.filtering(invariant, fault, world -> new EffectsFilter(world) {
            @Override
            public void notifyHost(SessionId session, HostNotice notice) {
                if (notice instanceof HostNotice.ToolsChanged changed) {
                    telling.tell(world, session, changed.tools());
                } else {
                    world.notifyHost(session, notice);
                }
            }
        });
    }

    private static ErrorMessage refusal(ErrorCode code) {
        return new ErrorMessage(
                code, "no", new ErrorMessage.About(Optional.of("hello"), Optional.empty(), Correlation.NONE));
    }

    private static void doingHalf(Input input, Consumer<Input> core) {
        core.accept(CallMutants.message(input)
                .filter(ToolsUpdate.class::isInstance)
                .map(ToolsUpdate.class::cast)
                .filter(update -> !update.tools().isEmpty())
                .<Input>map(update -> {
                    ToolsUpdate half = new ToolsUpdate(
                            update.requestId(),
                            update.sessionId(),
                            update.mode(),
                            update.tools().subList(1, update.tools().size()),
                            update.remove());
                    PeerInput.Received received = (PeerInput.Received) input;
                    return new PeerInput.Received(received.connection(), new Decoded.Valid<>(half), received.bytes());
                })
                .orElse(input));
    }

    private static void shrugging(Input input, Consumer<Input> core) {
        if (input instanceof PeerInput.Received received
                && received.frame() instanceof Decoded.Malformed<ProviderMessage> malformed) {
            core.accept(new PeerInput.Received(
                    received.connection(), new Decoded.Unknown<>("?", malformed.correlation()), received.bytes()));
        } else {
            core.accept(input);
        }
    }

    private static Mutation endingLate() {
        return new Mutation() {
            private final Deque<Runnable> held = new ArrayDeque<>();
            private boolean holding;

            @Override
            public Effects effects(Effects world) {
                return new EffectsFilter.OfAnswers<>(ToolOutcome.class, world) {
                    @Override
                    void answer(Receipt<ToolOutcome> receipt, ToolOutcome outcome) {
                        if (holding) {
                            held.add(() -> world.complete(receipt, outcome));
                        } else {
                            world.complete(receipt, outcome);
                        }
                    }
                };
            }

            @Override
            public void input(Input input, Consumer<Input> core) {
                holding = CallMutants.message(input)
                        .filter(Hello.class::isInstance)
                        .isPresent();
                core.accept(input);
                held.forEach(Runnable::run);
                held.clear();
                holding = false;
            }
        };
    }

    private static Mutant.Sending secondComesFirst() {
        Map<ConnectionId, HelloAck> held = new HashMap<>();
        return (world, connection, message) -> {
            if (message instanceof HelloAck ack) {
                held.put(connection, ack);
            } else {
                world.send(connection, message);
                HelloAck ack = held.remove(connection);
                if (ack != null) {
                    world.send(connection, ack);
                }
            }
        };
    }

    private static Mutant.Sending everybodyIsAnybody() {
        return (world, connection, message) -> {
            GatewayMessage altered = message;
            if (message instanceof ErrorMessage error && error.code() == ErrorCode.DUPLICATE_INSTANCE) {
                String session = error.about().correlation().sessionId().orElse("s1");
                altered = new HelloAck(new ProviderId("p-x"), new SessionId(session), "tok-x", 1, Optional.empty());
            }
            world.send(connection, altered);
        };
    }
}
