package io.tapgateway.zot;

import static io.tapgateway.zot.Extensions.HELLO;
import static io.tapgateway.zot.Extensions.READY;
import static io.tapgateway.zot.Extensions.outcome;
import static io.tapgateway.zot.Extensions.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.programs.Restarts;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.user.command.CommandOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How programs of extensions end, and come back. At a real gateway; the programs do as the test says, and the
 * extensions' time is virtual.
 */
class ExtensionEndTest {
    private final Extensions extensions = new Extensions();

    @AfterEach
    void closeAll() {
        extensions.close();
    }

    private ScriptedExtension program() {
        return extensions.newest();
    }

    @Test
    void Z103_with_its_session_it_is_told_at_once_and_the_session_waits_for_its_end() {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        CompletableFuture<Void> closed = extensions.session.close().toCompletableFuture();

        extensions.untilHeard("shutdown", 1);
        assertThat(closed).isNotDone();
        extensions.time.pass(ExtensionRun.FAREWELL);
        extensions.until(closed::isDone);
    }

    @Test
    void Z100_an_end_ends_calls_and_takes_tools_along_and_Z102_the_program_comes_back() throws Exception {
        Extension extension = extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");
        extensions.untilHeard("tool_call", 1);

        extensions.end(extension, 137);

        assertThat(outcome(call).failedWith(ToolErrorCode.DISCONNECTED)).isTrue();
        extensions.time.pass(ExtensionProvider.DEBOUNCE);
        extensions.until(() -> extensions.started.size() == 2);
        program().says(HELLO, tool("read"), READY);
        extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
        extensions.time.pass(ExtensionProvider.DEBOUNCE);
        extensions.until(() -> extensions.tools().equals(List.of("read")));
    }

    @Test
    void Z101_who_says_nothing_more_is_ended() {
        extensions.ready();

        program().closesOutput();
        extensions.until(() -> program().heard("shutdown").size() == 1);
        extensions.time.pass(ExtensionRun.FAREWELL);

        assertThat(program().stopped).isTrue();
    }

    @Test
    void Z102_after_ten_short_lives_it_is_given_up() {
        Extension extension = extensions.ready();
        for (int life = 1; life <= Restarts.MOST_SHORT_LIVES; life++) {
            int before = life;
            extensions.until(() -> extensions.started.size() == before);
            program().says(HELLO, READY);
            extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
            extensions.end(extension, 1);
            extensions.until(() -> extension.view().state() != ExtensionView.State.READY);
            extensions.time.pass(Restarts.pauseAfter(life).minusMillis(1));
            assertThat(extensions.started).hasSize(life);
            extensions.time.pass(Duration.ofMillis(1));
        }

        assertThat(extension.view().state()).isEqualTo(ExtensionView.State.GIVEN_UP);
        assertThat(extension.view().failures()).isEqualTo(Restarts.MOST_SHORT_LIVES);
        assertThat(extensions.started).hasSize(Restarts.MOST_SHORT_LIVES);
    }

    @Test
    void Z103_who_is_closed_is_told_first() {
        Extension extension = extensions.ready(tool("read"));

        extension.stop();

        extensions.untilHeard("shutdown", 1);
        extensions.time.settle();
        assertThat(program().stopped).isFalse();
        extensions.time.pass(ExtensionRun.FAREWELL);
        assertThat(program().stopped).isTrue();
        extensions.until(() -> extensions.tools().isEmpty());
    }

    @Test
    void Z100_Z101_with_its_output_end_its_commands_and_questions_though_it_is_still_there() throws Exception {
        Extension extension = extensions.ready(Extensions.GUARD, "{\"type\":\"register_command\",\"name\":\"go\"}");
        extensions.untilGuarded();
        CompletableFuture<HookDecision> use = extensions.use();
        extensions.untilHeard("event_intercept", 1);
        CompletableFuture<CommandOutcome> outcome =
                Extensions.invoke(extension, "go", "").toCompletableFuture();
        extensions.untilHeard("command_invoked", 1);
        ScriptedExtension program = program();

        program.closesOutput();

        assertThat(outcome.get(30, TimeUnit.SECONDS).action()).isEqualTo(CommandOutcome.Action.ERROR);
        assertThat(((HookDecision.Deny) use.get(30, TimeUnit.SECONDS)).reason()).contains("it has ended");
        assertThat(extensions.user.commands().find("go")).isEmpty();
        assertThat(program.stopped).isFalse();
    }

    @Test
    void Z104_after_shutdown_the_answer_to_a_command_counts_no_more() throws Exception {
        Extension extension = extensions.ready("{\"type\":\"register_command\",\"name\":\"go\"}");
        CompletableFuture<CommandOutcome> outcome =
                Extensions.invoke(extension, "go", "").toCompletableFuture();
        extensions.untilHeard("command_invoked", 1);

        extension.stop();
        extensions.untilHeard("shutdown", 1);
        program().says("{\"type\":\"command_response\",\"id\":\"c-1\",\"action\":\"prompt\",\"prompt\":\"go on\"}");

        assertThat(outcome.get(30, TimeUnit.SECONDS).action()).isEqualTo(CommandOutcome.Action.ERROR);
        extensions.time.settle();
        assertThat(extensions.host.injected()).isEmpty();
    }
}
