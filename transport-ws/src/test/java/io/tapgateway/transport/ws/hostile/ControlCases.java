package io.tapgateway.transport.ws.hostile;

import static io.tapgateway.transport.ws.hostile.Frame.BINARY;
import static io.tapgateway.transport.ws.hostile.Frame.CLOSE;
import static io.tapgateway.transport.ws.hostile.Frame.CONTINUATION;
import static io.tapgateway.transport.ws.hostile.Frame.PING;
import static io.tapgateway.transport.ws.hostile.Frame.PONG;
import static io.tapgateway.transport.ws.hostile.Frame.TEXT;
import static io.tapgateway.transport.ws.hostile.Frame.close;
import static io.tapgateway.transport.ws.hostile.Handed.message;
import static io.tapgateway.transport.ws.hostile.Outcome.closes;
import static io.tapgateway.transport.ws.hostile.Outcome.goesOn;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Pings, pongs and closes: their sizes, their frequency, close codes and reasons, and what comes after a close. */
final class ControlCases {
    private static final List<Integer> CODES =
            List.of(1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4401, 4999);
    /** Those above 1011 came after the RFC and are for servers to say. */
    private static final List<Integer> NO_CODES = List.of(
            0, 1, 999, 1004, 1005, 1006, 1012, 1013, 1014, 1015, 1016, 1100, 1999, 2000, 2999, 5000, 9999, 32_768,
            65_535);

    private ControlCases() {}

    static Stream<FrameCase> all() {
        return Stream.of(pings(), tooLong(), fragmented(), often(), codes(), reasons(), afterwards())
                .flatMap(cases -> cases);
    }

    private static Stream<FrameCase> pings() {
        Stream<FrameCase> answered = IntStream.of(0, 1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 124, 125)
                .mapToObj("p"::repeat)
                .map(text -> FrameCase.of(
                        "ping of " + text.length() + " bytes", goesOn().afterPongs(text), Frame.of(PING, text)));
        Stream<FrameCase> unasked = IntStream.of(0, 1, 125)
                .mapToObj(length ->
                        FrameCase.of("pong of " + length + " bytes", goesOn(), Frame.of(PONG, new byte[length])));
        Stream<FrameCase> mixed = Stream.of(
                FrameCase.of(
                        "ping between messages",
                        goesOn().having("one", "two").afterPongs("p"),
                        Frame.of(TEXT, message("one")),
                        Frame.of(PING, "p"),
                        Frame.of(TEXT, message("two"))),
                FrameCase.of(
                        "pings in order",
                        goesOn().afterPongs("a", "b", "c"),
                        Frame.of(PING, "a"),
                        Frame.of(PING, "b"),
                        Frame.of(PING, "c")));
        return Stream.of(answered, unasked, mixed).flatMap(cases -> cases);
    }

    private static Stream<FrameCase> tooLong() {
        return Stream.of(PING, PONG, CLOSE)
                .flatMap(opcode -> IntStream.of(126, 127, 1_000, 65_535, 65_536)
                        .mapToObj(length -> FrameCase.of(
                                "control frame " + opcode + " of " + length + " bytes",
                                closes(1002),
                                Frame.of(opcode, new byte[length]))));
    }

    private static Stream<FrameCase> fragmented() {
        return Stream.of(PING, PONG, CLOSE)
                .flatMap(opcode -> Stream.of(
                        FrameCase.of(
                                "control frame " + opcode + ", not final",
                                closes(1002),
                                Frame.of(opcode, "").more()),
                        FrameCase.of(
                                "control frame " + opcode + ", in two parts",
                                closes(1002),
                                Frame.of(opcode, "ab").more(),
                                Frame.of(CONTINUATION, "c")),
                        FrameCase.of(
                                "control frame " + opcode + ", not final, within a message",
                                closes(1002),
                                Frame.of(TEXT, "{").more(),
                                Frame.of(opcode, "ab").more())));
    }

