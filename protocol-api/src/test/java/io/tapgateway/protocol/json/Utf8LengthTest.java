package io.tapgateway.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Utf8LengthTest {
    @Test
    void the_beginning_of_a_text_is_what_fits_cut_between_characters() {
        String text = "aä€\uD83D\uDE00z";

        for (int bytes = 0; bytes <= 11; bytes++) {
            String beginning = Utf8Length.beginning(text, bytes);

            assertThat(text).startsWith(beginning);
            assertThat(beginning.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(bytes);
            assertThat(new String(beginning.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(beginning);
        }
        assertThat(Utf8Length.beginning(text, 9)).isEqualTo("aä€");
        assertThat(Utf8Length.beginning(text, 10)).isEqualTo("aä€\uD83D\uDE00");
        assertThat(Utf8Length.beginning(text, 11)).isEqualTo(text);
    }
}
