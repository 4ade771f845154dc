package io.tapgateway.provider.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.model.ProgressAmount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RunningCallTest {
    private final List<ProviderMessage> sent = new ArrayList<>();
    private final RunningCall call =
            new RunningCall(ScriptedGateway.toolCall("c-1", "t", Map.of()), Optional.empty(), new ProviderChannel() {
                @Override
                public void send(ProviderMessage message) {
                    sent.add(message);
                }

                @Override
                public void close() {}
            });

    @Test
    void the_first_answer_counts_and_ends_the_call() {
        assertThat(call.begin()).isTrue();

        assertThat(call.answer()).isTrue();

        assertThat(call.answer()).isFalse();
        assertThat(call.cancel()).isFalse();
        assertThat(call.isCancelled()).isFalse();
    }

    @Test
    void a_cancelled_call_takes_no_answer() {
        assertThat(call.begin()).isTrue();

        assertThat(call.cancel()).isTrue();

        assertThat(call.isCancelled()).isTrue();
        assertThat(call.cancel()).isFalse();
        assertThat(call.answer()).isFalse();
    }

    @Test
    void a_call_that_is_over_before_the_executor_comes_to_it_does_not_begin() {
        assertThat(call.cancel()).isTrue();

        assertThat(call.begin()).isFalse();
    }

    @Test
    void a_call_that_the_executor_does_not_take_is_answered_without_having_begun() {
        assertThat(call.answer()).isTrue();

        assertThat(call.begin()).isFalse();
    }

    @Test
    void an_executor_that_runs_a_call_twice_is_told_so() {
        call.begin();

        assertThatThrownBy(call::begin)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("toRunning: the call is Running");
    }

    @Test
    void progress_is_sent_only_while_the_handler_is_at_work() {
        call.progress("too early");
        call.begin();
        call.progress("half");
        call.progress("nearly", ProgressAmount.of(9, 10));
        call.answer();
        call.progress("too late");
        call.progress("too late", ProgressAmount.of(10, 10));

        assertThat(sent)
                .containsExactly(
                        new ToolProgress(call.id(), "half"),
                        new ToolProgress(call.id(), "nearly", Optional.of(ProgressAmount.of(9, 10))));
    }

    @Test
    void the_handler_hears_of_a_cancellation_when_it_is_told() {
        AtomicBoolean heard = new AtomicBoolean();
        call.cancelled().thenRun(() -> heard.set(true));

        call.cancel();
        assertThat(heard).isFalse();

        call.tellHandler();
        assertThat(heard).isTrue();
    }
}
