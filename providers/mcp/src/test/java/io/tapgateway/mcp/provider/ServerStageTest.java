package io.tapgateway.mcp.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.tapgateway.provider.BoundProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Every stage of one run of a server with every way out of it. */
class ServerStageTest {
    private final ServerOfferings offerings = mock(ServerOfferings.class);
    private final BoundProvider provider = mock(BoundProvider.class);
    private final ServerStage unmet = ServerStage.begin();
    private final ServerStage met = unmet.toMet(offerings);
    private final ServerStage attached = met.toAttached(provider);
    private final ServerStage bound = attached.toBound();
    private final ServerStage ready = bound.toReady();
    private final ServerStage over = ready.toOver();
    private final List<ServerStage> stages = List.of(unmet, met, attached, bound, ready, over);

    private Map<String, UnaryOperator<ServerStage>> transitions() {
        Map<String, UnaryOperator<ServerStage>> transitions = new LinkedHashMap<>();
        transitions.put("toMet", stage -> stage.toMet(offerings));
        transitions.put("toAttached", stage -> stage.toAttached(provider));
        transitions.put("toBound", ServerStage::toBound);
        transitions.put("toReady", ServerStage::toReady);
        transitions.put("toOver", ServerStage::toOver);
        return transitions;
    }

    @Test
    void a_stage_has_these_exits_and_no_others() {
        assertThat(Exits.page(ServerStage.class, "the run", stages, transitions()))
                .isEqualTo("""
                Unmet: toMet → Met, toOver → Over
                Met: toAttached → Attached, toOver → Over
                Attached: toBound → Bound, toOver → Over
                Bound: toReady → Ready, toOver → Over
                Ready: toReady → Ready, toOver → Over
                Over: toOver → Over
                """);
    }

    @Test
    void what_there_is_of_a_run_is_there_in_these_stages() {
        assertThat(stages)
                .filteredOn(stage -> stage.besides().isPresent())
                .containsExactly(met, attached, bound, ready);
        assertThat(stages).filteredOn(stage -> stage.provider().isPresent()).containsExactly(attached, bound, ready);
        assertThat(stages).filteredOn(stage -> stage.bound().isPresent()).containsExactly(bound, ready);
        assertThat(stages).filteredOn(ServerStage::isReady).containsExactly(ready);
        assertThat(stages).filteredOn(ServerStage::isOver).containsExactly(over);
    }

    @Test
    void a_run_that_is_over_knows_whether_it_was_ever_ready() {
        assertThat(over.hasBeenReady()).isTrue();
        assertThat(bound.toOver().hasBeenReady()).isFalse();
        assertThat(over.toOver()).isEqualTo(over);
    }
}
