package io.tapgateway.protocol.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";
    private static final String PROPER = "00-" + TRACE + "-" + PARENT + "-01";

    @Test
    void a_traceparent_says_which_trace_which_span_and_whether_it_is_recorded() {
        TraceParent parent = new TraceParent(PROPER);

        assertThat(parent.traceId()).isEqualTo(TRACE);
        assertThat(parent.parentId()).isEqualTo(PARENT);
        assertThat(parent.flags()).isEqualTo("01");
        assertThat(parent).hasToString(PROPER);
        assertThat(PROPER).hasSize(TraceParent.LENGTH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                PROPER + "0",
                PROPER + "-00",
                "01-" + TRACE + "-" + PARENT + "-01",
                "ff-" + TRACE + "-" + PARENT + "-01",
                "00_" + TRACE + "-" + PARENT + "-01",
                "00-" + TRACE + "_" + PARENT + "-01",
                "00-" + TRACE + "-" + PARENT + "_01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + PARENT + "-01",
                "00-" + TRACE + "-" + PARENT + "-0g",
                "00-00000000000000000000000000000000-" + PARENT + "-01",
                "00-" + TRACE + "-0000000000000000-01",
                " " + PROPER,
            })
    void anything_else_is_none_and_the_text_is_not_repeated(String text) {
        assertThat(TraceParent.isWellFormed(text)).isFalse();
        assertThatThrownBy(() -> new TraceParent(text))
                .isInstanceOf(InvalidMessage.class)
                .hasMessageStartingWith("a traceparent must be '00-', 32 hexadecimal digits");
    }

    @Test
    void what_the_contract_shows_is_what_is_accepted_but_for_zeros() {
        Random random = new Random(1);
        Pattern shown = Pattern.compile(TraceParent.PATTERN);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(PROPER);
            text.setCharAt(random.nextInt(text.length()), "09af-gAF \u0660".charAt(random.nextInt(10)));

            assertThat(TraceParent.isWellFormed(text.toString()))
                    .as("%s", text)
                    .isEqualTo(shown.matcher(text).matches());
        }
    }
}
