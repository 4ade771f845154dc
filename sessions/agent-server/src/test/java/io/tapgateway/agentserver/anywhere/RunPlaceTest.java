package io.tapgateway.agentserver.anywhere;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Every state and everything that can happen to it, on one page. */
final class RunPlaceTest {
    private static final Run RUN = new Run("id", "Hi.", Run.HTTP, Run.Mode.CHAT, 1);

    private final RunPlace free = RunPlace.begin();
    private final RunPlace offered = free.toOffered(RUN);
    private final RunPlace blocked = offered.toBlocked();
    private final RunPlace taken = offered.toTaken(7);
    private final RunPlace abandoned = taken.toAbandoned();

    @Test
    void A016_A017_each_state_leads_to_those_and_no_others() {
        assertThat(table(it -> it.toOffered(RUN))).isEqualTo("Offered - - - -");
        assertThat(table(it -> it.toTaken(7))).isEqualTo("- - Taken - -");
        assertThat(table(RunPlace::toBlocked)).isEqualTo("- - Blocked - -");
        assertThat(table(RunPlace::toAbandoned)).isEqualTo("- - - Abandoned -");
        assertThat(table(it -> it.toOver(7))).isEqualTo("Free Free Offered Free Free");
        assertThat(table(it -> it.toOver(8))).isEqualTo("Free Free Offered Taken Abandoned");
    }

    @Test
    void what_is_said_of_each_state_holds() {
        assertThat(all()).extracting(RunPlace::isFree).containsExactly(true, false, false, false, false);
        assertThat(all()).extracting(RunPlace::isTaken).containsExactly(false, false, true, true, true);
        assertThat(all()).extracting(it -> it.abandons(7)).containsExactly(false, false, false, false, true);
        assertThat(all())
                .extracting(RunPlace::run)
                .containsExactly(
                        Optional.empty(), Optional.empty(), Optional.of(RUN), Optional.of(RUN), Optional.empty());
        assertThat(taken.run(7)).contains(RUN);
        assertThat(List.of(taken.run(8), abandoned.run(7), offered.run(7))).containsOnly(Optional.empty());
        assertThat(abandoned.abandons(8)).isFalse();
    }

    private List<RunPlace> all() {
        return List.of(free, blocked, offered, taken, abandoned);
    }

    private String table(UnaryOperator<RunPlace> happening) {
        List<String> next = new ArrayList<>();
        for (RunPlace each : all()) {
            try {
                next.add(happening.apply(each).getClass().getSimpleName());
            } catch (IllegalStateException refused) {
                assertThat(refused).hasMessageEndingWith(each.getClass().getSimpleName());
                next.add("-");
            }
        }
        return String.join(" ", next);
    }
}
