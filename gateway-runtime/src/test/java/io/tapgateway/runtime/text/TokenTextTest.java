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
