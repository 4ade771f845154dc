package io.tapgateway.app.connect;

import io.tapgateway.app.connect.ConfigNode.Member;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads JSON as people write it, with comments and trailing commas, and knows where everything is (G-041). Confined to
 * the thread that reads.
 */
final class TolerantJson {
    /** Levels of a file. */
    static final int MAX_DEPTH = 128;

    private final String text;
    private int at;

    private TolerantJson(String text) {
        this.text = text;
        this.at = text.startsWith("\uFEFF") ? 1 : 0;
    }

    /**
     * The object that a text is.
     *
     * @throws Unreadable if it is none
     */
    static ConfigNode read(String text) throws Unreadable {
        TolerantJson reader = new TolerantJson(text);
        reader.skip();
        ConfigNode root = reader.value(0);
        reader.skip();
        if (reader.at < text.length()) {
            throw reader.wrong("there is more after the end of the object");
        }
        if (root.kind() != ConfigNode.OBJECT) {
            throw new Unreadable(text, root.start(), "this has to be an object");
        }
        return root;
    }

    /**
     * Where a member or element belongs: at the beginning of its object or array, with the objects that are missing on
     * the way. Nothing, if it is there.
     *
     * @param path names of objects; the last one is that of the member, or of the array if {@code isElement}
     * @param value JSON of one line
     * @throws Unreadable if something on the way is no object or array
     */
    static Optional<Insertion> insertion(String text, List<String> path, boolean isElement, String value)
            throws Unreadable {
        ConfigNode parent = read(text);
        for (int i = 0; i < path.size(); i++) {
            boolean isLast = i == path.size() - 1;
            Optional<ConfigNode> next = parent.get(path.get(i));
            if (next.isEmpty()) {
                return Optional.of(begin(text, parent, missing(path.subList(i, path.size()), isElement, value)));
            }
            if (isLast && !isElement) {
                return Optional.empty();
            }
            parent = next.get();
            if (parent.kind() != (isLast ? ConfigNode.ARRAY : ConfigNode.OBJECT)) {
                throw new Unreadable(
                        text, parent.start(), "'" + path.get(i) + "' has to be an " + (isLast ? "array" : "object"));
            }
        }
        boolean isThere = parent.members().stream()
                .anyMatch(it ->
                        text.substring(it.value().start(), it.value().end()).equals(value));
        return isThere ? Optional.empty() : Optional.of(begin(text, parent, value));
    }

    /** What is written at a path, as it is written. */
    static Optional<String> written(String text, List<String> path) throws Unreadable {
        Optional<ConfigNode> node = Optional.of(read(text));
        for (String name : path) {
            node = node.flatMap(it -> it.get(name));
        }
        return node.map(it -> text.substring(it.start(), it.end()));
    }

    /**
     * The text without a member or element, and without the comma that belongs to it. Nothing, if it is not there or
     * its value is another one.
     *
     * @throws Unreadable if the text is none
     */
    static Optional<String> without(String text, List<String> path, boolean isElement, String value) throws Unreadable {
        Optional<ConfigNode> container = Optional.of(read(text));
        for (String name : isElement ? path : path.subList(0, path.size() - 1)) {
            container = container.flatMap(it -> it.get(name));
        }
        List<Member> all = container.map(ConfigNode::members).orElse(List.of());
        for (int i = 0; i < all.size(); i++) {
            Member each = all.get(i);
            String written = text.substring(each.value().start(), each.value().end());
            if ((isElement || each.name().equals(path.get(path.size() - 1))) && isSame(written, value)) {
                boolean isLast = i == all.size() - 1;
                int from = isLast && i > 0 ? all.get(i - 1).value().end() : each.start();
                int to = isLast ? each.value().end() : all.get(i + 1).start();
                return Optional.of(text.substring(0, from) + text.substring(to));
            }
        }
        return Optional.empty();
    }

    private static boolean isSame(String written, String value) {
        try {
            return JsonValue.parse(written).equals(JsonValue.parse(value));
        } catch (MalformedJson e) {
            // Somebody has written comments into it.
            return false;
        }
    }

    private static String missing(List<String> path, boolean isElement, String value) {
        String written = isElement ? "[" + value + "]" : value;
        for (int i = path.size() - 1; i > 0; i--) {
            written = "{" + JsonValue.of(path.get(i)).json() + ": " + written + "}";
        }
        return JsonValue.of(path.get(0)).json() + ": " + written;
    }

    /** In the indentation of what comes next, on a line of its own if that has one. */
    private static Insertion begin(String text, ConfigNode parent, String entry) {
        int open = parent.start() + 1;
        if (parent.members().isEmpty()) {
            return new Insertion(open, entry);
        }
        int next = open;
        while (Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        String gap = text.substring(open, next);
        boolean ownLine = gap.indexOf('\n') >= 0;
        return new Insertion(open, (ownLine ? lastLine(gap) : "") + entry + "," + (gap.isEmpty() ? " " : ""));
    }

    /** Blank lines in between are not repeated. */
    private static String lastLine(String gap) {
        int newline = gap.lastIndexOf('\n');
        return gap.substring(newline > 0 && gap.charAt(newline - 1) == '\r' ? newline - 1 : newline);
    }

    private ConfigNode value(int depth) throws Unreadable {
        if (depth > MAX_DEPTH) {
            throw wrong("there are more than " + MAX_DEPTH + " levels");
        }
        return switch (peek()) {
            case '{', '[' -> container(depth);
            case '"' -> {
                int start = at;
                string();
                yield new ConfigNode(ConfigNode.SCALAR, start, at, List.of());
            }
            default -> literal();
        };
    }

    private ConfigNode container(int depth) throws Unreadable {
        int start = at;
        char kind = text.charAt(at++);
        char close = kind == '{' ? '}' : ']';
        List<Member> members = new ArrayList<>();
        while (true) {
            skip();
            if (peek() == close) {
                at++;
                return new ConfigNode(kind, start, at, members);
            }
            int begin = at;
            String name = "";
            if (kind == '{') {
                if (peek() != '"') {
                    throw wrong("a name in quotes or '}' is expected");
                }
                name = string();
                skip();
                if (peek() != ':') {
                    throw wrong("':' is expected");
                }
                at++;
                skip();
            }
            members.add(new Member(begin, name, value(depth + 1)));
            skip();
            if (peek() == ',') {
                at++;
            } else if (peek() != close) {
                throw wrong("',' or '" + close + "' is expected");
            }
        }
    }

    private ConfigNode literal() throws Unreadable {
        int start = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        parsed(start, "a value is expected");
        return new ConfigNode(ConfigNode.SCALAR, start, at, List.of());
    }

    private String string() throws Unreadable {
        int start = at++;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\n') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        if (at >= text.length() || text.charAt(at) != '"') {
            throw new Unreadable(text, start, "this text has no end");
        }
        at++;
        return parsed(start, "this is no text").asString();
    }

    private JsonValue parsed(int start, String reason) throws Unreadable {
        try {
            return JsonValue.parse(text.substring(start, at));
        } catch (MalformedJson e) {
            throw new Unreadable(text, start, reason);
        }
    }

    private void skip() throws Unreadable {
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                if (end < 0) {
                    throw wrong("this comment has no end");
                }
                at = end + 2;
            } else {
                return;
            }
        }
    }

    /** The next character, or 0 at the end. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private Unreadable wrong(String reason) {
        return new Unreadable(text, at, at >= text.length() ? reason + ", but the file ends" : reason);
    }
}
