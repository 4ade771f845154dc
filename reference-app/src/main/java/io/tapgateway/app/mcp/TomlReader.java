package io.tapgateway.app.mcp;

import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads TOML as JSON, as far as configurations of agents have it: tables, dotted keys, texts, whole numbers, truth
 * values, lists and tables inside a line. What else stands after a key, as a date, is a text. Confined to one thread.
 */
final class TomlReader {
    private static final int DEEPEST = 32;

    private final String text;
    private int at;

    /** A text that is no such file. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        private final int line;

        private Unreadable(String text, int at, String reason) {
            super(reason);
            this.line = (int) text.substring(0, Math.min(at, text.length()))
                            .chars()
                            .filter(c -> c == '\n')
                            .count()
                    + 1;
        }

        /** In which line. */
        int line() {
            return line;
        }
    }

    private TomlReader(String text) {
        this.text = text;
        this.at = text.startsWith("\uFEFF") ? 1 : 0;
    }

    /**
     * The whole file, an object.
     *
     * @throws Unreadable if something in it cannot be read
     */
    static JsonValue read(String text) throws Unreadable {
        return new TomlReader(text.replace("\r\n", "\n")).file();
    }

    private JsonValue file() throws Unreadable {
        Map<String, Object> root = new LinkedHashMap<>();
        Map<String, Object> table = root;
        for (skipLines(); at < text.length(); skipLines()) {
            if (text.charAt(at) == '[') {
                table = header(root);
            } else {
                assignment(table, 0);
            }
            requireEndOfLine();
        }
        try {
            return JsonValue.of(root);
        } catch (IllegalArgumentException e) {
            throw unreadable("there are too many levels");
        }
    }

    /** A table, or one more of a list of tables, of which the newest counts. */
    private Map<String, Object> header(Map<String, Object> root) throws Unreadable {
        boolean isList = text.startsWith("[[", at);
        at += isList ? 2 : 1;
        List<String> names = names();
        require(isList ? "]]" : "]");
        return isList ? listed(root, names) : table(root, names);
    }

    private Map<String, Object> listed(Map<String, Object> root, List<String> names) throws Unreadable {
        Map<String, Object> parent = table(root, names.subList(0, names.size() - 1));
        Map<String, Object> added = new LinkedHashMap<>();
        parent.put(names.get(names.size() - 1), added);
        return added;
    }

    private Map<String, Object> table(Map<String, Object> from, List<String> names) throws Unreadable {
        Map<String, Object> table = from;
        for (String name : names) {
            Object inside = table.computeIfAbsent(name, it -> new LinkedHashMap<String, Object>());
            table = asTable(inside);
        }
        return table;
    }

    @SuppressWarnings("unchecked") // Maps in here are tables, which only this class makes.
    private Map<String, Object> asTable(Object value) throws Unreadable {
        if (value instanceof Map) {
            return (Map<String, Object>) value;
        }
        throw unreadable("something else has this name already");
    }

    private void assignment(Map<String, Object> table, int depth) throws Unreadable {
        List<String> names = names();
        require("=");
        Object value = value(depth);
        Map<String, Object> inside = table(table, names.subList(0, names.size() - 1));
        if (inside.putIfAbsent(names.get(names.size() - 1), value) != null) {
            throw unreadable("this name is there twice");
        }
    }

    private List<String> names() throws Unreadable {
        List<String> names = new ArrayList<>();
        do {
            skipBlanks();
            names.add(name());
            skipBlanks();
        } while (took("."));
        return names;
    }

    private String name() throws Unreadable {
        if (at < text.length() && "\"'".indexOf(text.charAt(at)) >= 0) {
            return text();
        }
        String bare = bare("[A-Za-z0-9_-]");
        if (bare.isEmpty()) {
            throw unreadable("a name is expected");
        }
        return bare;
    }

    private Object value(int depth) throws Unreadable {
        skipBlanks();
        char first = at < text.length() ? text.charAt(at) : '\n';
        if (depth > DEEPEST) {
            throw unreadable("there are more than " + DEEPEST + " levels");
        }
        return switch (first) {
            case '"', '\'' -> text();
            case '[' -> list(depth + 1);
            case '{' -> inline(depth + 1);
            default -> word();
        };
    }

    private Object word() throws Unreadable {
        String word = bare("[^\\s,\\]}#]");
        if (word.isEmpty()) {
            throw unreadable("a value is expected");
        }
        if (word.equals("true") || word.equals("false")) {
            return word.equals("true");
        }
        String digits = word.replace("_", "");
        return digits.matches("[+-]?[0-9]{1,18}") ? (Object) Long.valueOf(digits) : word;
    }

    private List<Object> list(int depth) throws Unreadable {
        List<Object> all = new ArrayList<>();
        require("[");
        for (skipLines(); !took("]"); skipLines()) {
            all.add(value(depth));
            skipLines();
            if (!took(",")) {
                skipLines();
                require("]");
                break;
            }
        }
        return all;
    }

    private Map<String, Object> inline(int depth) throws Unreadable {
        Map<String, Object> all = new LinkedHashMap<>();
        require("{");
        for (skipLines(); !took("}"); skipLines()) {
            assignment(all, depth);
            skipLines();
            if (!took(",")) {
                skipLines();
                require("}");
                break;
            }
        }
        return all;
    }

    private String text() throws Unreadable {
        String quote = text.substring(at, at + 1);
        boolean isLong = text.startsWith(quote.repeat(3), at);
        String close = isLong ? quote.repeat(3) : quote;
        at += close.length();
        if (isLong && text.startsWith("\n", at)) {
            at++;
        }
        StringBuilder said = new StringBuilder();
        while (!text.startsWith(close, at)) {
            if (at >= text.length() || (!isLong && text.charAt(at) == '\n')) {
                throw unreadable("a text has no end");
            }
            if (quote.equals("\"") && text.charAt(at) == '\\') {
                escape(said);
            } else {
                said.append(text.charAt(at));
                at++;
            }
        }
        at += close.length();
        return said.toString();
    }

    private void escape(StringBuilder said) throws Unreadable {
        char kind = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        at += 2;
        switch (kind) {
            case 'b' -> said.append('\b');
            case 't' -> said.append('\t');
            case 'n' -> said.append('\n');
            case 'f' -> said.append('\f');
            case 'r' -> said.append('\r');
            case '"', '\\' -> said.append(kind);
            case 'u' -> said.appendCodePoint(codePoint(4));
            case 'U' -> said.appendCodePoint(codePoint(8));
            // A line that is only broken for the eye.
            case '\n' -> skipLines();
            default -> throw unreadable("'\\" + kind + "' means nothing");
        }
    }

    private int codePoint(int digits) throws Unreadable {
        String hex = text.substring(at, Math.min(text.length(), at + digits));
        if (!hex.matches("[0-9A-Fa-f]{" + digits + "}")
                || !Character.isValidCodePoint(Integer.parseUnsignedInt(hex, 16))) {
            throw unreadable("'\\u" + hex + "' is no character");
        }
        at += digits;
        return Integer.parseInt(hex, 16);
    }

    private String bare(String characters) {
        int start = at;
        while (at < text.length() && text.substring(at, at + 1).matches(characters)) {
            at++;
        }
        return text.substring(start, at);
    }

    private void skipBlanks() {
        while (at < text.length() && " \t".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    /** Skips blanks, ends of lines, and comments. */
    private void skipLines() {
        while (at < text.length() && " \t\n#".indexOf(text.charAt(at)) >= 0) {
            if (text.charAt(at) == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else {
                at++;
            }
        }
    }

    private void requireEndOfLine() throws Unreadable {
        skipBlanks();
        if (at < text.length() && "\n#".indexOf(text.charAt(at)) < 0) {
            throw unreadable("the line has more than a name and its value");
        }
    }

    private boolean took(String wanted) {
        boolean there = text.startsWith(wanted, at);
        at += there ? wanted.length() : 0;
        return there;
    }

    private void require(String wanted) throws Unreadable {
        skipBlanks();
        if (!took(wanted)) {
            throw unreadable("'" + wanted + "' is expected");
        }
    }

    private Unreadable unreadable(String reason) {
        return new Unreadable(text, at, reason);
    }
}
