package io.tapgateway.transport.ws.hostile;

import static io.tapgateway.transport.ws.hostile.Frame.BINARY;
import static io.tapgateway.transport.ws.hostile.Frame.CONTINUATION;
import static io.tapgateway.transport.ws.hostile.Frame.PING;
import static io.tapgateway.transport.ws.hostile.Frame.PONG;
import static io.tapgateway.transport.ws.hostile.Frame.TEXT;
import static io.tapgateway.transport.ws.hostile.Frame.close;
import static io.tapgateway.transport.ws.hostile.Frame.utf8;
import static io.tapgateway.transport.ws.hostile.Handed.message;
import static io.tapgateway.transport.ws.hostile.Outcome.closes;
import static io.tapgateway.transport.ws.hostile.Outcome.goesOn;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fragments in the right order and in all others, binary messages, and messages at the limits of size (D-016, D-026,
 * D-027).
 */
final class FragmentCases {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private FragmentCases() {}

    static Stream<FrameCase> all() {
        return Stream.of(counts(), cuts(), empty(), outOfOrder(), binary(), sizes())
                .flatMap(cases -> cases);
    }

    private static Stream<FrameCase> counts() {
        return Stream.concat(
                IntStream.of(1, 2, 3, 10, 100, 1_023, 1_024)
                        .mapToObj(count -> FrameCase.of(
                                count + " fragments", goesOn().having(Handed.ofSize(1_100)), fragments(1_100, count))),
                IntStream.of(1_025, 1_100)
                        .mapToObj(count -> FrameCase.of(count + " fragments", closes(1008), fragments(1_100, count))));
    }

    /** At every place of a short message, with something in between. */
    private static Stream<FrameCase> cuts() {
        byte[] text = utf8(message("cut"));
        return IntStream.rangeClosed(0, text.length).boxed().flatMap(at -> {
            Frame first = Frame.of(TEXT, Arrays.copyOf(text, at)).more();
            Frame second = Frame.of(CONTINUATION, Arrays.copyOfRange(text, at, text.length));
            return Stream.of(
                    FrameCase.of("cut after " + at, goesOn().having("cut"), first, second),
                    FrameCase.of(
                            "cut after " + at + ", a ping and a pong in between",
                            goesOn().having("cut").afterPongs("p"),
                            first,
                            Frame.of(PING, "p"),
                            Frame.of(PONG, "q"),
                            second));
        });
    }

    private static Stream<FrameCase> empty() {
        Frame begin = Frame.of(TEXT, "").more();
        Frame go = Frame.of(CONTINUATION, "").more();
        Frame end = Frame.of(CONTINUATION, "");
        Frame text = Frame.of(CONTINUATION, message("x"));
        return Stream.of(
                FrameCase.of("empty fragments around", goesOn().having("x"), begin, go, text.more(), go, end),
                FrameCase.of("empty first", goesOn().having("x"), begin, text),
                FrameCase.of(
                        "empty last",
                        goesOn().having("x"),
                        Frame.of(TEXT, message("x")).more(),
                        end),
                FrameCase.of("only empty ones", goesOn().having("INVALID_JSON"), begin, go, end));
    }

