package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.runtime.core.pattern.Finding;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.pattern.PathGlob;
import io.tapgateway.runtime.core.pattern.TextPattern;
import java.util.Optional;
import java.util.function.BiFunction;

/** One rule with its patterns compiled. Immutable. */
record CompiledRule(HookRule rule, Optional<TextPattern> args, Optional<PathGlob> file) {
    static final String ANY_TOOL = "*";

    /** @throws InvalidMessage if one of its patterns is none; with a pointer into the rule */
    static CompiledRule of(HookRule rule, Limits limits) {
        Match match = rule.match();
        return new CompiledRule(
                rule,
                compiled("/match/args", match.args(), TextPattern::compile, limits),
                compiled("/match/file", match.file(), PathGlob::compile, limits));
    }

    private static <T> Optional<T> compiled(
            String pointer, Optional<String> source, BiFunction<String, Limits, T> compiler, Limits limits) {
        try {
            return source.map(it -> compiler.apply(it, limits));
        } catch (InvalidMessage fault) {
            throw fault.under(pointer);
        }
    }

    /** How large its patterns are together. */
    int size() {
        return args.map(TextPattern::size).orElse(0) + file.map(PathGlob::size).orElse(0);
    }

    /** Whether the arguments of a call are what it looks for; tool and provider have been compared. */
    Finding find(ToolUse use, MatchBudget budget) {
        try {
            Finding found = file.map(glob -> findPath(glob, use, budget)).orElse(Finding.MATCH);
            if (found == Finding.NO_MATCH || args.isEmpty()) {
                return found;
            }
            Finding foundText = findText(args.get(), use, budget);
            return foundText == Finding.MATCH ? found : foundText;
        } catch (RuntimeException fault) {
            return Finding.EXHAUSTED;
        }
    }

    private static Finding findText(TextPattern pattern, ToolUse use, MatchBudget budget) {
        return use.text().map(text -> pattern.search(text, budget)).orElse(Finding.EXHAUSTED);
    }

    private static Finding findPath(PathGlob glob, ToolUse use, MatchBudget budget) {
        PathArguments paths = use.paths();
        Finding found = paths.unreadable() ? Finding.EXHAUSTED : Finding.NO_MATCH;
        for (String path : paths.paths()) {
            Finding one = glob.matches(path, budget);
            if (one == Finding.MATCH) {
                return one;
            }
            found = one == Finding.EXHAUSTED ? one : found;
        }
        return found;
    }
}
