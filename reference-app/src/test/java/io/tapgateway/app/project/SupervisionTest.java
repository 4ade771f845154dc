package io.tapgateway.app.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ProgramSpec.Restart;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.Restarts;
import io.tapgateway.programs.StartedProgram;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Secret;
import io.tapgateway.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

class SupervisionTest {
    private final Stage stage = new Stage();

    @Test
    void D041_the_token_of_a_dead_program_is_worthless_at_once_and_the_next_start_has_a_new_one() throws Exception {
        Supervision supervision = begun(Restart.ON_FAILURE);

        stage.newest().dies(1);
        assertThat(stage.revoked).containsExactly("token-1");
        stage.pass(Restarts.pauseAfter(1));

        assertThat(stage.started).hasSize(2);
        assertThat(stage.newest().token).isEqualTo("token-2");
        assertThat(supervision.view().state()).isEqualTo("running");
        assertThat(stage.revoked).containsExactly("token-1");
    }

    @Test
    void D228_pauses_double_until_a_minute_and_the_tenth_short_life_is_the_last() throws Exception {
        Supervision supervision = begun(Restart.ALWAYS);
        List<Long> pauses = new ArrayList<>();

        for (int life = 1; life < Restarts.MOST_SHORT_LIVES; life++) {
            stage.newest().dies(1);
            pauses.add(stage.nextDelay().orElseThrow().toSeconds());
            stage.pass(stage.nextDelay().orElseThrow());
        }
        assertThat(supervision.view().state()).isEqualTo("running");
        stage.newest().dies(1);

        assertThat(pauses).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
        assertThat(supervision.view().state()).isEqualTo("given_up");
        assertThat(stage.nextDelay()).isEmpty();
        assertThat(stage.told).last().asString().contains("is not started again");
    }

    @Test
    void a_long_life_makes_up_for_earlier_short_ones() throws Exception {
        Supervision supervision = begun(Restart.ON_FAILURE);
        stage.newest().dies(1);
        stage.pass(Duration.ofSeconds(1));
        stage.newest().dies(1);
        stage.pass(Duration.ofSeconds(2));
        assertThat(supervision.view().failures()).isEqualTo(2);

        stage.pass(Restarts.STEADY);
        stage.newest().dies(1);

        assertThat(supervision.view().failures()).isEqualTo(1);
        assertThat(stage.nextDelay()).contains(Restarts.pauseAfter(1));
    }

    @Test
    void whoever_ends_well_is_started_again_only_if_the_file_says_always() throws Exception {
        Supervision supervision = begun(Restart.ON_FAILURE);

        stage.words = "done";
        stage.newest().dies(0);

        assertThat(stage.told).containsExactly("ci has ended with exit code 0.");
        assertThat(supervision.view().state()).isEqualTo("ended");
        assertThat(supervision.view().exitCode()).hasValue(0);
        assertThat(stage.nextDelay()).isEmpty();
    }

    @Test
    void whoever_must_not_be_started_again_is_not() throws Exception {
        Supervision supervision = begun(Restart.NEVER);

        stage.words = " It said last: no module named ci (its log: /home/logs/ci.log)";
        stage.newest().dies(137);

        assertThat(stage.told)
                .containsExactly("ci has ended with exit code 137. It said last: no module named ci"
                        + " (its log: /home/logs/ci.log)");
        assertThat(supervision.view().state()).isEqualTo("ended");
        assertThat(stage.nextDelay()).isEmpty();
    }

    @Test
    void whoever_is_stopped_stays_so_also_while_waiting_to_be_started_again() throws Exception {
        Supervision running = begun(Restart.ALWAYS);
        running.stop();
        assertThat(stage.newest().stopped).isTrue();
        stage.newest().dies(143);
        assertThat(running.view().state()).isEqualTo("ended");

        Supervision waiting = begun(Restart.ALWAYS);
        stage.newest().dies(1);
        waiting.stop();
        stage.pass(Restarts.pauseAfter(Restarts.MOST_SHORT_LIVES));

        assertThat(waiting.view().state()).isEqualTo("ended");
        assertThat(stage.started).hasSize(2);
        assertThat(stage.revoked).containsExactly("token-1", "token-2");
    }

    @Test
    void D041_a_program_that_cannot_be_started_leaves_no_token_behind() {
        stage.startable = false;

        assertThatThrownBy(() -> begun(Restart.ALWAYS)).isInstanceOf(Problem.class);

        assertThat(stage.revoked).containsExactly("token-1");
    }

    private Supervision begun(Restart restart) throws Problem {
        ProgramSpec program = new ProgramSpec(
                new ProviderName("ci"), new Command(List.of("ci"), Path.of("/workspace"), Map.of()), restart);
        Supervision supervision = new Supervision(program, stage);
        supervision.begin();
        return supervision;
    }

    /** A program that lives and dies as the test says. */
    private static final class Actor implements StartedProgram {
        private final String token;
        private IntConsumer listener = code -> {};
        private boolean stopped;

        private Actor(String token) {
            this.token = token;
        }

        @Override
        public long pid() {
            return 4711;
        }

        @Override
        public void onEnd(IntConsumer interested) {
            listener = interested;
        }

        @Override
        public void stop() {
            stopped = true;
        }

        void dies(int code) {
            listener.accept(code);
        }
    }

    /** Virtual time, and a record of what was asked for. */
    private static final class Stage implements Supervision.Surroundings, ProgramThread {
        private final List<Actor> started = new ArrayList<>();
        private final List<String> revoked = new ArrayList<>();
        private final List<String> told = new ArrayList<>();
        private final ManualClock clock = ManualClock.create();
        private boolean startable = true;
        private String words = "";
        private int tokens;

        Actor newest() {
            return started.get(started.size() - 1);
        }

        Optional<Duration> nextDelay() {
            return clock.untilNext();
        }

        void pass(Duration time) {
            clock.advance(time);
        }

        @Override
        public ProgramThread thread() {
            return this;
        }

        @Override
        public Secret issueToken(ProgramSpec program) {
            tokens++;
            return Secret.of("token-" + tokens);
        }

        @Override
        public void revoke(Secret token) {
            revoked.add(token.reveal());
        }

        @Override
        public StartedProgram start(ProgramSpec program, Secret token) throws Problem {
            if (!startable) {
                throw new Problem("No.");
            }
            started.add(new Actor(token.reveal()));
            return newest();
        }

        @Override
        public String lastWords(ProgramSpec program) {
            return words;
        }

        @Override
        public void tell(String sentence) {
            told.add(sentence);
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void after(Duration delay, Runnable task) {
            var unused = clock.wakeAt(clock.nanos() + delay.toNanos(), task);
        }

        @Override
        public long nanos() {
            return clock.nanos();
        }
    }
}
