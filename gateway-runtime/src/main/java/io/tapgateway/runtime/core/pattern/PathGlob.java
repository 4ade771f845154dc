package io.tapgateway.runtime.core.pattern;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;

/**
 * A glob over paths (D-166): <code>*</code> and <code>?</code> stay within a component, <code>**</code> does not,
 * <code>[a-z]</code>, <code>[!a-z]</code> and <code>{a,b}</code>; without a slash it is about the last component.
 * Immutable.
 *
 * <p>It becomes a regular expression, so that it takes time in proportion to the path like any other pattern.
 */
public final class PathGlob {
    private final TextPattern pattern;
    private final boolean wholePath;

    private PathGlob(TextPattern pattern, boolean wholePath) {
        this.pattern = pattern;
        this.wholePath = wholePath;
    }

    /**
     * Compiles a glob.
     *
     * @throws InvalidMessage without a pointer, if it is none or goes beyond a limit
     */
    public static PathGlob compile(String source, Limits limits) {
        if (source.length() > limits.get(Limit.PATTERN)) {
            throw TextPattern.tooLong(limits);
        }
        String glob = source;
        while (glob.startsWith("./")) {
            glob = glob.substring(2);
        }
        String expression = new GlobTranslation(glob).expression();
        return new PathGlob(TextPattern.compileOfAnyLength(expression, limits), glob.indexOf('/') >= 0);
    }

    /** How large it is; see {@link TextPattern#size()}. */
    public int size() {
        return pattern.size();
    }

    /** Whether it matches a normalised path. */
    public Finding matches(String path, MatchBudget budget) {
        return pattern.search(wholePath ? path : path.substring(path.lastIndexOf('/') + 1), budget);
    }

    @Override
    public String toString() {
        return pattern.toString();
    }
}
