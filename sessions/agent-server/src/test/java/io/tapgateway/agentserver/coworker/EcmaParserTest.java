package io.tapgateway.agentserver.coworker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EcmaParserTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\uFEFF{}",
                "{} x",
                "NaN",
                "Infinity",
                "{\"a\":1,}",
                "[1,]",
                "[,]",
                "01",
                "1.",
                ".5",
                "+1",
                "-",
                "1e",
                "'a'",
                "\"a",
                "\"\n\"",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\u１２３４\"",
                "{a:1}",
                "{\"a\" 1}",
                "tru",
                "nul",
                "\u00a0{}",
                "{\"a\":1 \"b\":2}",
                "[1 2]",
                "/**/{}"
            })
    void W017_what_JSON_parse_refuses_is_refused(String text) {
        assertThat(EcmaParser.parse(text)).isEmpty();
    }

    @Test
    void W017_the_last_of_several_members_counts() {
        JsonValue value = parse("\t{\"a\":1,\"b\":2,\"a\":3}\r\n");

        assertThat(value.json()).isEqualTo("{\"a\":3,\"b\":2}");
    }

    @Test
    void W017_halves_of_pairs_and_all_escapes_pass() {
        assertThat(parse("\"\\ud800 \\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\"").asString())
                .isEqualTo("\ud800 \"\\/\b\f\n\r\tA");
    }

    @Test
    void W017_containers_stand_512_deep_and_no_deeper() {
        int most = EcmaParser.MOST_DEPTH;

        assertThat(EcmaParser.parse("[".repeat(most) + "]".repeat(most))).isPresent();
        assertThat(EcmaParser.parse("[".repeat(most + 1) + "]".repeat(most + 1)))
                .isEmpty();
        assertThat(EcmaParser.parse("[".repeat(1 << 20))).isEmpty();
    }

    @Test
    void W018_numbers_are_doubles() {
        assertThat(parse("1.0").asWholeNumber()).contains(1L);
        assertThat(parse("1e2").asWholeNumber()).contains(100L);
        assertThat(parse("-0").asDouble()).isEqualTo(-0.0);
        assertThat(parse("1e400").asDouble()).isInfinite();
        assertThat(parse("0." + "3".repeat(1_000)).asDouble()).isEqualTo(1.0 / 3);
    }

    @Test
    void W019_blanks_are_those_of_ECMAScript() {
        assertThat(EcmaText.isBlank("\t\u000B\f \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\r\n"))
                .isTrue();
        for (char c : new char[] {0, 0x1F, 0x85, 0x180E, 0x200B}) {
            assertThat(EcmaText.isBlank(String.valueOf(c))).as("%04x", (int) c).isFalse();
        }
        assertThat(EcmaText.trim("\ufeff a b\u3000")).isEqualTo("a b");
    }

    private static JsonValue parse(String text) {
        return EcmaParser.parse(text).orElseThrow();
    }
}
