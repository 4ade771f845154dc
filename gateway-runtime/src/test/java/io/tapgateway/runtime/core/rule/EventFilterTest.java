package io.tapgateway.runtime.core.rule;

import static io.tapgateway.runtime.core.rule.Rules.LIMITS;
import static io.tapgateway.runtime.core.rule.Rules.budget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.FilterRule.Outcome;
import io.tapgateway.protocol.model.InvalidMessage;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventFilterTest {
    private static EventFilter filter(FilterRule... rules) {
        return EventFilter.compile(List.of(rules), LIMITS, "/rules");
    }

    private static FilterRule rule(String match, Outcome outcome) {
        return new FilterRule(match, outcome);
    }

    @Test
    void D202_the_first_rule_that_matches_decides() {
        EventFilter filter = filter(
                rule("behind=0", Outcome.DROP),
                rule("conflicts=[1-9]", Outcome.INJECT),
                rule("behind", Outcome.SURFACE));

        assertThat(filter.decide("behind=0 conflicts=2", budget()).outcome()).contains(Outcome.DROP);
        assertThat(filter.decide("behind=1 conflicts=2", budget()).outcome()).contains(Outcome.INJECT);
        assertThat(filter.decide("behind=1 conflicts=0", budget()).outcome()).contains(Outcome.SURFACE);
    }

    @Test
    void D202_a_filter_that_does_not_match_says_nothing() {
        assertThat(filter(rule("x", Outcome.DROP)).decide("", budget()))
                .isEqualTo(new EventFilter.Decision(Optional.empty(), List.of()));
    }

    @Test
    void D169_a_rule_that_cannot_be_decided_is_skipped_and_the_event_kept() {
        String event = "a".repeat(200_001);

        EventFilter.Decision kept = filter(rule("[bc]$", Outcome.INJECT)).decide(event, budget());
        EventFilter.Decision decided =
                filter(rule("[bc]$", Outcome.DROP), rule("^a", Outcome.SURFACE)).decide(event, budget());

        assertThat(kept.outcome()).contains(Outcome.KEEP);
        assertThat(kept.unfinished()).containsExactly(0);
        assertThat(decided.outcome()).contains(Outcome.SURFACE);
        assertThat(decided.unfinished()).containsExactly(0);
    }

    @Test
    void D170_an_event_of_more_than_256_KiB_is_kept() {
        EventFilter filter = filter(rule("a", Outcome.INJECT));

        assertThat(filter.decide("a".repeat(256 << 10), budget()).outcome()).contains(Outcome.INJECT);
        assertThat(filter.decide("a".repeat((256 << 10) + 1), budget()).outcome())
                .contains(Outcome.KEEP);
    }

    @Test
    void D107_a_filter_has_50_rules_and_no_more() {
        assertThat(EventFilter.compile(Collections.nCopies(50, rule("a", Outcome.DROP)), LIMITS, "/rules")
                        .source())
                .hasSize(50);
        assertThatThrownBy(() ->
                        EventFilter.compile(Collections.nCopies(51, rule("a", Outcome.DROP)), LIMITS, "/rules"))
                .isInstanceOfSatisfying(InvalidMessage.class, fault -> {
                    assertThat(fault.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
                    assertThat(fault.pointer()).isEqualTo("/rules");
                });
    }

    @Test
    void D168_a_filter_whose_pattern_is_none_is_invalid_as_a_whole() {
        assertThatThrownBy(() -> filter(rule("a", Outcome.DROP), rule("(?=a)", Outcome.DROP)))
                .isInstanceOfSatisfying(InvalidMessage.class, fault -> {
                    assertThat(fault.code()).isEqualTo(ErrorCode.INVALID_JSON);
                    assertThat(fault.pointer()).isEqualTo("/rules/1/match");
                });
    }

    @Test
    void D168_the_patterns_of_a_filter_make_10000_instructions_and_no_more() {
        FilterRule large = rule("a{998}", Outcome.DROP);

        assertThat(EventFilter.compile(Collections.nCopies(10, large), LIMITS, "/rules")
                        .source())
                .hasSize(10);
        assertThatThrownBy(() -> EventFilter.compile(Collections.nCopies(11, large), LIMITS, "/rules"))
                .isInstanceOfSatisfying(
                        InvalidMessage.class,
                        fault -> assertThat(fault.pointer()).isEqualTo("/rules/10/match"));
    }
}
