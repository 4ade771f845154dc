package io.tapgateway.workspace.model;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.tapgateway.workspace.limits.WorkspaceLimits;

/**
 * A pattern of paths: <code>*</code> and <code>?</code> stay within a component, <code>**</code> does not,
 * <code>[a-z]</code>, <code>[!a-z]</code> and <code>{a,b}</code>; without a slash it is about the last component
 * (F-018). It takes time in proportion to the path. Immutable.
 */
public final class Glob {
    private static final String REGULAR = "\\.^$|()+";

    private final Pattern pattern;
    private final boolean wholePath;

    private Glob(Pattern pattern, boolean wholePath) {
        this.pattern = pattern;
        this.wholePath = wholePath;
    }

    /**
     * Compiles a pattern.
     *
     * @throws IllegalArgumentException if it is none; the message is a sentence
     */
    public static Glob of(String source) {
        return of(source, source.indexOf('/', source.startsWith("./") ? 2 : 0) >= 0);
    }

    /** The same, always about the whole path. */
    static Glob ofWhole(String source) {
        return of(source, true);
    }

    private static Glob of(String source, boolean wholePath) {
        String glob = source.startsWith("./") ? source.substring(2) : source;
        if (glob.isEmpty() || glob.length() > WorkspaceLimits.PATTERN_CHARACTERS) {
            throw new IllegalArgumentException(
                    "A pattern has 1 to " + WorkspaceLimits.PATTERN_CHARACTERS + " characters.");
        }
        try {
            return new Glob(Pattern.compile(expression(glob)), wholePath);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("The pattern cannot be read; are its brackets closed?", e);
        }
    }

    /** Whether a path below the directory matches; its components are separated by {@code /}. */
    public boolean matches(String path) {
        return pattern.matches(wholePath ? path : path.substring(path.lastIndexOf('/') + 1));
    }

    private static String expression(String glob) {
        StringBuilder out = new StringBuilder("(?s)");
        int braces = 0;
        int at = 0;
        while (at < glob.length()) {
            char each = glob.charAt(at);
            if (glob.startsWith("**/", at) && (at == 0 || glob.charAt(at - 1) == '/')) {
                out.append("(?:.*/)?");
                at += 2;
            } else if (glob.startsWith("**", at)) {
                out.append(".*");
                at++;
            } else if (each == '*') {
                out.append("[^/]*");
            } else if (each == '?') {
                out.append("[^/]");
            } else if (each == '[') {
                boolean not = at + 1 < glob.length() && glob.charAt(at + 1) == '!';
                out.append(not ? "[^/" : "[");
                at += not ? 1 : 0;
                int end = glob.indexOf(']', at + 2);
                if (end < 0) {
                    throw new IllegalArgumentException("The pattern cannot be read; are its brackets closed?");
                }
                out.append(glob.substring(at + 1, end)
                                .replace("\\", "\\\\")
                                .replace("[", "\\[")
                                .replace("^", "\\^"))
                        .append(']');
                at = end;
            } else if (each == '{') {
                braces++;
                out.append("(?:");
            } else if (each == '}' && braces > 0) {
                braces--;
                out.append(')');
            } else if (each == ',' && braces > 0) {
                out.append('|');
            } else if (REGULAR.indexOf(each) >= 0) {
                out.append('\\').append(each);
            } else {
                out.append(each == ']' || each == '}' ? "\\" + each : String.valueOf(each));
            }
            at++;
        }
        return out.toString();
    }
}
