package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.core.pattern.LiteralScan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Up to 64 rules, sorted so that most of those that do not concern a call are passed over together: each set of them is
 * the bits of one number. Immutable.
 */
final class RuleBlock {
    static final int MOST_RULES = LiteralScan.MOST_PATTERNS;

    private final List<CompiledRule> rules;
    private final Map<String, Long> byTool = new HashMap<>();
    private final Map<String, Long> byProvider = new HashMap<>();
    private final LiteralScan scan;
    private long anyTool;
    private long anyProvider;
    private long withFile;

    RuleBlock(List<CompiledRule> rules) {
        this.rules = List.copyOf(rules);
        this.scan = LiteralScan.of(rules.stream().map(CompiledRule::args).toList());
        for (int i = 0; i < rules.size(); i++) {
            sort(rules.get(i).rule().match(), 1L << i);
        }
    }

    private void sort(Match match, long bit) {
        Optional<String> tool = match.tool().filter(name -> !name.equals(CompiledRule.ANY_TOOL));
        Optional<String> provider = match.provider().map(ProviderName::folded);
        tool.ifPresentOrElse(name -> byTool.merge(name, bit, (a, b) -> a | b), () -> anyTool |= bit);
        provider.ifPresentOrElse(name -> byProvider.merge(name, bit, (a, b) -> a | b), () -> anyProvider |= bit);
        withFile |= match.file().isPresent() ? bit : 0;
    }

    CompiledRule rule(int index) {
        return rules.get(index);
    }

    /** The rules that are left when only their patterns are to be tried. */
    long candidates(ToolUse use) {
        long bits = anyTool | byTool.getOrDefault(use.tool(), 0L);
        bits &= anyProvider | (byProvider.isEmpty() ? 0L : byProvider.getOrDefault(use.foldedProvider(), 0L));
        if ((bits & withFile) != 0 && use.paths().isEmpty()) {
            bits &= ~withFile;
        }
        if (scan.isPointless(bits)) {
            return bits;
        }
        long left = bits;
        return use.text().map(text -> left & scan.candidates(text)).orElse(left);
    }
}
