package io.tapgateway.runtime.filter;

import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.rule.EventFilter;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Rules about events, of which the first that matches decides, exactly as the gateway applies them to a stream: same
 * syntax, same limits, same bounds on the time it takes (D-107, D-168 – D-170, D-202). Immutable and thread-safe.
 */
public final class StreamFilter {
    /** Without any rules. */
    public static final StreamFilter NONE = of(List.of());

    private final EventFilter filter;

    private StreamFilter(EventFilter filter) {
        this.filter = filter;
    }

    /**
     * The filter of these rules.
     *
     * @throws InvalidMessage if there are too many rules, or one has no pattern in RE2 syntax or too large a one
     */
    public static StreamFilter of(List<FilterRule> rules) {
        return new StreamFilter(EventFilter.compile(rules, Limits.standard(), ""));
    }

    /** The rules as they came. */
    public List<FilterRule> rules() {
        return filter.source();
    }

    /**
     * What becomes of an event; empty if no rule says.
     *
     * @param stopwatch monotonic time in nanoseconds; only looked at where a search has read so much that it may have
     *     taken long
     */
    public Optional<FilterRule.Outcome> decide(String event, LongSupplier stopwatch) {
        return filter.decide(event, MatchBudget.forEvent(Limits.standard(), stopwatch::getAsLong))
                .outcome();
    }
}
