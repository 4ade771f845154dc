package io.tapgateway.app.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where tables and keys of a TOML file begin, as far as adding to it needs that (G-041). Immutable. */
final class TomlOutline {
    private final String text;
    private final String newline;
    private final List<Line> lines = new ArrayList<>();

    /**
     * Something that begins on a line of its own.
     *
     * @param name of a table, or of a key with that of its table
     */
    private record Line(int start, int end, boolean isTable, String name) {}

    private TomlOutline(String text) {
        this.text = text;
        this.newline = text.contains("\r\n") ? "\r\n" : "\n";
    }

    static TomlOutline read(String text) throws Unreadable {
        TomlOutline outline = new TomlOutline(text);
        outline.scan();
        return outline;
    }

    /** Whether there is a table or key of that name, or below it. */
    boolean has(String name) {
        return lines.stream().anyMatch(it -> it.name().equals(name) || it.name().startsWith(name + "."));
    }

    /** What is written after a key, whose name has the names of its tables before it; without what follows it there. */
    Optional<String> value(String name) {
        return lines.stream()
                .filter(it -> !it.isTable() && it.name().equals(name(name)))
                .map(it -> text.substring(it.start(), it.end()))
                .map(it -> it.substring(it.indexOf('=') + 1)
                        .replaceFirst("\\s#.*", "")
                        .strip())
                .findFirst();
    }

    /**
     * Where a key belongs: into its table, at the end of the file where there is none. Nothing, if it is there.
     *
     * @throws Unreadable if the table is written inside a line
     */
    Optional<Insertion> key(String table, String key, String value) throws Unreadable {
        if (has(table + "." + key)) {
            return Optional.empty();
        }
        String line = key + " = " + value;
        for (Line each : lines) {
            if (each.isTable() && each.name().equals(table)) {
                return Optional.of(new Insertion(each.end(), newline + line));
            }
            if (!each.isTable() && each.name().equals(table)) {
                throw new Unreadable(text, each.start(), "write '" + table + "' as a table, [" + table + "]");
            }
        }
        return lines.stream()
                .filter(it -> !it.isTable() && it.name().startsWith(table + "."))
                .findFirst()
                .map(it -> new Insertion(it.start(), table + "." + line + newline))
                .or(() -> Optional.of(table(table, List.of(line))));
    }

    /** A table at the end. */
    Insertion table(String name, List<String> keys) {
        boolean isBlank = text.isBlank();
        String gap = isBlank ? "" : text.endsWith("\n") ? newline : newline + newline;
        return new Insertion(text.length(), gap + "[" + name + "]" + newline + String.join(newline, keys) + newline);
    }

    /** Whether the text that follows belongs to the table before it. */
    static boolean belongsToTableBefore(String rest) {
        return rest.lines()
                .map(String::strip)
                .filter(it -> !it.isEmpty() && !it.startsWith("#"))
                .findFirst()
                .filter(it -> !it.startsWith("["))
                .isPresent();
    }

    private void scan() throws Unreadable {
        String table = "";
        int at = text.startsWith("\uFEFF") ? 1 : 0;
        while (at < text.length()) {
            int start = at;
            int first = at;
            while (first < text.length() && " \t".indexOf(text.charAt(first)) >= 0) {
                first++;
            }
            int end = endOfStatement(first);
            String statement = text.substring(first, end);
            if (statement.startsWith("[")) {
                int close = statement.lastIndexOf(']', statement.contains("#") ? statement.indexOf('#') : end);
                if (close < 0) {
                    throw new Unreadable(text, first, "this table has no ']'");
                }
                table = name(statement.substring(0, close));
                lines.add(new Line(start, end, true, table));
            } else if (!statement.isBlank() && !statement.startsWith("#")) {
                int equals = statement.indexOf('=');
                if (equals < 0) {
                    throw new Unreadable(text, first, "'name = value' or a table is expected");
                }
                String key = name(statement.substring(0, equals));
                lines.add(new Line(start, end, false, table.isEmpty() ? key : table + "." + key));
            }
            at = text.startsWith("\r\n", end) ? end + 2 : end + 1;
        }
    }

    private static String name(String written) {
        return written.replaceAll("[\\[\\]\"'\\s]", "");
    }

    /** The end of the line, or of the line in which a value of several lines ends. */
    private int endOfStatement(int start) throws Unreadable {
        boolean isTable = text.startsWith("[", start);
        int depth = 0;
        int at = start;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"' || c == '\'') {
                at = endOfText(at);
                continue;
            }
            if (c == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
                continue;
            }
            if (c == '\n' && (depth <= 0 || isTable)) {
                return at > start && text.charAt(at - 1) == '\r' ? at - 1 : at;
            }
            depth += "[{".indexOf(c) >= 0 ? 1 : "]}".indexOf(c) >= 0 ? -1 : 0;
            at++;
        }
        if (depth > 0) {
            throw new Unreadable(text, start, "what begins here has no end");
        }
        return at;
    }

    private int endOfText(int start) throws Unreadable {
        String quote = text.substring(start, start + 1);
        String triple = quote.repeat(3);
        boolean isLong = text.startsWith(triple, start);
        String close = isLong ? triple : quote;
        int at = start + close.length();
        while (at < text.length() && !text.startsWith(close, at)) {
            if (!isLong && text.charAt(at) == '\n') {
                break;
            }
            at += quote.equals("\"") && text.charAt(at) == '\\' ? 2 : 1;
        }
        if (!text.startsWith(close, at)) {
            throw new Unreadable(text, start, "this text has no end");
        }
        return at + close.length();
    }
}
