package io.tapgateway.runtime.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunningProcessTest {
    private static final RunningProcess SELF = RunningProcess.current();

    @Test
    void this_one_is_alive_and_one_that_began_at_another_time_is_another() {
        assertThat(SELF.isAlive()).isTrue();
        assertThat(SELF.isThisOne()).isTrue();
        assertThat(new RunningProcess(SELF.pid(), Optional.of(Instant.EPOCH), Optional.empty()).isAlive())
                .isFalse();
    }

    @Test
    void is_read_back_as_it_was_written() throws Exception {
        assertThat(RunningProcess.read(JsonObject.of(JsonValue.parse(JsonWriter.toText(SELF::write)))))
                .isEqualTo(SELF);
    }

    /** When a process began is what the system's clock made of its ticks, so whoever sets the clock moves it. */
    @ParameterizedTest
    @ValueSource(longs = {-3_600, -3, 3, 3_600})
    @EnabledOnOs(OS.LINUX)
    void T51_a_process_is_the_same_after_the_clock_was_set(long seconds) {
        Optional<Instant> moved = SELF.started().map(it -> it.plus(Duration.ofSeconds(seconds)));

        assertThat(moved).isPresent();
        assertThat(new RunningProcess(SELF.pid(), moved, SELF.mark()).isAlive()).isTrue();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void T51_a_mark_is_of_one_process_of_one_boot() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(RunningProcess.of(other.toHandle()).mark())
                    .isPresent()
                    .isNotEqualTo(SELF.mark())
                    .isEqualTo(RunningProcess.of(other.toHandle()).mark());
        } finally {
            other.destroyForcibly();
        }
        Optional<String> ofAnotherBoot = SELF.mark().map(mark -> "00000000" + mark.substring(8));
        assertThat(new RunningProcess(SELF.pid(), SELF.started(), ofAnotherBoot).isAlive())
                .isFalse();
    }

    @Test
    void T51_without_a_mark_the_moment_counts() {
        RunningProcess unmarked = new RunningProcess(SELF.pid(), SELF.started(), Optional.empty());

        assertThat(unmarked.isAlive()).isTrue();
        assertThat(unmarked.mayBe(new RunningProcess(
                        SELF.pid(), SELF.started().map(it -> it.plusSeconds(3)), Optional.of("a mark"))))
                .isFalse();
    }
}
