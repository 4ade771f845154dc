package io.tapgateway.emitters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tapgateway.emitters.RunningEmitter.State;
import io.tapgateway.emitters.model.DefinitionReader;
import io.tapgateway.emitters.model.EmitterConfig;
import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.EmitterLimits;
import io.tapgateway.emitters.model.RunTrace;
import io.tapgateway.emitters.model.RunTrace.Status;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.provider.ToolFailure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Emitters and their desk in virtual time. */
class RunningEmitterTest {
    private final EmitterStage stage = new EmitterStage();
    private final EmitterDesk desk = new EmitterDesk(stage);

    @Test
    void runs_again_at_its_distance_and_keeps_a_record_of_each_run() {
        RunningEmitter emitter = start("{'name':'a','command':['x'],'every':'10s','after':'3s'}");
        stage.pass(Duration.ofSeconds(2));
        assertThat(stage.started).isEmpty();

        stage.pass(Duration.ofSeconds(2));
        stage.newest().ends(0);
        stage.pass(Duration.ofSeconds(9));
        stage.pass(Duration.ofSeconds(2));
        stage.newest().ends(1);

        assertThat(stage.started).hasSize(2);
        assertThat(stage.records())
                .extracting(
                        RunTrace::id,
                        RunTrace::index,
                        RunTrace::status,
                        RunTrace::error,
                        it -> it.span().duration())
                .containsExactly(
                        tuple("run-2", 2, Status.FAILED, Optional.of("exit code 1"), Duration.ofSeconds(2)),
                        tuple("run-1", 1, Status.OK, Optional.empty(), Duration.ofSeconds(1)));
        assertThat(emitter.nextRun()).contains(Duration.ofSeconds(8));
    }

    @Test
    void a_run_that_takes_too_long_delays_the_next_one_and_what_was_missed_is_not_caught_up_with() {
        start("{'name':'a','command':['x'],'every':'10s'}");
        stage.pass(Duration.ofSeconds(35));
        assertThat(stage.started).hasSize(1);

        stage.newest().ends(0);
        stage.pass(Duration.ofMillis(4_999));
        assertThat(stage.started).hasSize(1);
        stage.pass(Duration.ofMillis(1));

        assertThat(stage.started).hasSize(2);
    }

    @Test
    void ends_after_its_only_run_and_may_be_started_again() {
        RunningEmitter emitter = start("{'name':'a','command':['x'],'once':true}");
        stage.pass(Duration.ZERO);
        assertThatThrownBy(() -> start("{'name':'a','command':['y']}"))
                .isInstanceOf(ToolFailure.class)
                .hasMessageContaining("there already; stop it first");

        stage.newest().ends(127);

        assertThat(emitter.state()).isEqualTo(State.ENDED);
        assertThat(stage.records().get(0).error())
                .hasValueSatisfying(it -> assertThat(it).contains("no such program"));
        assertThat(start("{'name':'a','command':['y']}").state()).isEqualTo(State.WAITING);
    }

    @Test
    void a_command_that_cannot_be_started_fails_its_run_and_is_tried_again_at_its_time() {
        stage.startable = false;
        RunningEmitter emitter = start("{'name':'a','command':['x'],'every':'1m'}");
        stage.pass(Duration.ofSeconds(61));

        assertThat(stage.records()).extracting(RunTrace::status).containsExactly(Status.FAILED, Status.FAILED);
        assertThat(emitter.state()).isEqualTo(State.WAITING);
    }

    @Test
    void a_command_that_leaves_so_many_outputs_open_is_not_run_again() {
        start("{'name':'a','command':['x'],'every':'1s'}");
        stage.pass(Duration.ZERO);
        for (int i = 0; i < EmitterLimits.OPEN_OUTPUTS; i++) {
            stage.newest().endsWithOutputOpen(0);
            stage.pass(Duration.ofSeconds(1));
        }
        assertThat(stage.started).hasSize(EmitterLimits.OPEN_OUTPUTS);
        assertThat(stage.records().get(0).error())
                .hasValueSatisfying(it -> assertThat(it).contains("still holds their output open"));

        stage.started.get(3).ends(0);
        stage.pass(Duration.ofSeconds(1));

        assertThat(stage.started).hasSize(EmitterLimits.OPEN_OUTPUTS + 1);
    }

    @Test
    void one_that_is_stopped_between_two_runs_runs_no_more() {
        RunningEmitter emitter = start("{'name':'a','command':['x'],'every':'1m'}");
        stage.pass(Duration.ofSeconds(1));
        stage.newest().ends(0);

        assertThat(emitter.stop().toCompletableFuture()).isCompleted();
        stage.pass(Duration.ofMinutes(5));

        assertThat(stage.started).hasSize(1);
        assertThat(emitter.state()).isEqualTo(State.STOPPED);
    }

