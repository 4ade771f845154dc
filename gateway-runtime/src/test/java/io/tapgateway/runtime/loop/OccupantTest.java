package io.tapgateway.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.Policies;
import io.tapgateway.runtime.core.GatewayCore;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.RecordingEffects;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OccupantTest {
    private final Occupant occupant = new Occupant();

    @Test
    void a_thread_that_has_entered_and_not_left_may_be_in_the_core() {
        occupant.enter();

        assertThatCode(occupant::require).doesNotThrowAnyException();
    }

    @Test
    void a_thread_that_has_not_entered_may_not_be_in_the_core() {
        assertThatIllegalStateException()
                .isThrownBy(occupant::require)
                .withMessage("the core was entered from outside of its loop, by "
                        + Thread.currentThread().getName());
    }

    @Test
    void a_thread_that_has_left_may_not_be_in_the_core() {
        occupant.enter();
        occupant.leave();

        assertThatIllegalStateException().isThrownBy(occupant::require);
    }

    @Test
    void a_thread_may_not_be_in_the_core_while_another_is() {
        occupant.enter();

        CompletableFuture<Void> other = CompletableFuture.runAsync(occupant::require, command -> {
            Thread thread = new Thread(command);
            thread.start();
            join(thread);
        });

        assertThat(other).isCompletedExceptionally();
    }

    @Test
    void the_core_asks_on_every_entry() {
        GatewayCore core = new GatewayCore(
                Limits.standard(),
                new SystemEntropy(),
                () -> Instant.EPOCH,
                () -> 0,
                RecordingEffects.unobserved(),
                Policies.STANDARD,
                occupant);

        assertThatIllegalStateException().isThrownBy(() -> core.handle(new Input.Tick(), 0));
        assertThatIllegalStateException().isThrownBy(() -> core.contain(new Input.Tick(), 0));
        assertThatIllegalStateException().isThrownBy(core::nextDeadline);
        assertThatIllegalStateException().isThrownBy(core::readModel);
        assertThatIllegalStateException().isThrownBy(core::isClosed);
        assertThatIllegalStateException().isThrownBy(() -> core.issueDiscoveryToken(0));
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
