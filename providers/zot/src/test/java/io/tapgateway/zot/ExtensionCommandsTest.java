package io.tapgateway.zot;

import static io.tapgateway.zot.Extensions.READY;
import static io.tapgateway.zot.Extensions.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.command.Commands;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Commands of extensions, and what they say by themselves. At a real gateway; the programs do as the test says, and the
 * extensions' time is virtual.
 */
class ExtensionCommandsTest {
    private final Extensions extensions = new Extensions();

    @AfterEach
    void closeAll() {
        extensions.close();
    }

    private ScriptedExtension program() {
        return extensions.newest();
    }

    @Test
    void Z084_Z087_a_command_takes_the_rest_of_the_line_and_may_start_a_turn() throws Exception {
        Extension extension =
                extensions.ready("{\"type\":\"register_command\",\"name\":\"weather\",\"description\":\"now\"}");
        CompletableFuture<CommandOutcome> outcome =
                Extensions.invoke(extension, "Weather", "  in Berlin ").toCompletableFuture();
        extensions.untilHeard("command_invoked", 1);

        program().says("{\"type\":\"command_response\",\"id\":\"c-1\",\"action\":\"prompt\",\"prompt\":\"Say it.\"}");

        assertThat(outcome.get(30, TimeUnit.SECONDS))
                .isEqualTo(new CommandOutcome(CommandOutcome.Action.PROMPT, "Say it."));
        assertThat(program().heard("command_invoked").get(0).json())
                .isEqualTo("{\"type\":\"command_invoked\",\"id\":\"c-1\",\"name\":\"weather\",\"args\":\"in Berlin\"}");
        extensions.until(() -> extensions.host.injected().size() == 1);
        InjectedPrompt prompt = extensions.host.injected().get(0);
        assertThat(prompt.toString()).contains("Say it.");
    }

    @Test
    void Z084_arguments_are_left_out_where_there_are_none_and_may_have_32_KiB() throws Exception {
        Extension extension = extensions.ready("{\"type\":\"register_command\",\"name\":\"go\"}");
        Extensions.invoke(extension, "go", "");
        extensions.untilHeard("command_invoked", 1);
        assertThat(program().lines).last().isEqualTo("{\"type\":\"command_invoked\",\"id\":\"c-1\",\"name\":\"go\"}");

        Extensions.invoke(extension, "go", "a".repeat(ZotLimit.TEXT_BYTES.most()));
        extensions.untilHeard("command_invoked", 2);
        CommandOutcome outcome = Extensions.invoke(extension, "go", "a".repeat(ZotLimit.TEXT_BYTES.most() + 1))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);

