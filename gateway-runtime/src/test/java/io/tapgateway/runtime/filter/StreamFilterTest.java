package io.tapgateway.runtime.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.FilterRule.Outcome;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamFilterTest {
    @Test
    void D202_the_first_rule_that_matches_decides() {
        StreamFilter filter =
                StreamFilter.of(List.of(new FilterRule("a", Outcome.DROP), new FilterRule("b", Outcome.INJECT)));

        assertThat(filter.decide("a b", () -> 0)).contains(Outcome.DROP);
        assertThat(filter.decide("b", () -> 0)).contains(Outcome.INJECT);
        assertThat(filter.decide("c", () -> 0)).isEmpty();
        assertThat(StreamFilter.NONE.decide("a", () -> 0)).isEmpty();
    }

    @Test
    void D168_a_pattern_that_would_become_too_large_is_refused_before_it_does() {
        assertThatThrownBy(() -> StreamFilter.of(List.of(new FilterRule("((a{1000}){1000}){1000}", Outcome.DROP))))
                .isInstanceOf(InvalidMessage.class)
                .hasMessageStartingWith("/0/match");
    }

    @Test
    void D107_there_are_so_many_rules() {
        int most = (int) Limit.FILTER_RULES.standard();
        FilterRule rule = new FilterRule("a", Outcome.KEEP);

        assertThat(StreamFilter.of(Collections.nCopies(most, rule)).rules()).hasSize(most);
        assertThatThrownBy(() -> StreamFilter.of(Collections.nCopies(most + 1, rule)))
                .isInstanceOf(InvalidMessage.class);
    }

    @Test
    void D170_a_search_that_takes_too_long_keeps_the_event() {
        // Each look at this watch finds that a minute has passed.
        long[] now = {0};
        StreamFilter filter = StreamFilter.of(List.of(new FilterRule("(a|b|c|d){100}x", Outcome.DROP)));

        assertThat(filter.decide("abcd".repeat(20_000), () -> now[0] += 60_000_000_000L))
                .contains(Outcome.KEEP);
    }
}
