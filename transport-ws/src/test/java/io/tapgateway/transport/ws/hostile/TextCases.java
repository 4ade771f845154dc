package io.tapgateway.transport.ws.hostile;

import static io.tapgateway.transport.ws.hostile.Frame.CONTINUATION;
import static io.tapgateway.transport.ws.hostile.Frame.PING;
import static io.tapgateway.transport.ws.hostile.Frame.TEXT;
import static io.tapgateway.transport.ws.hostile.Frame.utf8;
import static io.tapgateway.transport.ws.hostile.Handed.message;
import static io.tapgateway.transport.ws.hostile.Outcome.closes;
import static io.tapgateway.transport.ws.hostile.Outcome.goesOn;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Text that is UTF-8 or not, in one frame and in as many as it has bytes (D-016). */
final class TextCases {
    private static final List<String> INVALID = List.of(
            // Continuation bytes alone, and bytes that never occur.
            "80",
            "bf",
            "8080",
            "f8",
            "fc",
            "fe",
            "ff",
            "feff",
            "f5808080",
            "f8888080 80",
            "fc8480808080",
            // Begun and not finished.
            "c3",
            "e2",
            "e282",
            "f0",
            "f09f",
            "f09f98",
            "c3 41",
            "e282 41",
            "f09f98 41",
            "e241",
            "c3c3a4",
            // Longer than needed.
            "c080",
            "c1bf",
            "e08080",
            "e09fbf",
            "f0808080",
            "f08fbfbf",
            "c0af",
            "e080af",
            "f08080af",
            // Surrogates, alone and in pairs, and beyond the last code point.
            "eda080",
            "edadbf",
            "edaebf",
            "edb080",
            "edbfbf",
            "eda080edb080",
            "edafbfedbfbf",
            "f4908080",
            "f7bfbfbf");

    /** The first and last characters of each length, neighbours of the surrogates, characters that mean nothing. */
    private static final List<String> VALID = List.of(
            " ",
            "~",
            "\u007f",
            "\u0080",
            "\u00e4",
            "\u07ff",
            "\u0800",
            "\u20ac",
            "\ud7ff",
            "\ue000",
            "\ufdd0",
            "\ufeff",
            "\ufffd",
            "\ufffe",
            "\uffff",
            "\ud800\udc00",
            "\ud83d\ude00",
            "\udbff\udffe",
            "\udbff\udfff",
            "\u0000a\u001f");

    private TextCases() {}

    static Stream<FrameCase> all() {
        return Stream.of(wrong(), right(), others()).flatMap(cases -> cases);
    }

    static Stream<byte[]> invalid() {
        return INVALID.stream().map(hex -> HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static Stream<FrameCase> wrong() {
        return invalid()
                .flatMap(text -> Stream.of(
                        FrameCase.of("not UTF-8: " + hex(text), closes(1007), Frame.of(TEXT, within(text))),
                        FrameCase.of("not UTF-8, at the end: " + hex(text), closes(1007), Frame.of(TEXT, text)),
                        FrameCase.of("not UTF-8, byte by byte: " + hex(text), closes(1007), apart(within(text)))));
    }

    private static Stream<FrameCase> right() {
        return VALID.stream().flatMap(text -> {
            String name = hex(utf8(text));
            byte[] bytes = utf8(message(escaped(text)));
            Outcome whole = goesOn().having(text);
            return Stream.of(
                    FrameCase.of("UTF-8: " + name, whole, Frame.of(TEXT, bytes)),
                    FrameCase.of("UTF-8, byte by byte: " + name, whole, apart(bytes)),
                    FrameCase.of("UTF-8, with a ping in it: " + name, whole.afterPongs("p"), aroundPing(bytes)));
        });
    }

    private static Stream<FrameCase> others() {
        byte[] smiley = utf8("\ud83d\ude00");
        return Stream.of(
                FrameCase.of("no text", goesOn().having("INVALID_JSON"), Frame.of(TEXT, "")),
                FrameCase.of(
                        "a byte order mark", goesOn().having("INVALID_JSON"), Frame.of(TEXT, "\ufeff" + message("x"))),
                FrameCase.of(
                        "half a character, then another message",
                        closes(1002),
                        Frame.of(TEXT, Arrays.copyOf(smiley, 2)).more(),
                        Frame.of(TEXT, message("x"))),
                FrameCase.of(
                        "a character over two messages",
                        closes(1007),
                        Frame.of(TEXT, Arrays.copyOf(smiley, 2)),
                        Frame.of(TEXT, Arrays.copyOfRange(smiley, 2, 4))),
                FrameCase.of(
                        "a wrong byte after a good message",
                        closes(1007).having("good"),
                        Frame.of(TEXT, message("good")),
                        Frame.of(TEXT, new byte[] {(byte) 0xFF})),
                FrameCase.of("a wrong byte in a large frame", closes(1007), Frame.of(TEXT, large((byte) 0xFF))),
                FrameCase.of("a large frame", goesOn().having("INVALID_JSON"), Frame.of(TEXT, large((byte) 'x'))));
    }

    private static byte[] large(byte odd) {
        byte[] bytes = new byte[150_000];
        Arrays.fill(bytes, (byte) 'a');
        bytes[100_001] = odd;
        return bytes;
    }

    private static byte[] within(byte[] text) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(utf8("{\"type\":\""));
        whole.writeBytes(text);
        whole.writeBytes(utf8("\"}"));
        return whole.toByteArray();
    }

    /** As JSON wants control characters. */
    private static String escaped(String text) {
        return text.replace("\u0000", "\\u0000").replace("\u001f", "\\u001f");
    }

    private static Frame[] apart(byte[] text) {
        List<Frame> frames = new ArrayList<>();
        for (int i = 0; i < text.length; i++) {
            Frame frame = Frame.of(i == 0 ? TEXT : CONTINUATION, new byte[] {text[i]});
            frames.add(i == text.length - 1 ? frame : frame.more());
        }
        return frames.toArray(Frame[]::new);
    }

    /** Cut within the first character of the content, if it has several bytes. */
    private static Frame[] aroundPing(byte[] text) {
        int cut = message("").length() - 1;
        return new Frame[] {
            Frame.of(TEXT, Arrays.copyOf(text, cut)).more(),
            Frame.of(PING, "p"),
            Frame.of(CONTINUATION, Arrays.copyOfRange(text, cut, text.length))
        };
    }
}
