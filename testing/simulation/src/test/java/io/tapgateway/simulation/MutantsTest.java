package io.tapgateway.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.world.Plan;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every invariant notices a gateway that breaks it: without that, a simulation that finds nothing says nothing. */
class MutantsTest {
    private static final int MOST_SEEDS = 400;

    static List<Mutant> mutants() {
        return Stream.of(
                        CallMutants.all(),
                        GateMutants.all(),
                        PushMutants.all(),
                        PromptMutants.all(),
                        AuthorityMutants.all(),
                        PairingMutants.all(),
                        IdentityMutants.all(),
                        ProtocolMutants.all())
                .flatMap(List::stream)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void the_invariant_notices(Mutant mutant) {
        boolean noticed = LongStream.rangeClosed(1, MOST_SEEDS).anyMatch(seed -> notices(mutant, seed));

        assertThat(noticed).as(mutant.toString()).isTrue();
    }

    @Test
    void every_invariant_has_a_mutant() {
        Set<String> numbers =
                Invariants.all().stream().map(it -> it.check().number()).collect(Collectors.toCollection(TreeSet::new));

        Set<String> broken = mutants().stream().map(Mutant::invariant).collect(Collectors.toCollection(TreeSet::new));

        assertThat(broken).isEqualTo(numbers);
    }

    @Test
    void I60_a_gateway_that_remembers_other_runs_is_noticed() {
        boolean differs = LongStream.rangeClosed(1, MOST_SEEDS).anyMatch(seed -> {
            Plan plan = Plan.of(seed);
            String first =
                    Simulation.runHashed(plan, ProtocolMutants.unpredictable()).hash();
            String second =
                    Simulation.runHashed(plan, ProtocolMutants.unpredictable()).hash();
            return !first.equals(second);
        });

        assertThat(differs).isTrue();
    }

    private static boolean notices(Mutant mutant, long seed) {
        List<Invariant> only = Invariants.all().stream()
                .filter(it -> it.check().number().equals(mutant.invariant()))
                .toList();
        try {
            Simulation.run(Plan.of(seed), mutant.mutation().get(), only);
            return false;
        } catch (SimulationFailure failure) {
            return failure.invariant().filter(mutant.invariant()::equals).isPresent();
        }
    }
}
