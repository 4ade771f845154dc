package io.tapgateway.app.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"\u001b", "\u009b", "\r", "\u0007", "\u007f", "\u202e", "\u2066", "\udb40\udc41", "\ud800"})
    void T29_replaces_what_a_terminal_might_obey(String dangerous) {
        assertThat(PlainText.of("a" + dangerous + "b")).isEqualTo("a\uFFFDb");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u200b", "\u2060", "\ufeff", "\u00ad", "\u3164", "\udb40\udd00"})
    void T58_replaces_what_nobody_sees(String hidden) {
        assertThat(PlainText.of("a" + hidden + "b")).isEqualTo("a\uFFFDb");
    }

    @Test
    void T58_replaces_joiners_and_styles_that_do_nothing() {
        assertThat(PlainText.of("a\u200db\ufe0fc")).isEqualTo("a\uFFFDb\uFFFDc");
        assertThat(PlainText.of("👩‍💻 ❤️ می‌خواهم")).isEqualTo("👩‍💻 ❤️ می‌خواهم");
        assertThat(PlainText.ofJson("\"a\u200d\"")).isEqualTo("\"a\\u200d\"");
    }

    @Test
    void leaves_ordinary_text_lines_and_tabs_alone() {
        String text = "Grüße, 世界 👋🏽\n\tindented";

        assertThat(PlainText.of(text)).isEqualTo(text);
    }

    @Test
    void T29_json_keeps_its_meaning_without_what_a_terminal_might_obey() throws Exception {
        String json = "{\"a\":\"\u009b2J \u202e \udb40\udc41 ü\"}";

        String shown = PlainText.ofJson(json);

        assertThat(shown).isEqualTo("{\"a\":\"\\u009b2J \\u202e \\udb40\\udc41 ü\"}");
        assertThat(JsonValue.parse(shown)).isEqualTo(JsonValue.parse(json));
    }
}
