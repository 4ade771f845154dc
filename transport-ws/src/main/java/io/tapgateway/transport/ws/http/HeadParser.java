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

    private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

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
        String[] lines = text.substring(0, end).split("\r\n", -1);
        if (lines.length - 1 > MAX_HEADERS) {
            return new Result.Refused(431);
        }
        return request(lines)
                .<Result>map(head -> new Result.Complete(head, end + 4))
                .orElseGet(() -> new Result.Refused(400));
    }

    private static Optional<RequestHead> request(String[] lines) {
        String[] parts = lines[0].split(" ", -1);
        if (parts.length != 3 || !isToken(parts[0]) || !isTarget(parts[1]) || !parts[2].equals("HTTP/1.1")) {
            return Optional.empty();
        }
        List<RequestHead.Header> headers = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 0 || !isToken(lines[i].substring(0, colon)) || !isText(lines[i])) {
                return Optional.empty();
            }
            headers.add(new RequestHead.Header(lines[i].substring(0, colon), strip(lines[i].substring(colon + 1))));
        }
        return Optional.of(new RequestHead(parts[0], parts[1], parts[2], headers));
    }

    private static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> isLetterOrDigit(c) || TOKEN_SYMBOLS.indexOf(c) >= 0);
    }

    private static boolean isLetterOrDigit(int c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }

    private static boolean isTarget(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }

    private static boolean isText(String text) {
        return text.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7F));
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
