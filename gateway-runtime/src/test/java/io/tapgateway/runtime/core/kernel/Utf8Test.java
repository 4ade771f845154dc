package io.tapgateway.runtime.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class Utf8Test {
    @Test
    void a_text_at_the_limit_fits_and_one_byte_more_does_not() {
        assertThat(Utf8.fits("aé€😀", 10)).isTrue();
        assertThat(Utf8.fits("aé€😀", 9)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31})
    void a_cut_text_stays_within_the_limit_and_is_cut_between_characters(int limit) {
        String cut = Utf8.cut("aé€😀".repeat(5), limit);

        assertThat(cut).endsWith(Utf8.CUT);
        assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(limit - 3, limit);
        assertThat(cut).doesNotContain("?").doesNotContain("\uD83D" + Utf8.CUT);
    }

    @Test
    void a_text_that_fits_is_left_alone() {
        assertThat(Utf8.cut("é".repeat(16), 32)).isEqualTo("é".repeat(16));
    }
}