    @Test
    void one_that_is_stopped_in_a_run_waits_for_the_end_of_its_command_and_says_nothing_more() {
        RunningEmitter emitter = start("{'name':'a','command':['x']}");
        stage.pass(Duration.ZERO);

        var stopped = emitter.stop().toCompletableFuture();
        assertThat(stage.newest().stopped).isTrue();
        assertThat(emitter.state()).isEqualTo(State.STOPPING);
        assertThat(stopped).isNotDone();
        stage.newest().prints("last words\n");
        stage.newest().ends(143);

        assertThat(stopped).isCompleted();
        assertThat(stage.events()).isEmpty();
        assertThat(stage.records()).extracting(RunTrace::status).containsExactly(Status.STOPPED);
        assertThat(stage.records().get(0).error()).isEmpty();
    }

    @Test
    void a_line_takes_the_level_of_the_first_rule_that_matches_or_that_of_its_emitter() {
        start("{'name':'a','command':['x'],'stream':'s','level':'surface','filter':["
                + "{'match':'^ok','outcome':'drop'},{'match':'fail','outcome':'inject'}]}");
        stage.pass(Duration.ZERO);

        stage.newest().prints("ok fail\nfail\nelse\n");

        assertThat(stage.events()).containsExactly("fail", "else");
        assertThat(stage.pushed).extracting(it -> it.level()).containsExactly(PushLevel.INJECT, PushLevel.SURFACE);
        assertThat(stage.pushed).allSatisfy(it -> {
            assertThat(it.stream()).contains(new StreamName("s"));
            assertThat(it.metadata().orElseThrow().json()).isEqualTo("{\"emitter\":\"a\",\"run\":\"run-1\"}");
        });
    }

    @Test
    void D189_lines_leave_no_faster_than_the_gateway_takes_them_and_none_is_lost_that_can_wait() {
        start("{'name':'a','command':['x']}");
        stage.pass(Duration.ZERO);
        for (int i = 0; i < EmitterLimits.EVENTS_PER_SECOND + 1; i++) {
            stage.newest().prints(i + "\n");
        }

        assertThat(stage.events()).hasSize(EmitterLimits.EVENTS_PER_SECOND);
        stage.pass(Duration.ofMillis(999));
        assertThat(stage.events()).hasSize(EmitterLimits.EVENTS_PER_SECOND);
        stage.pass(Duration.ofMillis(3));
        assertThat(stage.events()).hasSize(EmitterLimits.EVENTS_PER_SECOND + 1);
    }

    @Test
    void emitters_that_print_much_take_turns() {
        start("{'name':'a','command':['x']}");
        start("{'name':'b','command':['x']}");
        stage.pass(Duration.ZERO);
        for (int i = 0; i < EmitterLimits.EVENTS_PER_SECOND; i++) {
            stage.started.get(0).prints("a\n");
        }
        stage.started.get(0).prints("a\na\na\n");
        stage.started.get(1).prints("b\nb\n");

        stage.pass(Duration.ofSeconds(2));

        assertThat(stage.events().subList(EmitterLimits.EVENTS_PER_SECOND, EmitterLimits.EVENTS_PER_SECOND + 5))
                .containsExactly("b", "a", "b", "a", "a");
    }

    @Test
    void of_what_cannot_wait_the_oldest_lines_are_lost_and_the_next_one_says_how_many() {
        start("{'name':'a','command':['x']}");
        stage.pass(Duration.ZERO);
        int at = EmitterLimits.EVENTS_PER_SECOND;
        for (int i = 0; i < at + EmitterLimits.WAITING_LINES + 3; i++) {
            stage.newest().prints(i + "\n");
        }

        stage.pass(Duration.ofMillis(1_001));

        assertThat(stage.events().get(at)).isEqualTo(Integer.toString(at + 3));
        assertThat(stage.pushed.get(at).metadata().orElseThrow().json()).contains("\"lost\":3");
        assertThat(stage.pushed.get(at + 1).metadata().orElseThrow().json()).doesNotContain("lost");
        stage.pass(Duration.ofMinutes(1));
        assertThat(stage.events()).hasSize(at + EmitterLimits.WAITING_LINES);
    }

