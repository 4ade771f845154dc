package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.pattern.Finding;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The {@code onPreToolUse} rules of one provider, in its order, compiled. Immutable, and may be shared between
 * sessions.
 */
public final class RuleSet {
    /** No rules. */
    public static final RuleSet NONE = new RuleSet(List.of(), List.of());

    /**
     * A rule that matches a call, or that nobody can say it of.
     *
     * @param index its place in the provider's list
     */
    record Hit(int index, HookRule rule, Finding finding) {
        boolean isUnfinished() {
            return finding == Finding.EXHAUSTED;
        }
    }

    private final List<HookRule> rules;
    private final List<RuleBlock> blocks;

    private RuleSet(List<HookRule> rules, List<RuleBlock> blocks) {
        this.rules = rules;
        this.blocks = blocks;
    }

    /**
     * Compiles rules, all of them or none.
     *
     * @param pointer where the list stands in the message that brought it, such as {@code /hooks/onPreToolUse}
     * @throws InvalidMessage if there are too many rules (D-178), or if a pattern is none or too large (D-166, D-168);
     *     with a pointer to what is wrong
     */
    public static RuleSet compile(List<HookRule> rules, Limits limits, String pointer) {
        if (rules.isEmpty()) {
            return NONE;
        }
        int most = limits.get(Limit.HOOK_RULES_PER_PROVIDER);
        if (rules.size() > most) {
            throw InvalidMessage.tooLarge(pointer, "more than " + most + " rules");
        }
        PatternSizes sizes = new PatternSizes(limits);
        List<CompiledRule> compiled = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            try {
                HookRule rule = rules.get(i).accept(new Trimmed(limits));
                compiled.add(CompiledRule.of(rule, limits));
                sizes.add(compiled.get(i).size());
            } catch (InvalidMessage fault) {
                throw fault.under(pointer + "/" + i);
            }
        }
        List<RuleBlock> blocks = new ArrayList<>();
        for (int from = 0; from < compiled.size(); from += RuleBlock.MOST_RULES) {
            int to = Math.min(from + RuleBlock.MOST_RULES, compiled.size());
            blocks.add(new RuleBlock(compiled.subList(from, to)));
        }
        return new RuleSet(List.copyOf(rules), List.copyOf(blocks));
    }

    /** The rules as they came. */
    public List<HookRule> rules() {
        return rules;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /** The rules that match a call, and those of which it cannot be said. */
    List<Hit> hits(ToolUse use, MatchBudget budget) {
        List<Hit> hits = new ArrayList<>();
        for (int block = 0; block < blocks.size(); block++) {
            RuleBlock rulesOfBlock = blocks.get(block);
            for (long left = rulesOfBlock.candidates(use); left != 0; left &= left - 1) {
                int index = Long.numberOfTrailingZeros(left);
                CompiledRule rule = rulesOfBlock.rule(index);
                Finding finding = rule.find(use, budget);
                if (finding != Finding.NO_MATCH) {
                    hits.add(new Hit(block * RuleBlock.MOST_RULES + index, rule.rule(), finding));
                }
            }
        }
        return hits;
    }

    /** Makes texts fit to be shown, and no longer than a rule's may be (D-174). */
    private record Trimmed(Limits limits) implements HookRule.Visitor<HookRule> {
        @Override
        public HookRule onDeny(HookRule.Deny deny) {
            Optional<String> reason = deny.reason().map(this::trim).filter(it -> !it.isBlank());
            return new HookRule.Deny(deny.match(), reason);
        }

        @Override
        public HookRule onContext(HookRule.Context context) {
            return new HookRule.Context(context.match(), trim(context.content()));
        }

        @Override
        public HookRule onGate(HookRule.Gate gate) {
            return gate;
        }

        @Override
        public HookRule onAsk(HookRule.Ask ask) {
            Optional<String> reason = ask.reason().map(this::trim).filter(it -> !it.isBlank());
            return new HookRule.Ask(ask.match(), reason);
        }

        private String trim(String text) {
            return Utf8.cut(DisplayText.block(text, text.length() + 1), limits.get(Limit.RULE_CONTENT));
        }
    }
}
