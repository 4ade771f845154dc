package io.tapgateway.simulation;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.simulation.world.Mutation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Gateways that break what is promised of calls. */
final class CallMutants {
    private CallMutants() {}

    static List<Mutant> all() {
        return List.of(
                completing("I-01", "tells some ends twice", 2),
                completing("I-01", "never tells some ends", 0),
                Mutant.limiting("I-02", "lets calls wait too long", Limit.QUEUE_WAIT, 45_000),
                Mutant.limiting("I-02", "lets calls run too long", Limit.MIN_TOOL_TIMEOUT, 250),
                Mutant.sending("I-03", "sends a call once more after it was cancelled", CallMutants::ghost),
                Mutant.sending("I-04", "sends every call twice", () -> (world, connection, message) -> {
                    world.send(connection, message);
                    if (message instanceof ToolCall) {
                        world.send(connection, message);
                    }
                }),
                Mutant.sending("I-05", "cancels twice", () -> (world, connection, message) -> {
                    world.send(connection, message);
                    if (message instanceof ToolCancel) {
                        world.send(connection, message);
                    }
                }),
                Mutant.sending("I-05", "does not cancel", () -> (world, connection, message) -> {
                    if (!(message instanceof ToolCancel)) {
                        world.send(connection, message);
                    }
                }),
                new Mutant("I-06", "answers late results", CallMutants::answeringLateResults),
                new Mutant("I-07", "takes an answer from anybody", CallMutants::believingEverybody),
                Mutant.taking("I-08", "forgets concurrency limits", () -> CallMutants::withoutConcurrency),
                Mutant.limiting("I-08", "lets eleven calls wait", Limit.QUEUED_CALLS, 11),
                Mutant.taking("I-09", "lets the second caller go first", CallMutants::swappingCallers),
                Mutant.limiting("I-10", "keeps the slots of cancelled calls", Limit.CANCELLED_SLOT_HOLD, 60_000),
                Mutant.taking("I-11", "notices the end of a connection late", CallMutants::late),
                deaf("I-12", "is deaf to interrupts", HostInput.Interrupted.class),
                deaf("I-61", "is deaf to cancellations", HostInput.CallCancelled.class),
                Mutant.taking("I-61", "takes a cancellation for an interrupt", () -> CallMutants::cancellingAll),
                deaf("I-44", "does not let hosts take names", HostInput.ToolNamesReserved.class),
                Mutant.taking("I-46", "does not look at arguments", () -> CallMutants::heedless),
                Mutant.taking("I-47", "does not see which instance is meant", () -> CallMutants::withoutTarget));
    }

    private static Mutant deaf(String invariant, String fault, Class<? extends Input> unheard) {
        return Mutant.taking(invariant, fault, () -> (input, core) -> {
            if (!unheard.isInstance(input)) {
                core.accept(input);
            }
        });
    }

    private static Mutant completing(String invariant, String fault, int times) {
        return Mutant.filtering(invariant, fault, world -> new EffectsFilter.OfAnswers<>(ToolOutcome.class, world) {
            private int completed;

            @Override
            void answer(Receipt<ToolOutcome> receipt, ToolOutcome outcome) {
                int now = ++completed % 10 == 0 ? times : 1;
                for (int i = 0; i < now; i++) {
                    world.complete(receipt, outcome);
                }
            }
        });
    }

    private static Mutant.Sending ghost() {
        Map<CallId, ToolCall> sent = new HashMap<>();
        return (world, connection, message) -> {
            world.send(connection, message);
            if (message instanceof ToolCall call) {
                sent.put(call.id(), call);
            } else if (message instanceof ToolCancel cancel) {
                world.send(connection, sent.get(cancel.id()));
            }
        };
    }

    private static Optional<ToolResult> result(Input input) {
        return message(input).filter(ToolResult.class::isInstance).map(ToolResult.class::cast);
    }

    static Optional<ProviderMessage> message(Input input) {
        return input instanceof PeerInput.Received received
                        && received.frame() instanceof Decoded.Valid<ProviderMessage> valid
                ? Optional.of(valid.message())
                : Optional.empty();
    }