        assertThat(outcome.action()).isEqualTo(CommandOutcome.Action.ERROR);
    }

    @Test
    void Z085_a_command_that_is_not_answered_ends_and_more_than_sixteen_wait_for_none() throws Exception {
        Extension extension = extensions.ready("{\"type\":\"register_command\",\"name\":\"go\"}");
        List<CompletableFuture<CommandOutcome>> all = IntStream.range(0, ZotLimit.COMMANDS_IN_FLIGHT.most())
                .mapToObj(i -> Extensions.invoke(extension, "go", "").toCompletableFuture())
                .toList();
        extensions.untilHeard("command_invoked", ZotLimit.COMMANDS_IN_FLIGHT.most());

        assertThat(Extensions.invoke(extension, "go", "")
                        .toCompletableFuture()
                        .get(30, TimeUnit.SECONDS)
                        .text())
                .contains("busy");
        extensions.time.pass(ExtensionChannel.COMMAND);
        for (CompletableFuture<CommandOutcome> one : all) {
            assertThat(one.get(30, TimeUnit.SECONDS).text()).contains("within 30 s");
        }
    }

    @Test
    void Z089_each_action_and_an_error_before_it() throws Exception {
        Extension extension = extensions.ready("{\"type\":\"register_command\",\"name\":\"go\"}");

        Map<String, CommandOutcome.Action> expected = Map.of(
                "\"action\":\"display\",\"display\":\"x\"", CommandOutcome.Action.DISPLAY,
                "\"action\":\"insert\",\"insert\":\"x\"", CommandOutcome.Action.INSERT,
                "\"action\":\"noop\"", CommandOutcome.Action.NOOP,
                "\"action\":\"\"", CommandOutcome.Action.NOOP,
                "\"action\":\"dance\"", CommandOutcome.Action.ERROR,
                "\"action\":\"display\",\"error\":\"x\"", CommandOutcome.Action.ERROR);
        int count = 0;
        for (Map.Entry<String, CommandOutcome.Action> each : expected.entrySet()) {
            CompletableFuture<CommandOutcome> outcome =
                    Extensions.invoke(extension, "go", "").toCompletableFuture();
            extensions.untilHeard("command_invoked", ++count);
            program()
                    .says("{\"type\":\"command_response\",\"id\":\"" + program().idOf("command_invoked") + "\","
                            + each.getKey() + "}");
            assertThat(outcome.get(30, TimeUnit.SECONDS).action()).isEqualTo(each.getValue());
        }
    }

    @Test
    void Z082_a_hundred_commands_are_had_whose_names_have_no_slash_and_at_most_64_characters() {
        List<String> frames = IntStream.rangeClosed(0, Commands.MOST_PER_SOURCE)
                .mapToObj(i -> "{\"type\":\"register_command\",\"name\":\"c" + i + "\"}")
                .collect(Collectors.toList());
        frames.add(0, "{\"type\":\"register_command\",\"name\":\"a/b\"}");
        frames.add(0, "{\"type\":\"register_command\",\"name\":\"" + "n".repeat(65) + "\"}");
        frames.add(0, "{\"type\":\"register_command\",\"name\":\"" + "n".repeat(64) + "\"}");

        Extension extension = extensions.ready(frames.toArray(String[]::new));

        assertThat(extension.view().commands()).hasSize(Commands.MOST_PER_SOURCE);
        assertThat(extension.view().problems()).hasSize(4);
    }

    @Test
    void Z082_names_that_differ_in_their_letters_only_are_one() throws Exception {
        Extension extension = extensions.ready(
                "{\"type\":\"register_command\",\"name\":\"Plan\"}",
                "{\"type\":\"register_command\",\"name\":\"plan\"}");

        Extensions.invoke(extension, "PLAN", "");

        extensions.untilHeard("command_invoked", 1);
        assertThat(program().lines).last().asString().contains("\"name\":\"Plan\"");
        assertThat(extension.view().commands())
                .extracting(ExtensionCommand::name)
                .containsExactly("Plan");
        assertThat(extension.view().problems())
                .containsExactly("its command 'plan' cannot be had: it has 'Plan' already");
    }

    @Test
    void Z090_what_is_submitted_reaches_the_agent_trimmed() {
        extensions.ready();

        program().says("{\"type\":\"submit\",\"text\":\"  \"}", "{\"type\":\"submit\",\"text\":\" look \"}");

        extensions.until(() -> extensions.host.injected().size() == 1);
        assertThat(extensions.host.injected().get(0).toString()).contains("look");
    }

    @Test
    void Z090_U125_a_flood_is_held_back_with_a_warning_until_the_user_acts_and_keeps_no_other_from_speaking() {
        extensions.ready();
        ScriptedExtension flooding = program();
        extensions.start("other");
        program().says("{\"type\":\"hello\",\"name\":\"other\"}", READY);
        extensions.until(() -> extensions.set.all().get(1).view().state() == ExtensionView.State.READY);

        for (int i = 0; i < 40; i++) {
            flooding.says("{\"type\":\"submit\",\"text\":\"flood " + i + "\"}");
        }
        untilIdle(() -> !warnings().isEmpty());
        program().says("{\"type\":\"submit\",\"text\":\"mine\"}");

        untilIdle(() -> prompted("mine") == 1);
        assertThat(prompted("flood")).isEqualTo(4);
        assertThat(warnings())
                .containsExactly(
                        "demo may not inject any more until the user has done something: too many turns in a row");
        extensions.session.publish(SessionHostEvent.userMessage("go on").asHearsay());
        extensions.session.idle();
        assertThat(prompted("flood")).isEqualTo(4);
        extensions.session.publish(SessionHostEvent.userMessage("go on"));
        untilIdle(() -> prompted("flood") == 8);
        extensions.session.userActed();
        untilIdle(() -> prompted("flood") > 8);
    }

    private List<String> warnings() {
        return extensions.host.timeline().stream()
                .map(TimelineEntry::text)
                .filter(it -> it.contains("may not inject"))
                .toList();
    }

    private long prompted(String what) {
        return extensions.host.injected().stream()
                .filter(it -> it.text().startsWith(what))
                .count();
    }

    /** The agent is told one thing at a time. */
    private void untilIdle(BooleanSupplier holds) {
        extensions.until(() -> {
            extensions.session.idle();
            return holds.getAsBoolean();
        });
    }

    @Test
    void Z091_ten_notes_a_second_are_shown() {
        extensions.ready();
        for (int i = 0; i < SessionUser.MOST_NOTES_PER_SECOND + 5; i++) {
            program().says("{\"type\":\"notify\",\"level\":\"warn\",\"message\":\"n" + i + "\"}");
        }
        program().says("{\"type\":\"submit\",\"text\":\"all said\"}");
        extensions.until(() -> extensions.host.injected().size() == 1);
        assertThat(extensions.notes).hasSize(SessionUser.MOST_NOTES_PER_SECOND).contains("WARN n0", "WARN n9");

        extensions.time.pass(Duration.ofSeconds(1));
        program().says("{\"type\":\"notify\",\"level\":\"loud\",\"message\":\"again\"}");

        extensions.until(() -> extensions.notes.contains("INFO again"));
    }

    @Test
    void Z106_what_its_commands_say_at_its_end_goes_with_it() {
        Extension extension = extensions.ready("{\"type\":\"register_command\",\"name\":\"go\"}");
        extensions.until(() -> extensions.user.commands().find("go").isPresent());
        CompletableFuture<CommandOutcome> running =
                extensions.user.commands().run("/go").orElseThrow().toCompletableFuture();
        extensions.untilHeard("command_invoked", 1);

        CompletableFuture<Void> gone = extension.stop().toCompletableFuture();
        extensions.untilWithin(ExtensionRun.FAREWELL, gone::isDone);

        assertThat(running.join().action()).isEqualTo(CommandOutcome.Action.ERROR);
        assertThat(extensions.notes).containsExactly("ERROR demo has ended.");
        assertThat(extensions.user.notes()).isEmpty();
    }
}