    /** Twenty of a kind in a second; the probe that follows is one of them. */
    private static Stream<FrameCase> often() {
        return Stream.of(
                FrameCase.of("19 pings", goesOn().afterPongs(numbers(19)), pings(19))
                        .inOneGo(),
                FrameCase.of("21 pings", closes(1008).afterPongs(numbers(20)), pings(21))
                        .inOneGo(),
                FrameCase.of("20 pongs", goesOn(), pongs(20)).inOneGo(),
                FrameCase.of("21 pongs", closes(1008), pongs(21)).inOneGo());
    }

    private static String[] numbers(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toArray(String[]::new);
    }

    private static Frame[] pings(int count) {
        return Stream.of(numbers(count)).map(number -> Frame.of(PING, number)).toArray(Frame[]::new);
    }

    private static Frame[] pongs(int count) {
        return Stream.of(numbers(count)).map(number -> Frame.of(PONG, number)).toArray(Frame[]::new);
    }

    private static Stream<FrameCase> codes() {
        Stream<FrameCase> good = CODES.stream()
                .flatMap(code -> Stream.of(
                        FrameCase.of("close " + code, closes(code), close(code, "")),
                        FrameCase.of(
                                "close " + code + " with a reason", closes(code), close(code, "gr\u00fc\u00df dich"))));
        Stream<FrameCase> bad = NO_CODES.stream()
                .flatMap(code -> Stream.of(
                        FrameCase.of("close " + code + ", not for clients", closes(1002), close(code, "")),
                        FrameCase.of(
                                "close " + code + ", not for clients, with a reason", closes(1002), close(code, "x"))));
        Stream<FrameCase> none = Stream.of(
                FrameCase.of("close without a code", closes(1000), Frame.of(CLOSE, "")),
                FrameCase.of("close with half a code", closes(1002), Frame.of(CLOSE, "x")));
        return Stream.of(good, bad, none).flatMap(cases -> cases);
    }

    private static Stream<FrameCase> reasons() {
        Stream<FrameCase> good = IntStream.of(1, 2, 122, 123)
                .mapToObj(length -> FrameCase.of(
                        "close with a reason of " + length + " bytes", closes(1000), close(1000, "r".repeat(length))));
        Stream<FrameCase> bad = TextCases.invalid()
                .map(text -> FrameCase.of(
                        "close with a reason that is not UTF-8: " + TextCases.hex(text),
                        closes(1007),
                        close(1000, text)));
        return Stream.concat(good, bad);
    }

    private static Stream<FrameCase> afterwards() {
        Stream<FrameCase> ignored = Stream.of(
                        Frame.of(TEXT, message("late")),
                        Frame.of(TEXT, "late").more(),
                        Frame.of(CONTINUATION, "late"),
                        Frame.of(BINARY, "late"),
                        Frame.of(PING, "late"),
                        Frame.of(PONG, "late"),
                        Frame.of(3, "late"),
                        Frame.of(TEXT, "late").reserved(1),
                        Frame.of(TEXT, "late").unmasked(),
                        close(1001, "once more"))
                .map(late -> FrameCase.of("after a close: " + late, closes(1000), close(1000, ""), late));
        Stream<FrameCase> between = Stream.of(
                FrameCase.of(
                        "a message before a close",
                        closes(1000).having("last"),
                        Frame.of(TEXT, message("last")),
                        close(1000, "")),
                FrameCase.of(
                        "a close within a message",
                        closes(1000),
                        Frame.of(TEXT, "{").more(),
                        close(1000, "")),
                FrameCase.of(
                        "a ping before a close", closes(1000).afterPongs("p"), Frame.of(PING, "p"), close(1000, "")),
                FrameCase.of(
                        "a close at once and noise",
                        closes(1000),
                        join(close(1000, "").bytes(), new byte[] {0x7F, -1, 0, 0, 1})));
        return Stream.concat(ignored, between);
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
