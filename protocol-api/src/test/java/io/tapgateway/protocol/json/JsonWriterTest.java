package io.tapgateway.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
    private static final String TEXT = "{\"text\":\"a\\\"ä\",\"some\":\"b\",\"word\":\"days\",\"number\":-10,"
            + "\"long\":-9223372036854775808,\"flag\":false,\"set\":true,\"written\":1e2,\"made\":{\"k\":[]},"
            + "\"object\":{\"empty\":{}},\"objects\":[{\"is\":\"x\"},{\"is\":\"y\"}],\"texts\":[\"x\",\"1\"],\"noTexts\":[]}";

    @Test
    void members_become_a_text_without_those_that_are_empty() {
        assertThat(JsonWriter.toText(JsonWriterTest::everything)).isEqualTo(TEXT);
    }

    @Test
    void the_same_members_become_a_value() throws MalformedJson {
        JsonValue value = JsonWriter.toValue(JsonWriterTest::everything);

        assertThat(value).isEqualTo(JsonValue.parse(TEXT));
        assertThat(value.json()).isEqualTo(TEXT);
    }

    @Test
    void the_same_members_are_counted() {
        int bytes = TEXT.getBytes(StandardCharsets.UTF_8).length;

        assertThat(JsonWriter.estimate(this, (out, test) -> everything(out))).isEqualTo(TEXT.length() - "\\".length());
        assertThat(JsonWriter.fits(this, (out, test) -> everything(out), bytes)).isTrue();
        assertThat(JsonWriter.fits(this, (out, test) -> everything(out), bytes - 1))
                .isFalse();
    }

    private static void everything(JsonWriter out) {
        out.text("text", "a\"ä")
                .text("none", Optional.empty())
                .text("some", Optional.of("b"))
                .word("word", TimeUnit.DAYS)
                .number("number", -10)
                .number("none", OptionalLong.empty())
                .number("long", OptionalLong.of(Long.MIN_VALUE))
                .flag("flag", false)
                .flagIfSet("unset", false)
                .flagIfSet("set", true)
                .value("written", JsonValue.number("1e2"))
                .value("made", JsonValue.of(Map.of("k", List.of())))
                .value("none", Optional.empty())
                .object("object", part -> part.object("empty", nothing -> {}))
                .objects("objects", List.of("x", "y"), (part, each) -> part.text("is", each))
                .texts("texts", List.of("x", 1))
                .texts("noTexts", List.of());
    }

    @Test
    void T58_pieces_are_the_text_and_no_pair_of_surrogates_is_cut() throws Exception {
        String pairs = "😀".repeat(50_000);
        JsonValue written = JsonValue.parse("[\"" + pairs + "\",1]");
        Consumer<JsonWriter> members = out -> out.text("odd", "x" + pairs)
                .text("even", pairs + "\n" + pairs)
                .value("written", written)
                .texts("small", Collections.nCopies(50_000, "ab"));

        List<String> pieces = JsonWriter.toPieces(members);

        assertThat(String.join("", pieces)).isEqualTo(JsonWriter.toText(members));
        assertThat(pieces)
                .hasSizeGreaterThan(10)
                .allSatisfy(piece -> assertThat(piece.length()).isLessThan(70_000))
                .noneMatch(piece -> Character.isLowSurrogate(piece.charAt(0)));
    }
}
