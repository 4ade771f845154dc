package io.tapgateway.runtime.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.ToolName;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SlotsTest {
    private final Slots slots = new Slots(Optional.of(new Concurrency(1, Concurrency.Scope.TOOL)));

    private Slot slot(String tool) {
        return slots.of(new ToolName(tool), name -> name.startsWith("kept"));
    }

    private void manyToolsComeAndGo() {
        for (int i = 0; i < 10_000; i++) {
            slot("tool" + i);
        }
    }

    @Test
    void slots_of_tools_that_are_gone_do_not_pile_up() {
        manyToolsComeAndGo();

        assertThat(slots.all()).hasSizeLessThan(1_000);
    }

    @Test
    void I10_a_slot_with_a_call_in_it_outlives_its_tool() {
        Slot busy = slot("busy");
        busy.tryTake();

        manyToolsComeAndGo();

        assertThat(slot("busy")).isSameAs(busy);
    }

    @Test
    void the_slot_of_a_tool_that_stays_is_always_the_same() {
        Slot kept = slot("kept");

        manyToolsComeAndGo();

        assertThat(slot("kept")).isSameAs(kept);
    }
}
