package io.tapgateway.transport.ws.hostile;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where the provider port means to behave otherwise than the server it is compared with. Immutable.
 *
 * @param cases the names of the cases, as a regular expression
 * @param reason why
 */
record DeliberateDifference(String cases, String reason) {
    static final List<DeliberateDifference> FRAMES = List.of(
            of(
                    ".* its length in [28]",
                    "RFC 6455, 5.2: the shortest form must be used; others hide bytes from filters"),
            of(
                    "a length of \\d+|all ones",
                    "a length with its highest bit set breaks the protocol; it is not a large frame"),
            of(
                    "a length of \\d+ and five bytes",
                    "what is too large is passed over up to a limit (D-027), not judged by its claim"),
            of("21 p[io]ngs", "at most 20 of a kind in a second (T-25)"),
            of(
                    "close 101[234], not for clients.*",
                    "these codes are for servers to say; the connection ends in any case"),
            of("close without a code", "the answer says what is meant: 1000"),
            of("(1025|1100) fragments", "at most 1,024 (D-016)"),
            of("(binary|beginning of a binary).*", "the protocol is text: 1003 at the first header (D-016)"),
            of(
                    "(2 MiB and a byte|16 MiB|16 MiB and a byte)( in .*)?",
                    "up to 16 MiB are passed over, and what is too large is said, be it before a close (D-027)"),
            of("64 KiB and a byte of a stranger.*", "strangers get less room (D-026)"));

    static final List<DeliberateDifference> HEADS = List.of(
            of("two blanks|empty line first|HTTP/1.1 in small letters", "one spelling of a request line (T-30)"),
            of("bare LF .*|only bare LFs", "a line ends with CR LF, and nothing else does"),
            of("Content-Length.*|Transfer-Encoding|chunks and a chunk", "an upgrade has no body to disagree about"),
            of("(two keys|short key|a key|key that).*", "RFC 6455, 4.2.1: one key, 16 bytes in Base64"),
            of("two (versions|lists of .*)", "a Sec-WebSocket header that occurs twice has two meanings"),
            of(
                    "frames before the answer|a second request behind|one byte behind|an empty line behind"
                            + "|the same request behind|a ping behind",
                    "nobody can rely on an answer that has not come (T-30)"),
            of("65 headers", "at most 64 (D-017)"));

    private static DeliberateDifference of(String cases, String reason) {
        return new DeliberateDifference(cases, reason);
    }

    boolean concerns(String name) {
        return Pattern.matches(cases, name);
    }

    static Optional<DeliberateDifference> about(String name, List<DeliberateDifference> table) {
        return table.stream().filter(it -> it.concerns(name)).findFirst();
    }
}
