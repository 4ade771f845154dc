package io.tapgateway.transport.ws.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a request head more strictly than RFC 9112 asks for, so that nobody behind can read it in another way: no
 * folded lines, no bare CR or LF, no white space before a colon (T-30). Both ports read by it. Immutable.
 */
public final class HeadParser {
    /** The length of a head, its empty line included, that is still read. */
    public static final int MAX_BYTES = 8 << 10;

    /** The number of header lines that are still read. */
    public static final int MAX_HEADERS = 64;

    private static final int ASCII = 128;
    private static final String LINE_END = "\r\n";
    private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

    /** Whether a token may contain an ASCII character. */
    private static final boolean[] OF_TOKENS = ofTokens();

    private HeadParser() {}

    /** What the bytes that have come so far amount to. */
    public sealed interface Result {
        /** The empty line has not come yet. */
        record Incomplete() implements Result {}

        /** A request, and how many bytes it takes up. */
        record Complete(RequestHead head, int length) implements Result {}

        /** Not a request, or one that is too large. */
        record Refused(int status) implements Result {}
    }

    /** Reads what came in so far, one character per byte. */
    public static Result parse(String text) {
        int end = text.indexOf("\r\n\r\n");
        if (end < 0 || end + 4 > MAX_BYTES) {
            if (text.length() > MAX_BYTES || end >= 0) {
                return new Result.Refused(431);
            }
            return new Result.Incomplete();
        }
        List<String> lines = lines(text, end);
        if (lines.size() - 1 > MAX_HEADERS) {
            return new Result.Refused(431);
        }
        return request(lines)
                .<Result>map(head -> new Result.Complete(head, end + 4))
                .orElseGet(() -> new Result.Refused(400));
    }

    private static List<String> lines(String text, int end) {
        List<String> lines = new ArrayList<>();
        int begin = 0;
        for (int at = text.indexOf(LINE_END); at < end; at = text.indexOf(LINE_END, begin)) {
            lines.add(text.substring(begin, at));
            begin = at + LINE_END.length();
        }
        lines.add(text.substring(begin, end));
        return lines;
    }

    private static Optional<RequestHead> request(List<String> lines) {
        String[] parts = lines.get(0).split(" ", -1);
        if (parts.length != 3 || !isToken(parts[0]) || !isTarget(parts[1]) || !parts[2].equals("HTTP/1.1")) {
            return Optional.empty();
        }
        List<RequestHead.Header> headers = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            String name = line.substring(0, Math.max(0, colon));
            if (!isToken(name) || !isText(line)) {
                return Optional.empty();
            }
            headers.add(new RequestHead.Header(name, strip(line.substring(colon + 1))));
        }
        return Optional.of(new RequestHead(parts[0], parts[1], parts[2], headers));
    }

    private static boolean[] ofTokens() {
        boolean[] all = new boolean[ASCII];
        for (char c = 0; c < all.length; c++) {
            all[c] = isLetterOrDigit(c) || TOKEN_SYMBOLS.indexOf(c) >= 0;
        }
        return all;
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }

    private static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= OF_TOKENS.length || !OF_TOKENS[c]) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isTarget(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 0x7F) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isText(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\t' && (c < ' ' || c == 0x7F)) {
                return false;
            }
        }
        return true;
    }

    private static String strip(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && isBlank(value.charAt(from))) {
            from++;
        }
        while (from < to && isBlank(value.charAt(to - 1))) {
            to--;
        }
        return value.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
