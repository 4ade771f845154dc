package io.tapgateway.simulation;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.simulation.world.Mutation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Gateways that let tools be used that rules are against. */
final class GateMutants {
    private GateMutants() {}

    static List<Mutant> all() {
        return List.of(
                deciding(
                        "I-13",
                        "allows what a rule denies",
                        (receipt, decision) -> allowed(receipt, decision, "Denied by")),
                deciding(
                        "I-13",
                        "takes silence for consent",
                        (receipt, decision) -> allowed(receipt, decision, "did not respond")),
                new Mutant("I-13", "spares calls of tools", Sparing::new),
                Mutant.limiting("I-14", "waits longer for gates", Limit.GATE_TIMEOUT, 20_000),
                deciding(
                        "I-62",
                        "allows what a person has denied",
                        (receipt, decision) -> allowed(receipt, decision, "Denied by the user.")),
                Mutant.taking(
                        "I-62",
                        "takes every answer for a yes",
                        () -> (input, core) -> core.accept(
                                input instanceof HostInput.QuestionAnswered said
                                        ? new HostInput.QuestionAnswered(
                                                said.session(), said.question(), CallApproval.APPROVED)
                                        : input)),
                new Mutant("I-62", "lets gates speak for the person", Presuming::new),
                Mutant.filtering("I-62", "asks about something else", Misquoting::new),
                Mutant.filtering("I-62", "never takes a question back", Insisting::new),
                new Mutant("I-15", "forgets those that were asked", Forgetting::new),
                new Mutant("I-16", "takes one answer for another", Mistaking::new),
                Mutant.limiting("I-17", "does not hold rules for long", Limit.GATE_HOLD, 1_000),
                deciding(
                        "I-17",
                        "allows what a lost gate is about",
                        (receipt, decision) -> allowed(receipt, decision, "is disconnected")),
                Mutant.limiting("I-18", "searches longer texts", Limit.MATCH_INPUT, 1 << 18),
                Mutant.sending(
                        "I-19",
                        "shows gates something else",
                        () -> (world, connection, message) -> world.send(
                                connection,
                                message instanceof GateCheck check
                                        ? new GateCheck(
                                                check.gateId(),
                                                check.callId(),
                                                check.sessionId(),
                                                check.tool(),
                                                JsonValue.EMPTY_OBJECT)
                                        : message)));
    }

    private static HookDecision allowed(Receipt<HookDecision> receipt, HookDecision decision, String where) {
        return decision instanceof HookDecision.Deny deny && deny.reason().contains(where)
                ? new HookDecision.Allow(List.of(), new HookDecision.Permit(receipt.toString(), JsonValue.EMPTY_OBJECT))
                : decision;
    }

    private static Mutant deciding(
            String invariant, String fault, BiFunction<Receipt<HookDecision>, HookDecision, HookDecision> other) {
        return Mutant.filtering(invariant, fault, world -> new EffectsFilter.OfAnswers<>(HookDecision.class, world) {
            @Override
            void answer(Receipt<HookDecision> receipt, HookDecision decision) {
                world.complete(receipt, other.apply(receipt, decision));
            }
        });
    }

    /** Whatever gates want a person to be asked about is fine. */
    private static final class Presuming extends TrafficMutation {
        @Override
        void onInput(Input input, Consumer<Input> core) {
            core.accept(replacing(
                    input,
                    GateResult.class,
                    result -> result.decision() == GateResult.Decision.ASK
                            ? new GateResult(
                                    result.callId(), result.gateId(), GateResult.Decision.ALLOW, result.reason())
                            : result));
        }
    }

    /** The person is shown other arguments. */
    private static final class Misquoting extends EffectsFilter {
        private Misquoting(Effects world) {
            super(world);
        }

        @Override
        public void notifyHost(SessionId session, HostNotice notice) {
            world.notifyHost(
                    session, notice instanceof HostNotice.Approve asked ? misquoted(asked.question()) : notice);
        }

        private static HostNotice misquoted(CallQuestion it) {
            return new HostNotice.Approve(
                    new CallQuestion(it.id(), it.session(), it.call(), "ls", it.provider(), it.args(), it.askers()));
        }
    }

    /** Questions stay when what they are about has ended. */
    private static final class Insisting extends EffectsFilter {
        private Insisting(Effects world) {
            super(world);
        }

        @Override
        public void notifyHost(SessionId session, HostNotice notice) {
            if (!(notice instanceof HostNotice.ApprovalWithdrawn)) {
                world.notifyHost(session, notice);
            }
        }
    }

    /** Who is gone is not missed before the next step. */
    private static final class Forgetting implements Mutation {
        private final List<Runnable> forgotten = new ArrayList<>();

        @Override
        public Effects effects(Effects world) {
            return new EffectsFilter.OfAnswers<>(HookDecision.class, world) {
                @Override
                void answer(Receipt<HookDecision> receipt, HookDecision decision) {
                    forgotten.add(() -> world.complete(receipt, decision));
                }
            };
        }

        @Override
        public void input(Input input, Consumer<Input> core) {
            List<Runnable> due = List.copyOf(forgotten);
            forgotten.clear();
            due.forEach(Runnable::run);
            core.accept(input);
        }
    }

    /** ScenarioLimits about tools of providers are forgotten. */
    private static final class Sparing extends TrafficMutation {
        @Override
        void onInput(Input input, Consumer<Input> core) {
            core.accept(replacing(
                    input,
                    HooksUpdate.class,
                    update -> new HooksUpdate(update.requestId(), update.sessionId(), spared(update.hooks()))));
        }

        private static Hooks spared(Hooks hooks) {
            return new Hooks(
                    hooks.onPreToolUse()
                            .map(rules -> rules.stream()
                                    .filter(rule -> rule.match()
                                            .tool()
                                            .filter(it -> it.startsWith("p"))
                                            .isEmpty())
                                    .toList()),
                    hooks.transforms());
        }
    }

    /** Whatever a gate answers is the answer to what it was asked last. */
    private static final class Mistaking extends TrafficMutation {
        private final Map<ConnectionId, GateCheck> asked = new HashMap<>();

        @Override
        void onSend(ConnectionId connection, GatewayMessage message) {
            if (message instanceof GateCheck check) {
                asked.put(connection, check);
            }
            world().send(connection, message);
        }

        @Override
        void onInput(Input input, Consumer<Input> core) {
            core.accept(replacing(input, GateResult.class, result -> {
                GateCheck last = input instanceof PeerInput.Received received ? asked.get(received.connection()) : null;
                return last == null
                        ? result
                        : new GateResult(last.callId(), last.gateId(), result.decision(), result.reason());
            }));
        }
    }
}
