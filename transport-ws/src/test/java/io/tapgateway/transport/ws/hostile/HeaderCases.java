package io.tapgateway.transport.ws.hostile;

import static io.tapgateway.transport.ws.hostile.Frame.BINARY;
import static io.tapgateway.transport.ws.hostile.Frame.CLOSE;
import static io.tapgateway.transport.ws.hostile.Frame.CONTINUATION;
import static io.tapgateway.transport.ws.hostile.Frame.PING;
import static io.tapgateway.transport.ws.hostile.Frame.PONG;
import static io.tapgateway.transport.ws.hostile.Frame.TEXT;
import static io.tapgateway.transport.ws.hostile.Handed.message;
import static io.tapgateway.transport.ws.hostile.Outcome.closes;
import static io.tapgateway.transport.ws.hostile.Outcome.goesOn;
import static io.tapgateway.transport.ws.hostile.Outcome.staysSilent;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Frame headers: reserved bits, opcodes, masks, the forms of a length, and headers that end in the middle (RFC 6455,
 * 5.2).
 */
final class HeaderCases {
    private static final Map<Integer, String> OPCODES = Map.of(
            CONTINUATION, "continuation",
            TEXT, "text",
            BINARY, "binary",
            CLOSE, "close",
            PING, "ping",
            PONG, "pong");
    private static final List<Integer> KNOWN = List.of(CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG);
    private static final int EMPTY_MESSAGE = message("").length();

    private HeaderCases() {}

    static Stream<FrameCase> all() {
        return Stream.of(
                        reserved(),
                        unknown(),
                        unmasked(),
                        masks(),
                        lengths(),
                        longerThanNeeded(),
                        impossible(),
                        cut(),
                        noise())
                .flatMap(cases -> cases);
    }

    private static Stream<FrameCase> reserved() {
        return KNOWN.stream()
                .flatMap(opcode -> IntStream.rangeClosed(1, 7)
                        .mapToObj(bits -> FrameCase.of(
                                "reserved bits " + bits + " on " + OPCODES.get(opcode),
                                closes(1002),
                                Frame.of(opcode, "").reserved(bits))));
    }

    private static Stream<FrameCase> unknown() {
        return IntStream.of(3, 4, 5, 6, 7, 11, 12, 13, 14, 15)
                .boxed()
                .flatMap(opcode -> Stream.of(
                        FrameCase.of("opcode " + opcode, closes(1002), Frame.of(opcode, "")),
                        FrameCase.of("opcode " + opcode + " with payload", closes(1002), Frame.of(opcode, "hello")),
                        FrameCase.of(
                                "opcode " + opcode + ", not final",
                                closes(1002),
                                Frame.of(opcode, "").more()),
                        FrameCase.of(
                                "opcode " + opcode + " after a message",
                                closes(1002).having("before"),
                                Frame.of(TEXT, message("before")),
                                Frame.of(opcode, "hello"))));
    }

    private static Stream<FrameCase> unmasked() {
        return KNOWN.stream()
                .flatMap(opcode -> IntStream.of(0, 2, 125, 126, 65_536)
                        .filter(length -> opcode < CLOSE || length <= 125)
                        .mapToObj(length -> FrameCase.of(
                                OPCODES.get(opcode) + " of " + length + " bytes without a mask",
                                closes(1002),
                                Frame.of(opcode, new byte[length]).unmasked())));
    }

    private static Stream<FrameCase> masks() {
        return Stream.of(0, -1, 0x80000001, 0x00FF00FF, 0x7B7D227B)
                .flatMap(mask -> IntStream.range(0, 8).mapToObj(more -> {
                    String text = "mask " + "abcdefgh".substring(more);
                    return FrameCase.of(
                            "mask " + Integer.toHexString(mask) + ", "
                                    + message(text).length() + " bytes",
                            goesOn().having(text),
                            Frame.of(TEXT, message(text)).masked(mask));
                }));
    }

    private static Stream<FrameCase> lengths() {
        return IntStream.of(
                        124, 125, 126, 127, 128, 255, 256, 257, 32_767, 32_768, 65_534, 65_535, 65_536, 65_537, 131_071,
                        131_072, 200_000)
                .mapToObj(length -> FrameCase.of(
                        "text of " + length + " bytes",
                        goesOn().having(Handed.ofSize(length)),
                        Frame.of(TEXT, Handed.sized(length))));
    }

