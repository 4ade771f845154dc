package io.tapgateway.runtime.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.RecordingEffects;
import io.tapgateway.runtime.core.kernel.LoneKernel;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PairingWindowTest {
    private static final Optional<String> FIRST = Optional.of("https://first.example");
    private static final Optional<String> SECOND = Optional.of("https://second.example");
    private static final Optional<String> PROGRAM = Optional.empty();

    private final PairingWindow window =
            new PairingWindow(LoneKernel.with(Limits.standard(), RecordingEffects.unobserved()));

    @Test
    void T56_an_open_window_is_for_whoever_comes_first() {
        window.open();
        boolean before = window.isFor(SECOND);

        window.take(FIRST);

        assertThat(before).isTrue();
        assertThat(window.isFor(FIRST)).isTrue();
        assertThat(window.isFor(SECOND)).isFalse();
        assertThat(window.isFor(PROGRAM)).isFalse();
    }

    @Test
    void T56_programs_are_one_of_those_who_may_come_first() {
        window.open();

        window.take(PROGRAM);

        assertThat(window.isFor(PROGRAM)).isTrue();
        assertThat(window.isFor(FIRST)).isFalse();
    }

    @Test
    void T56_a_window_that_is_opened_anew_is_for_anybody_again() {
        window.open();
        window.take(FIRST);

        window.open(Duration.ofSeconds(1));

        assertThat(window.isFor(SECOND)).isTrue();
    }

    @Test
    void T56_a_closed_window_is_for_nobody() {
        window.open();
        window.take(FIRST);

        window.close();

        assertThat(window.isFor(FIRST)).isFalse();
    }
}
