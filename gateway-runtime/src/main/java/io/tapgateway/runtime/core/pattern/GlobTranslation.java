package io.tapgateway.runtime.core.pattern;

import io.tapgateway.protocol.model.InvalidMessage;

/** Turns one glob into a regular expression. Confined to one glob. */
final class GlobTranslation {
    private static final String SPECIAL = "\\.+*?()|[]{}^$";

    private final String glob;
    private final StringBuilder out = new StringBuilder("(?s)\\A");
    private int at;
    private int braces;

    GlobTranslation(String glob) {
        this.glob = glob;
    }

    /** @throws InvalidMessage if it is no glob */
    String expression() {
        if (glob.isEmpty()) {
            throw invalid("it is empty");
        }
        while (at < glob.length()) {
            char character = glob.charAt(at++);
            switch (character) {
                case '*' -> stars();
                case '?' -> out.append("[^/]");
                case '[' -> set();
                case '{' -> {
                    braces++;
                    out.append("(?:");
                }
                case '}' -> {
                    if (--braces < 0) {
                        throw invalid("a } has no {");
                    }
                    out.append(')');
                }
                case ',' -> out.append(braces > 0 ? "|" : ",");
                case '\\' -> throw invalid("components are separated by /, and there is no escape character");
                default -> literal(character);
            }
        }
        if (braces > 0) {
            throw invalid("a { has no }");
        }
        return out.append("\\z").toString();
    }

    /** Two stars and a slash, at the beginning of a component, also stand for no component at all. */
    private void stars() {
        boolean first = at == 1 || "/{,".indexOf(glob.charAt(at - 2)) >= 0;
        if (!take('*')) {
            out.append("[^/]*");
        } else if (first && take('/')) {
            out.append("(?:.*/)?");
        } else {
            while (take('*')) {
                // Three stars are two.
            }
            out.append(".*");
        }
    }

    private void set() {
        boolean negated = take('!') || take('^');
        out.append(negated ? "[^/" : "[");
        int start = at;
        boolean empty = true;
        while (at == start || (at < glob.length() && glob.charAt(at) != ']')) {
            empty &= !range(negated);
        }
        if (!take(']')) {
            throw invalid("a [ has no ]");
        }
        if (empty && !negated) {
            throw invalid("a [ ] has nothing in it but /, which it never matches");
        }
        out.append(']');
    }

    /** Writes one range without the slash in it; false if nothing was left. */
    private boolean range(boolean negated) {
        int first = nextInSet();
        int last = first;
        if (glob.startsWith("-", at) && !glob.startsWith("-]", at)) {
            at++;
            last = nextInSet();
            if (last < first) {
                throw invalid("a range in [ ] runs backwards");
            }
        }
        if (negated || first > '/' || last < '/') {
            return range(first, last);
        }
        boolean before = range(first, '/' - 1);
        boolean behind = range('/' + 1, last);
        return before || behind;
    }

    private boolean range(int first, int last) {
        if (first <= last) {
            out.append(String.format("\\x{%x}-\\x{%x}", first, last));
        }
        return first <= last;
    }

    private int nextInSet() {
        if (at >= glob.length()) {
            throw invalid("a [ has no ]");
        }
        int character = glob.codePointAt(at);
        at += Character.charCount(character);
        if (character == '\\') {
            throw invalid("components are separated by /, and there is no escape character");
        }
        return character;
    }

    private void literal(char character) {
        if (SPECIAL.indexOf(character) >= 0) {
            out.append('\\');
        }
        out.append(character);
    }

    private boolean take(char character) {
        boolean there = at < glob.length() && glob.charAt(at) == character;
        if (there) {
            at++;
        }
        return there;
    }

    private static InvalidMessage invalid(String reason) {
        return InvalidMessage.at("", "no glob: " + reason);
    }
}