    private static Mutation answeringLateResults() {
        return new Mutation() {
            private final Set<CallId> answered = new HashSet<>();
            private Effects world;

            @Override
            public Effects effects(Effects effects) {
                world = effects;
                return effects;
            }

            @Override
            public void input(Input input, Consumer<Input> core) {
                core.accept(input);
                result(input).filter(result -> !answered.add(result.id())).ifPresent(result -> {
                    ConnectionId connection = ((PeerInput.Received) input).connection();
                    ErrorMessage.About about =
                            new ErrorMessage.About(Optional.of("tool.result"), Optional.empty(), Correlation.NONE);
                    world.send(connection, new ErrorMessage(ErrorCode.INVALID_JSON, "too late", about));
                });
            }
        };
    }

    private static Mutation believingEverybody() {
        return new Mutation() {
            private final Map<CallId, ConnectionId> sentTo = new HashMap<>();

            @Override
            public Effects effects(Effects world) {
                return new EffectsFilter(world) {
                    @Override
                    public void send(ConnectionId connection, io.tapgateway.protocol.message.GatewayMessage message) {
                        world.send(connection, message);
                        if (message instanceof ToolCall call) {
                            sentTo.put(call.id(), connection);
                        }
                    }
                };
            }

            @Override
            public void input(Input input, Consumer<Input> core) {
                core.accept(result(input)
                        .map(result -> sentTo.get(result.id()))
                        .<Input>map(owner -> {
                            PeerInput.Received received = (PeerInput.Received) input;
                            return new PeerInput.Received(owner, received.frame(), received.bytes());
                        })
                        .orElse(input));
            }
        };
    }

    private static void withoutConcurrency(Input input, Consumer<Input> core) {
        core.accept(message(input)
                .filter(Hello.class::isInstance)
                .map(Hello.class::cast)
                .<Input>map(hello -> {
                    Hello.Contribution all = hello.contribution();
                    Hello.Contribution unlimited = new Hello.Contribution(
                            all.tools(),
                            all.hooks(),
                            all.subscribe(),
                            Optional.empty(),
                            all.texts(),
                            all.metadata(),
                            all.content());
                    Hello altered = new Hello(hello.identity(), hello.session(), hello.reconnectToken(), unlimited);
                    PeerInput.Received received = (PeerInput.Received) input;
                    return new PeerInput.Received(
                            received.connection(), new Decoded.Valid<>(altered), received.bytes());
                })
                .orElse(input));
    }

    private static void cancellingAll(Input input, Consumer<Input> core) {
        core.accept(
                input instanceof HostInput.CallCancelled cancel ? new HostInput.Interrupted(cancel.session()) : input);
    }

    private static void heedless(Input input, Consumer<Input> core) {
        if (input instanceof HostInput.ToolCalled call) {
            core.accept(new HostInput.ArgumentsUnchecked(call.session(), true));
        }
        core.accept(input);
    }

    private static void withoutTarget(Input input, Consumer<Input> core) {
        if (input instanceof HostInput.ToolCalled call) {
            Map<String, JsonValue> args = new HashMap<>(call.args().members());
            args.remove("target");
            core.accept(new HostInput.ToolCalled(
                    call.session(), call.id(), call.tool(), JsonValue.object(args), call.options(), call.receipt()));
        } else {
            core.accept(input);
        }
    }

    private static Mutant.Taking swappingCallers() {
        Deque<Input> held = new ArrayDeque<>();
        return (input, core) -> {
            boolean call = input instanceof HostInput.ToolCalled;
            if (call && held.isEmpty()) {
                held.add(input);
            } else {
                if (call) {
                    core.accept(input);
                }
                held.forEach(core);
                held.clear();
                if (!call) {
                    core.accept(input);
                }
            }
        };
    }

    private static Mutant.Taking late() {
        Deque<Input> held = new ArrayDeque<>();
        return (input, core) -> {
            held.forEach(core);
            held.clear();
            if (input instanceof PeerInput.Closed) {
                held.add(input);
            } else {
                core.accept(input);
            }
        };
    }
}
