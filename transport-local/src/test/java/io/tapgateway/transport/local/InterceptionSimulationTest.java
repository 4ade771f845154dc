package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.InterceptorVerdict;
import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What holds of interceptors, whatever they do: seeds without a fault pass, each fault is caught by its invariant. */
class InterceptionSimulationTest {
    private static final int SEEDS = 150;
    private static final Limits STANDARD = Limits.standard();

    private static InterceptionRun played(
            long seed, Limits limits, UnaryOperator<InterceptorVerdict> relay, UnaryOperator<Integer> received) {
        InterceptionRun run = new InterceptionRun(seed, limits, relay, received);
        run.play();
        return run;
    }

    private static InterceptionRun played(long seed) {
        return played(seed, STANDARD, UnaryOperator.identity(), UnaryOperator.identity());
    }

    private static void forAllSeeds(LongConsumer judged) {
        LongStream.rangeClosed(1, SEEDS).forEach(judged);
    }

    /** I-63. */
    private static void requireEndsInTime(InterceptionRun run) {
        for (InterceptionRun.Use use : run.uses.values()) {
            assertThat(use.ends).as("ends of %s", use).isEqualTo(1);
            long most = (use.busy ? Limit.INTERCEPTOR_BUSY_TIMEOUT : Limit.INTERCEPTOR_TIMEOUT).standard();
            assertThat(Duration.ofNanos(use.endedAt - use.askedAt))
                    .as("time of %s", use)
                    .isLessThanOrEqualTo(Duration.ofMillis(most));
        }
    }

    /** I-64. */
    private static void requireVerdicts(InterceptionRun run) {
        for (InterceptionRun.Use use : run.uses.values()) {
            if (use.dispatched.isPresent()) {
                assertThat(use.passed)
                        .as("who let %s pass", use)
                        .containsAll(use.present)
                        .containsAll(use.asked);
            }
        }
    }

    /** I-65. */
    private static void requireLastRewrite(InterceptionRun run) {
        for (InterceptionRun.Use use : run.uses.values()) {
            if (use.dispatched.isPresent()) {
                assertThat(use.dispatched).as("what was sent of %s", use).contains(use.value);
                assertThat(use.gated).as("what the gate saw of %s", use).contains(use.value);
            }
        }
    }

    /** I-66. */
    private static void requireNoMoreConsent(InterceptionRun run, InterceptionRun withOneMore) {
        run.uses.forEach((number, use) -> assertThat(withOneMore.uses.get(number).ok && !use.ok)
                .as("%s was denied, and is allowed with one more interceptor", use)
                .isFalse());
    }

    @Test
    void I63_each_call_that_interceptors_are_asked_about_ends_once_and_in_time() {
        forAllSeeds(seed -> requireEndsInTime(played(seed)));
    }

    @Test
    void I63_waiting_longer_is_caught() {
        Limits patient = STANDARD.with(Limit.INTERCEPTOR_TIMEOUT, 60_000);

        assertThatThrownBy(() -> forAllSeeds(seed ->
                        requireEndsInTime(played(seed, patient, UnaryOperator.identity(), UnaryOperator.identity()))))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void I64_no_tool_runs_without_a_verdict_of_every_interceptor_that_is_there() {
        forAllSeeds(seed -> requireVerdicts(played(seed)));
    }

    @Test
    void I64_taking_a_block_for_a_yes_is_caught() {
        assertThatThrownBy(() -> forAllSeeds(seed -> requireVerdicts(played(
                        seed,
                        STANDARD,
                        verdict -> verdict instanceof InterceptorVerdict.Block ? InterceptorVerdict.allow() : verdict,
                        UnaryOperator.identity()))))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void I65_what_is_sent_is_the_last_rewrite_and_what_gates_saw() {
        forAllSeeds(seed -> requireLastRewrite(played(seed)));
    }

    @Test
    void I65_forgetting_rewrites_and_sending_something_else_are_caught() {
        assertThatThrownBy(() -> forAllSeeds(seed -> requireLastRewrite(played(
                        seed,
                        STANDARD,
                        verdict -> verdict instanceof InterceptorVerdict.Rewrite ? InterceptorVerdict.allow() : verdict,
                        UnaryOperator.identity()))))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> forAllSeeds(seed ->
                        requireLastRewrite(played(seed, STANDARD, UnaryOperator.identity(), value -> value + 1))))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void I66_an_interceptor_that_changes_nothing_never_turns_a_denial_into_consent() {
        forAllSeeds(seed -> {
            InterceptionRun withOneMore =
                    new InterceptionRun(seed, STANDARD, UnaryOperator.identity(), UnaryOperator.identity());
            withOneMore.addHarmless();
            withOneMore.play();

            requireNoMoreConsent(played(seed), withOneMore);
        });
    }

    @Test
    void I66_losing_a_gate_with_it_is_caught() {
        assertThatThrownBy(() -> forAllSeeds(seed -> {
                    InterceptionRun broken =
                            new InterceptionRun(seed, STANDARD, UnaryOperator.identity(), UnaryOperator.identity());
                    broken.addHarmless();
                    broken.loseGate();
                    broken.play();

                    requireNoMoreConsent(played(seed), broken);
                }))
                .isInstanceOf(AssertionError.class);
    }
}
