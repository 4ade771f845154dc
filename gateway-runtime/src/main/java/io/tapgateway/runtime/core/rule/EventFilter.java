package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.pattern.Finding;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.pattern.TextPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The filter of one stream: the first rule that matches an event decides what becomes of it (D-202). Immutable. */
public final class EventFilter {
    private record Rule(TextPattern pattern, FilterRule.Outcome outcome) {}

    /**
     * What a filter says of an event.
     *
     * @param outcome empty if it says nothing
     * @param unfinished the places of rules that could not be decided and were skipped
     */
    public record Decision(Optional<FilterRule.Outcome> outcome, List<Integer> unfinished) {}

    private final List<FilterRule> source;
    private final List<Rule> rules;
    private final int mostBytes;

    private EventFilter(List<FilterRule> source, List<Rule> rules, int mostBytes) {
        this.source = source;
        this.rules = rules;
        this.mostBytes = mostBytes;
    }

    /**
     * Compiles a filter.
     *
     * @param pointer where its rules stand in the message
     * @throws InvalidMessage if there are too many rules (D-107), or a pattern is none or too large (D-168)
     */
    public static EventFilter compile(List<FilterRule> source, Limits limits, String pointer) {
        int most = limits.get(Limit.FILTER_RULES);
        if (source.size() > most) {
            throw InvalidMessage.tooLarge(pointer, "more than " + most + " rules");
        }
        PatternSizes sizes = new PatternSizes(limits);
        List<Rule> rules = new ArrayList<>();
        for (FilterRule rule : source) {
            try {
                TextPattern pattern = TextPattern.compile(rule.match(), limits);
                sizes.add(pattern.size());
                rules.add(new Rule(pattern, rule.outcome()));
            } catch (InvalidMessage fault) {
                throw fault.under(pointer + "/" + rules.size() + "/match");
            }
        }
        return new EventFilter(List.copyOf(source), rules, limits.get(Limit.MATCH_INPUT));
    }

    /** The rules as they came. */
    public List<FilterRule> source() {
        return source;
    }

    /** Whether it has no rules, and so never says anything. */
    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /**
     * What becomes of an event. An event that a rule could not be tried on is kept, unless another rule decides
     * (D-169).
     */
    public Decision decide(String event, MatchBudget budget) {
        List<Integer> unfinished = new ArrayList<>();
        boolean searchable = Utf8.fits(event, mostBytes);
        for (int i = 0; i < rules.size(); i++) {
            Finding finding = searchable ? rules.get(i).pattern.search(event, budget) : Finding.EXHAUSTED;
            if (finding == Finding.MATCH) {
                return new Decision(Optional.of(rules.get(i).outcome), List.copyOf(unfinished));
            }
            if (finding == Finding.EXHAUSTED) {
                unfinished.add(i);
            }
        }
        Optional<FilterRule.Outcome> none =
                unfinished.isEmpty() ? Optional.empty() : Optional.of(FilterRule.Outcome.KEEP);
        return new Decision(none, List.copyOf(unfinished));
    }
}
