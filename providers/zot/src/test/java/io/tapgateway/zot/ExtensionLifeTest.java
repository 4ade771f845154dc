package io.tapgateway.zot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

/** A state leads nowhere but where it says, and says so. */
class ExtensionLifeTest {
    private static final ExtensionView.State ENDED = ExtensionView.State.ENDED;

    @Test
    void what_a_state_does_not_lead_to_is_refused_with_the_operation_and_the_state() {
        assertThatIllegalStateException()
                .isThrownBy(() -> ExtensionLife.begin().toReady())
                .withMessage("toReady: the extension is Unbegun");
        assertThatIllegalStateException()
                .isThrownBy(() -> ExtensionLife.begin().toStopped(ENDED).toSpawning())
                .withMessage("toSpawning: the extension is Gone");
        assertThatIllegalStateException()
                .isThrownBy(() -> RunStage.begin().toReady())
                .withMessage("toReady: the program is AwaitHello");
    }

    @Test
    void who_is_stopped_while_its_program_is_being_started_is_gone_only_after_that() {
        ExtensionLife stopped = ExtensionLife.begin().toSpawning().toStopped(ENDED);

        assertThat(stopped.isStopped()).isTrue();
        assertThat(stopped.isGone()).isFalse();
        assertThat(stopped.toGone().isGone()).isTrue();
    }

    @Test
    void who_has_waited_once_is_never_undecided_again() {
        ExtensionLife first = ExtensionLife.begin().toSpawning();
        ExtensionLife again = new ExtensionLife.Spawning(true).toWaiting().toSpawning();

        assertThat(first.isUndecided()).isTrue();
        assertThat(again.isUndecided()).isFalse();
    }

    @Test
    void what_a_program_says_while_it_ends_does_not_count_and_it_is_silent_after_that() {
        RunStage ending = RunStage.begin().toRegistering().toReady().toEnding();

        assertThat(ending.isHeard()).isFalse();
        assertThat(ending.isSilent()).isFalse();
        assertThat(ending.toSilent().isSilent()).isTrue();
    }
}
