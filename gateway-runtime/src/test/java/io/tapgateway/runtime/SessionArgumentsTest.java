package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SessionArgumentsTest {
    @Test
    void no_events_of_a_stream_cannot_be_asked_for() {
        assertThatCode(() -> SessionArguments.requireSome(1)).doesNotThrowAnyException();
        assertThatThrownBy(() -> SessionArguments.requireSome(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("last must be at least 1, not 0");
    }
}
