package io.tapgateway.runtime.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTextTest {
    private static final String SECRET = "Ab0_-".repeat(8) + "xyz";

    @ParameterizedTest
    @CsvSource({
        "ptk-%s, ptk-****",
        "ext-tok-%s, ext-tok-****",
        "TOKEN=tok-%s;, TOKEN=tok-****;",
        "own-%s own-%s, own-**** own-****"
    })
    void T07_tokens_of_every_kind_are_blanked(String text, String blanked) {
        assertThat(TokenText.blanked(text.replace("%s", SECRET))).isEqualTo(blanked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "ptk-", "ptk-short", "a-b-c", "token-tok", "tok-tok-tok-tok-"})
    void other_text_is_left_alone(String text) {
        assertThat(TokenText.blanked(text)).isSameAs(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u200b",
                "\u200d",
                "\u0001",
                "\r",
                "\u00ad",
                "\ufe0f",
                "\ufe0e",
                "\u180b",
                "\u034f",
                "\u202e",
                "\ufeff",
                "\udb40\udc41",
                "\udb40\udd01",
                "\u200b\u200d\ufe0f\u0000"
            })
    void T07_what_nobody_sees_hides_no_token(String hidden) throws Exception {
        String[] whole = {
            "p" + hidden + "tk-" + SECRET,
            "ptk" + hidden + "-" + SECRET,
            "ptk-" + hidden + SECRET,
            "ptk-" + SECRET.substring(0, 20) + hidden + SECRET.substring(20),
            "ptk-" + String.join(hidden, SECRET.split(""))
        };
        for (String text : whole) {
            assertThat(ModelText.clean("a " + text + " b")).isEqualTo("a ptk-**** b");
            assertThat(TokenText.blanked(text)).endsWith("-****");
            JsonValue value = JsonValue.parse(JsonValue.of(text).json());
            assertThat(TokenText.blanked(value).asString()).endsWith("-****");
        }
    }

    @Test
    void T07_an_escape_in_json_hides_no_token() throws Exception {
        StringBuilder escaped = new StringBuilder();
        ("ptk-" + SECRET).chars().forEach(c -> escaped.append(String.format("\\u%04X", c)));
        JsonValue value =
                JsonValue.parse("{\"a\":[\"" + escaped + "\",\"\\u0070tk-" + SECRET + "\"],\"" + escaped + "\":1}");

        assertThat(TokenText.blanked(value))
                .isEqualTo(JsonValue.parse("{\"a\":[\"ptk-****\",\"ptk-****\"],\"ptk-****\":1}"));
    }

    @Test
    void T07_escapes_without_a_token_stay_as_they_are() throws Exception {
        JsonValue value = JsonValue.parse("{\"a\":\"tok-\\n" + SECRET + "\\\\u0041 - \\\"\\ud83d\\ude00\"}");

        assertThat(TokenText.blanked(value)).isSameAs(value);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20, 38, 39, 40, 42, 43, 100})
    void T07_what_is_put_in_front_shifts_nothing_out_of_the_blank(int length) {
        assertThat(TokenText.blanked("tok-" + "x".repeat(length) + "ptk-" + SECRET + " z"))
                .isEqualTo("tok-**** z");
    }

    @Test
    void T07_the_sign_of_the_kelvin_is_a_letter_of_a_token() {
        assertThat(ModelText.clean("ptk-\u212a" + SECRET.substring(1))).isEqualTo("ptk-****");
    }

    @Test
    void T07_one_character_less_is_no_token() {
        String almost = "ptk-" + SECRET.substring(1);

        assertThat(TokenText.blanked(almost)).isEqualTo(almost);
    }

    @Test
    void T07_of_an_object_with_two_tokens_as_names_nothing_is_left() throws Exception {
        JsonValue value = JsonValue.parse("{\"ptk-" + SECRET + "\":1,\"ptk-" + SECRET.replace('A', 'B') + "\":2}");

        assertThat(TokenText.blanked(value)).isEqualTo(JsonValue.of("****"));
    }

    @Test
    void T07_values_and_names_of_members_are_blanked() throws Exception {
        JsonValue value = JsonValue.parse("{\"tok-" + SECRET + "\":[\"see ptk-" + SECRET + "\",1]}");

        assertThat(TokenText.blanked(value)).isEqualTo(JsonValue.parse("{\"tok-****\":[\"see ptk-****\",1]}"));
    }
}
