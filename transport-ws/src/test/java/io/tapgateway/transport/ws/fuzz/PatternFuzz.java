package io.tapgateway.transport.ws.fuzz;

import com.google.re2j.Pattern;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.pattern.Finding;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.pattern.PathGlob;
import io.tapgateway.runtime.core.pattern.TextPattern;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Any pattern is refused or compiled, never an exception, and any search ends (D-168 to D-170). What is not exhausted
 * is what the library says without any budget; and a search never reads more than it may. The input is a pattern, a
 * line feed and a text.
 */
public final class PatternFuzz {
    private static final Limits LIMITS = Limits.standard();

    private PatternFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String both = new String(input, StandardCharsets.UTF_8);
        int end = both.indexOf('\n');
        String source = end < 0 ? both : both.substring(0, end);
        String text = end < 0 ? both : both.substring(end + 1);
        compiled(source).ifPresent(pattern -> search(pattern, text));
        glob(source).ifPresent(glob -> require(glob, text));
    }

    private static void search(TextPattern pattern, String text) {
        MatchBudget budget = budget();
        Finding found = pattern.search(text, budget);
        if (found != Finding.EXHAUSTED) {
            boolean matches = Pattern.compile(pattern.toString()).matcher(text).find();
            Checks.require(matches == (found == Finding.MATCH), "not what the library says");
            Checks.require(pattern.search(text, budget()) == found, "another answer the second time");
        }
    }

    private static void require(PathGlob glob, String path) {
        Finding found = glob.matches(path, budget());
        if (found != Finding.EXHAUSTED) {
            Checks.require(glob.matches(path, budget()) == found, "another answer the second time");
        }
    }

    private static Optional<TextPattern> compiled(String source) {
        try {
            return Optional.of(TextPattern.compile(source, LIMITS));
        } catch (InvalidMessage refused) {
            return Optional.empty();
        }
    }

    private static Optional<PathGlob> glob(String source) {
        try {
            return Optional.of(PathGlob.compile(source, LIMITS));
        } catch (InvalidMessage refused) {
            return Optional.empty();
        }
    }

    private static MatchBudget budget() {
        return new MatchBudget(LIMITS, () -> 0L);
    }
}
