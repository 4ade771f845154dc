package io.tapgateway.zot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.testkit.Depth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What holds of extensions, whatever they do, in virtual time; and each invariant notices what breaks it.
 *
 * <p>{@code -Dtapgateway.seed=N} runs one scenario, as a failure prints it, and {@code -Dtapgateway.seeds=N} another
 * number of them.
 */
class ExtensionSimulationTest {
    private static final int SEEDS = Integer.getInteger("tapgateway.seeds", Depth.of(20, 500, 10_000));

    /** Runs in pairs take longer. */
    private static final int PAIRS = Math.max(1, SEEDS / 2);

    /** So many seeds are tried to show what is broken. */
    private static final int MOST_SEEDS = 400;

    private static void forSeeds(int count, LongConsumer judged) {
        Optional.ofNullable(Long.getLong("tapgateway.seed"))
                .map(LongStream::of)
                .orElseGet(() -> LongStream.rangeClosed(1, count))
                .forEach(judged);
    }

    private static Map<String, Integer> played(ExtensionScript script, Flaw flaw) {
        try (JudgedScript trial = new JudgedScript(script, flaw)) {
            trial.play();
            return trial.reach();
        }
    }

    @Test
    void I71_I72_I74_I75_I76_I78_I79_I80_hold_in_every_scenario_and_are_put_to_the_test() {
        Map<String, Integer> reach = new TreeMap<>();

        forSeeds(
                SEEDS,
                seed -> played(ExtensionScript.of(seed), Flaw.NONE)
                        .forEach((number, count) -> reach.merge(number, count, Integer::sum)));

        if (Long.getLong("tapgateway.seed") == null) {
            assertThat(reach).containsOnlyKeys("I-71", "I-72", "I-74", "I-75", "I-76", "I-78", "I-79", "I-80");
        }
    }

    static List<Flaws.Mutant> mutants() {
        return Flaws.inOneRun();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void the_invariant_notices(Flaws.Mutant mutant) {
        boolean noticed = LongStream.rangeClosed(1, MOST_SEEDS).anyMatch(seed -> notices(mutant, seed));

        assertThat(noticed).as(mutant.toString()).isTrue();
    }

    private static boolean notices(Flaws.Mutant mutant, long seed) {
        try {
            played(ExtensionScript.of(seed), mutant.flaw());
            return false;
        } catch (AssertionError failure) {
            return String.valueOf(failure.getMessage()).startsWith(mutant.invariant());
        }
    }

    @Test
    void I70_who_has_which_name_and_who_is_asked_first_does_not_depend_on_who_was_faster() {
        forSeeds(
                PAIRS,
                seed -> assertThat(settled(seed, new Random(seed), Flaw.NONE))
                        .as("seed %s", seed)
                        .isEqualTo(settled(seed, new Random(~seed), Flaw.NONE)));
    }

    @Test
    void I70_binding_as_they_come_is_caught() {
        assertThatThrownBy(() -> forSeeds(
                        MOST_SEEDS,
                        seed -> assertThat(settled(seed, new Random(seed), Flaws.HASTE))
                                .isEqualTo(settled(seed, new Random(~seed), Flaws.HASTE))))
                .isInstanceOf(AssertionError.class);
    }

    /** Who has which names once all are there that were loaded together, and whom a use of a tool comes to. */
    private static List<String> settled(long seed, Random arrivals, Flaw flaw) {
        try (SimulatedExtensions world = new SimulatedExtensions(flaw)) {
            List<Persona> personas = ExtensionScript.personas(new Random(seed));
            world.load(personas);
            List<SimulatedProgram> programs = new ArrayList<>(world.programs);
            Collections.shuffle(programs, arrivals);
            for (SimulatedProgram program : programs) {
                world.open(program);
                world.clock.advance(Duration.ofMillis(arrivals.nextInt(400)));
                world.settle();
            }
            world.pass(Duration.ofSeconds(3));
            world.finishStep();
            List<String> result = new ArrayList<>();
            world.set.all().forEach(it -> {
                ExtensionView view = it.view();
                result.add(view.manifest().name() + " " + view.tools() + view.commands() + view.intercepts());
            });
            world.session.tools().forEach(it -> result.add(it.name() + " of " + it.provider()));
            world.check("shell", "once");
            result.addAll(asked(world));
            return result;
        }
    }

    /** Everybody who is asked says yes, one after the other. */
    private static List<String> asked(SimulatedExtensions world) {
        List<String> asked = new ArrayList<>();
        boolean more = true;
        while (more) {
            world.finishStep();
            Optional<SimulatedProgram> next = world.programs.stream()
                    .filter(it -> !it.open("event_intercept").isEmpty())
                    .findFirst();
            next.ifPresent(it -> {
                asked.add("asked " + it.name());
                String id = it.open("event_intercept").get(0).text("id");
                it.answers(id, "{\"type\":\"event_intercept_response\",\"id\":\"" + id + "\"}");
            });
            more = next.isPresent();
        }
        return asked;
    }

    @Test
    void I73_what_one_does_is_nothing_to_others_that_have_nothing_in_common_with_it() {
        forSeeds(PAIRS, seed -> requireSameTraces(seed, Flaw.NONE));
    }

    @Test
    void I73_waiting_for_whoever_does_not_read_is_caught() {
        assertThatThrownBy(() -> forSeeds(MOST_SEEDS, seed -> requireSameTraces(seed, Flaws.PATIENCE)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("hears otherwise");
    }

    private static void requireSameTraces(long seed, Flaw flaw) {
        ExtensionScript script = ExtensionScript.of(seed).withHostile();
        Map<String, List<String>> with = traces(script, flaw);
        Map<String, List<String>> without = traces(script.without(ExtensionScript.HOSTILE), flaw);

        with.forEach((name, trace) -> {
            if (!name.equals(ExtensionScript.HOSTILE)) {
                List<String> other = without.getOrDefault(name, List.of());
                int same = same(trace, other);
                assertThat(trace.subList(same, Math.min(same + 1, trace.size())))
                        .as("%s hears otherwise from line %s, seed %s", name, same, seed)
                        .isEqualTo(other.subList(same, Math.min(same + 1, other.size())));
            }
        });
    }

    /** In how many lines they begin alike. */
    private static int same(List<String> one, List<String> other) {
        int count = 0;
        while (count < Math.min(one.size(), other.size()) && one.get(count).equals(other.get(count))) {
            count++;
        }
        return count;
    }

    private static Map<String, List<String>> traces(ExtensionScript script, Flaw flaw) {
        try (JudgedScript trial = new JudgedScript(script, flaw)) {
            return trial.watch();
        }
    }
}