    private static Stream<FrameCase> longerThanNeeded() {
        Stream<FrameCase> two = IntStream.of(0, 1, 2, 30, 125).mapToObj(length -> nonMinimal(TEXT, length, 2));
        Stream<FrameCase> eight =
                IntStream.of(0, 1, 125, 126, 127, 65_535).mapToObj(length -> nonMinimal(TEXT, length, 8));
        Stream<FrameCase> control = Stream.of(PING, PONG, CLOSE)
                .flatMap(opcode -> Stream.of(nonMinimal(opcode, 2, 2), nonMinimal(opcode, 2, 8)));
        return Stream.of(two, eight, control).flatMap(cases -> cases);
    }

    private static FrameCase nonMinimal(int opcode, int length, int lengthBytes) {
        byte[] payload =
                opcode == TEXT && length >= EMPTY_MESSAGE ? Frame.utf8(Handed.sized(length)) : codeLike(length);
        return FrameCase.of(
                OPCODES.get(opcode) + " of " + length + " bytes, its length in " + lengthBytes,
                closes(1002),
                Frame.of(opcode, payload).lengthIn(lengthBytes));
    }

    /** Would be a proper code if it were a close. */
    private static byte[] codeLike(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 3);
        return bytes;
    }

    private static Stream<FrameCase> impossible() {
        return Stream.of(Long.MIN_VALUE, -1L, Long.MIN_VALUE + 5)
                .map(length -> FrameCase.of(
                        "a length of " + Long.toUnsignedString(length),
                        closes(1002),
                        Frame.of(TEXT, "hello").lengthIn(8).claiming(length)));
    }

    /** The peer says that more comes, and goes. */
    private static Stream<FrameCase> cut() {
        Stream<FrameCase> headers = Stream.of(0, 2, 8).flatMap(lengthBytes -> {
            byte[] whole = Frame.of(TEXT, Handed.sized(lengthBytes == 0 ? 50 : lengthBytes == 2 ? 500 : 70_000))
                    .bytes();
            return IntStream.of(1, 2, 3, 4, 6, 9, 10, 13, 14, whole.length - 1)
                    .filter(length -> length <= 6 + lengthBytes || length == whole.length - 1)
                    .mapToObj(length -> FrameCase.of(
                                    "frame with " + lengthBytes + " bytes of length cut after " + length,
                                    staysSilent(),
                                    Arrays.copyOf(whole, length))
                            .thenHangingUp());
        });
        Stream<FrameCase> claims = Stream.of(1L << 20, 1L << 40, Long.MAX_VALUE)
                .map(length -> FrameCase.of(
                                "a length of " + length + " and five bytes",
                                staysSilent(),
                                Frame.of(TEXT, "hello").lengthIn(8).claiming(length))
                        .thenHangingUp());
        Stream<FrameCase> others = Stream.of(
                FrameCase.of("nothing at all", staysSilent(), new byte[0]).thenHangingUp(),
                FrameCase.of("a message, and gone", staysSilent().having("last"), Frame.of(TEXT, message("last")))
                        .thenHangingUp(),
                FrameCase.of(
                                "half a message, and gone",
                                staysSilent(),
                                Frame.of(TEXT, message("half")).more())
                        .thenHangingUp(),
                FrameCase.of(
                                "a ping cut off",
                                staysSilent(),
                                Arrays.copyOf(Frame.of(PING, "hello").bytes(), 8))
                        .thenHangingUp());
        return Stream.of(headers, claims, others).flatMap(cases -> cases);
    }

    private static Stream<FrameCase> noise() {
        byte[] ones = new byte[64];
        Arrays.fill(ones, (byte) 0xFF);
        Stream<FrameCase> known = Stream.of(
                FrameCase.of("a second request", closes(1002), Request.proper().bytes(80)),
                FrameCase.of("the beginning of TLS", closes(1002), new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, -4, 3, 3}),
                FrameCase.of("all zero", closes(1002), new byte[64]),
                FrameCase.of("all ones", closes(1002), ones));
        Random random = new Random(1);
        Stream<FrameCase> illegal = IntStream.range(0, 20).mapToObj(i -> {
            byte[] bytes = new byte[40];
            random.nextBytes(bytes);
            bytes[0] |= 0x30;
            bytes[1] = (byte) 0x94;
            return FrameCase.of("noise " + i + " with reserved bits", closes(1002), bytes);
        });
        return Stream.concat(known, illegal);
    }
}
