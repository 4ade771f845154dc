package io.tapgateway.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.simulation.world.Mutation;
import io.tapgateway.simulation.world.Plan;
import io.tapgateway.testkit.Depth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * I-20: one more rule denies more, or nothing. The same scenarios are played with and without it, and decisions
 * compared.
 */
class MonotonicityTest {
    private static final int QUICK = 120;
    private static final int THOROUGH = 600;
    private static final int RELEASE = 5_000;

    private static final HookRule DENY = new HookRule.Deny(Match.tool("shell"), Optional.of("one more"));
    private static final HookRule CONTEXT = new HookRule.Context(Match.ANY, "One more thing.");

    /** What was decided on one use of a tool. */
    private record Decision(String use, boolean allowed, String why) {}

    @Test
    void I20_with_one_more_denial_the_first_decision_that_differs_is_that_denial() {
        long differences = seeds().filter(seed -> {
                    List<Decision> without = decisions(seed, rules -> rules);
                    List<Decision> with = decisions(seed, rules -> plus(rules, DENY, seed));

                    Optional<Decision> first = firstDifference(without, with);

                    first.ifPresent(it ->
                            assertThat(it.why()).as("seed %d: %s", seed, it).contains("one more"));
                    return first.isPresent();
                })
                .count();

        assertThat(differences).isGreaterThan(QUICK / 10);
    }

    @Test
    void I20_one_more_context_decides_nothing() {
        long decisions = seeds().map(seed -> {
                    List<Decision> without = decisions(seed, rules -> rules);
                    List<Decision> with = decisions(seed, rules -> plus(rules, CONTEXT, seed));

                    assertThat(with).as("seed %d", seed).isEqualTo(without);
                    return with.size();
                })
                .sum();

        assertThat(decisions).isGreaterThan(1_000);
    }

    @Test
    void a_gateway_where_the_last_rule_wins_is_noticed() {
        boolean noticed = seeds().anyMatch(seed -> {
            UnaryOperator<List<HookRule>> last = rules -> rules.subList(Math.max(0, rules.size() - 1), rules.size());
            List<Decision> without = decisions(seed, last);
            List<Decision> with = decisions(seed, rules -> last.apply(plus(rules, CONTEXT, 1)));

            return !with.equals(without);
        });

        assertThat(noticed).isTrue();
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, Depth.of(QUICK, THOROUGH, RELEASE));
    }

    /** The first decision of the second run that is not the next of the first. */
    private static Optional<Decision> firstDifference(List<Decision> without, List<Decision> with) {
        return IntStream.range(0, with.size())
                .filter(i -> i >= without.size() || !with.get(i).equals(without.get(i)))
                .mapToObj(with::get)
                .findFirst();
    }

    private static List<HookRule> plus(List<HookRule> rules, HookRule another, long seed) {
        List<HookRule> more = new ArrayList<>(rules);
        more.add(seed % 2 == 0 ? 0 : more.size(), another);
        return more;
    }

    private static List<Decision> decisions(long seed, UnaryOperator<List<HookRule>> other) {
        Recording recording = new Recording(other);
        Simulation.run(Plan.of(seed), recording, List.of());
        return recording.decisions;
    }

    /** Has other rules arrive than were sent, and notes what is decided. */
    private static final class Recording implements Mutation {
        private final UnaryOperator<List<HookRule>> other;
        private final List<Decision> decisions = new ArrayList<>();

        private Recording(UnaryOperator<List<HookRule>> other) {
            this.other = other;
        }

        @Override
        public Effects effects(Effects world) {
            return new EffectsFilter.OfAnswers<>(HookDecision.class, world) {
                @Override
                void answer(Receipt<HookDecision> receipt, HookDecision decision) {
                    String why = decision instanceof HookDecision.Deny deny ? deny.reason() : "";
                    decisions.add(new Decision(receipt.toString(), decision.allowed(), why));
                    world.complete(receipt, decision);
                }
            };
        }

        @Override
        public void input(Input input, Consumer<Input> core) {
            Input changed = TrafficMutation.replacing(input, Hello.class, this::changed);
            core.accept(TrafficMutation.replacing(
                    changed,
                    HooksUpdate.class,
                    update -> new HooksUpdate(update.requestId(), update.sessionId(), changed(update.hooks()))));
        }

        private Hello changed(Hello hello) {
            Hello.Contribution given = hello.contribution();
            return new Hello(
                    hello.identity(),
                    hello.session(),
                    hello.reconnectToken(),
                    new Hello.Contribution(
                            given.tools(),
                            given.hooks().map(this::changed),
                            given.subscribe(),
                            given.concurrency(),
                            given.texts(),
                            given.metadata(),
                            given.content()));
        }

        private Hooks changed(Hooks hooks) {
            return new Hooks(hooks.onPreToolUse().map(other), hooks.transforms());
        }
    }
}