    private static Stream<FrameCase> outOfOrder() {
        Frame half = Frame.of(TEXT, "{\"type\"").more();
        return Stream.of(
                FrameCase.of("continuation of nothing", closes(1002), Frame.of(CONTINUATION, "x")),
                FrameCase.of(
                        "continuation of nothing, not final",
                        closes(1002),
                        Frame.of(CONTINUATION, "x").more()),
                FrameCase.of("continuation of nothing, empty", closes(1002), Frame.of(CONTINUATION, "")),
                FrameCase.of(
                        "continuation of a complete message",
                        closes(1002).having("x"),
                        Frame.of(TEXT, message("x")),
                        Frame.of(CONTINUATION, "x")),
                FrameCase.of(
                        "continuation after the last one",
                        closes(1002).having("x"),
                        Frame.of(TEXT, "").more(),
                        Frame.of(CONTINUATION, message("x")),
                        Frame.of(CONTINUATION, "x")),
                FrameCase.of(
                        "continuation after a ping",
                        closes(1002).afterPongs("p"),
                        Frame.of(PING, "p"),
                        Frame.of(CONTINUATION, "x")),
                FrameCase.of("message within a message", closes(1002), half, Frame.of(TEXT, message("x"))),
                FrameCase.of("beginning within a message", closes(1002), half, half),
                FrameCase.of("binary within a message", closes(1003), half, Frame.of(BINARY, "x")),
                FrameCase.of("close within a message", closes(1000), half, close(1000, "")),
                FrameCase.of(
                        "two messages, each in two parts",
                        goesOn().having("x", "y"),
                        half,
                        Frame.of(CONTINUATION, ":\"x\"}"),
                        half,
                        Frame.of(CONTINUATION, ":\"y\"}")),
                FrameCase.of(
                        "reserved bit on a continuation",
                        closes(1002),
                        half,
                        Frame.of(CONTINUATION, "x").reserved(4)),
                FrameCase.of(
                        "continuation without a mask",
                        closes(1002),
                        half,
                        Frame.of(CONTINUATION, "x").unmasked()));
    }

    private static Stream<FrameCase> binary() {
        Stream<FrameCase> whole = IntStream.of(0, 1, 125, 126, 65_536)
                .mapToObj(length -> FrameCase.of(
                        "binary of " + length + " bytes", closes(1003), Frame.of(BINARY, new byte[length])));
        return Stream.concat(
                whole,
                Stream.of(
                        FrameCase.of("binary that is text", closes(1003), Frame.of(BINARY, message("x"))),
                        FrameCase.of(
                                "beginning of a binary message",
                                closes(1003),
                                Frame.of(BINARY, "x").more()),
                        FrameCase.of(
                                "binary after a message",
                                closes(1003).having("x"),
                                Frame.of(TEXT, message("x")),
                                Frame.of(BINARY, "x"))));
    }

    private static Stream<FrameCase> sizes() {
        String atLimit = Handed.ofSize(2 * MIB);
        String short64 = Handed.ofSize(64 * KIB);
        return Stream.of(
                FrameCase.of("2 MiB", goesOn().having(atLimit), fragments(2 * MIB, 1)),
                FrameCase.of("2 MiB and a byte", goesOn().having("PAYLOAD_TOO_LARGE"), fragments(2 * MIB + 1, 1)),
                FrameCase.of("2 MiB in 1,000 parts", goesOn().having(atLimit), fragments(2 * MIB, 1_000)),
                FrameCase.of(
                        "2 MiB and a byte in 1,000 parts",
                        goesOn().having("PAYLOAD_TOO_LARGE"),
                        fragments(2 * MIB + 1, 1_000)),
                FrameCase.of("16 MiB", goesOn().having("PAYLOAD_TOO_LARGE"), fragments(16 * MIB, 3)),
                FrameCase.of("16 MiB and a byte", closes(1009).having("PAYLOAD_TOO_LARGE"), fragments(16 * MIB + 1, 1)),
                FrameCase.of(
                        "16 MiB and a byte in 900 parts",
                        closes(1009).having("PAYLOAD_TOO_LARGE"),
                        fragments(16 * MIB + 1, 900)),
                FrameCase.of("64 KiB of a stranger", goesOn().having(short64), fragments(64 * KIB, 1))
                        .byStranger(),
                FrameCase.of("64 KiB and a byte of a stranger", closes(1009), fragments(64 * KIB + 1, 1))
                        .byStranger(),
                FrameCase.of("64 KiB and a byte of a stranger in 500 parts", closes(1009), fragments(64 * KIB + 1, 500))
                        .byStranger());
    }

    /** One message of that many bytes. */
    private static Frame[] fragments(int bytes, int count) {
        byte[] text = utf8(Handed.sized(bytes));
        int part = bytes / count;
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    boolean last = i == count - 1;
                    byte[] payload = Arrays.copyOfRange(text, i * part, last ? bytes : (i + 1) * part);
                    Frame frame = Frame.of(i == 0 ? TEXT : CONTINUATION, payload);
                    return last ? frame : frame.more();
                })
                .toArray(Frame[]::new);
    }
}