    @Test
    void a_prompt_is_injected_at_its_time_before_lines_that_wait() {
        start("{'name':'a','command':['x']}");
        start("{'name':'ask','prompt':'How is it?','every':'1h','after':'500s'}");
        stage.pass(Duration.ofSeconds(500).minusMillis(1));
        for (int i = 0; i < EmitterLimits.EVENTS_PER_SECOND + 5; i++) {
            stage.newest().prints(i + "\n");
        }

        stage.pass(Duration.ofSeconds(2));

        assertThat(stage.pushed.get(EmitterLimits.EVENTS_PER_SECOND).prompt()).contains("How is it?");
        assertThat(stage.pushed.get(EmitterLimits.EVENTS_PER_SECOND).level()).isEqualTo(PushLevel.INJECT);
        assertThat(stage.records()).extracting(RunTrace::status).containsExactly(Status.OK);
    }

    @Test
    void a_prompt_that_waits_is_not_asked_once_its_emitter_is_stopped() {
        start("{'name':'a','command':['x']}");
        stage.pass(Duration.ZERO);
        for (int i = 0; i < EmitterLimits.EVENTS_PER_SECOND; i++) {
            stage.newest().prints(i + "\n");
        }
        RunningEmitter ask = start("{'name':'ask','prompt':'How is it?'}");
        stage.pass(Duration.ofMillis(10));
        assertThat(ask.state()).isEqualTo(State.RUNNING);

        assertThat(ask.stop().toCompletableFuture()).isCompleted();
        stage.pass(Duration.ofSeconds(5));

        assertThat(stage.events()).doesNotContain("How is it?");
        assertThat(stage.records()).extracting(RunTrace::status).containsExactly(Status.STOPPED);
    }

    @Test
    void there_are_so_many_emitters_and_the_oldest_that_has_ended_makes_room() {
        for (int i = 0; i < EmitterLimits.EMITTERS; i++) {
            start("{'name':'e" + i + "','command':['x'],'stream':'s'}");
        }
        stage.pass(Duration.ZERO);
        assertThatThrownBy(() -> start("{'name':'more','command':['x'],'stream':'s'}"))
                .isInstanceOf(ToolFailure.class)
                .hasMessageContaining("There are " + EmitterLimits.EMITTERS + " emitters already; stop one first");

        stage.started.get(7).ends(0);
        start("{'name':'more','command':['x'],'stream':'s'}");

        assertThat(desk.all())
                .hasSize(EmitterLimits.EMITTERS)
                .noneMatch(it -> it.definition().name().value().equals("e7"));
    }

    @Test
    void what_a_session_begins_with_starts_as_a_whole_or_not_at_all() {
        RunningEmitter inTheWay = start("{'name':'b','command':['x']}");
        EmitterDefinition first = read("{'name':'a','command':['x']}");
        EmitterDefinition second = read("{'name':'b','command':['x']}");

        assertThatThrownBy(() -> desk.start(new EmitterConfig(List.of(), List.of(first, second))))
                .isInstanceOf(ToolFailure.class)
                .hasMessageContaining("'b' is there already");

        assertThat(desk.find(first.name()).isLive()).isFalse();
        assertThat(inTheWay.isLive()).isTrue();
    }

    @Test
    void D199_there_are_so_many_streams() {
        long most = Limit.STREAMS_PER_PROVIDER.standard();
        for (int i = 0; i < most; i++) {
            desk.use(new StreamName("s" + i));
        }

        desk.use(new StreamName("s0"));
        assertThatThrownBy(() -> start("{'name':'more','command':['x']}"))
                .isInstanceOf(ToolFailure.class)
                .hasMessageContaining("There are " + most + " streams already");
        assertThat(desk.all()).isEmpty();
    }

    @Test
    void D216_when_the_session_ends_all_are_stopped_and_none_can_be_started() {
        start("{'name':'a','command':['x']}");
        start("{'name':'b','prompt':'x','after':'1h'}");
        stage.pass(Duration.ofMillis(1));

        var closed = desk.close().toCompletableFuture();

        assertThat(closed).isNotDone();
        stage.newest().ends(143);
        assertThat(closed).isCompleted();
        assertThat(desk.isAnyLive()).isFalse();
        assertThatThrownBy(() -> start("{'name':'c','command':['x']}")).hasMessageContaining("The session is ending");
    }

    private RunningEmitter start(String definition) {
        return desk.start(read(definition));
    }

    private static EmitterDefinition read(String definition) {
        try {
            return new DefinitionReader(Optional.of(Path.of("/workspace")))
                    .emitter(JsonObject.of(JsonValue.parse(definition.replace('\'', '"'))));
        } catch (MalformedJson e) {
            throw new AssertionError(definition, e);
        }
    }
}
