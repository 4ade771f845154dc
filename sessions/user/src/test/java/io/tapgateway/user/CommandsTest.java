package io.tapgateway.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.command.CommandHandler;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.command.Commands;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Commands that a person runs. */
final class CommandsTest {
    private static final ProviderName HELLO = new ProviderName("hello");
    private static final ProviderName OTHER = new ProviderName("other");

    private final SessionUser user = SessionUser.create(() -> 0);
    private final Commands commands = user.commands();
    private final List<String> ran = new ArrayList<>();

    private static CommandOffer offer(ProviderName source, int rank, String name) {
        return new CommandOffer(source, rank, name, "Does something.");
    }

    private CommandHandler saying(String who) {
        return args -> {
            ran.add(who + "(" + args + ")");
            return CompletableFuture.completedFuture(CommandOutcome.nothing());
        };
    }

    private static CommandHandler answering(CommandOutcome.Action action, String text) {
        return args -> CompletableFuture.completedFuture(new CommandOutcome(action, text));
    }

    private CommandOutcome run(String line) {
        return commands.run(line).orElseThrow().toCompletableFuture().join();
    }

    @Test
    void Z082_a_command_is_found_as_it_is_written_or_in_other_letters() {
        commands.register(offer(HELLO, 1, "Greet"), saying("greet"));

        run("/greet  Ada  and Bob ");
        run("Greet");

        assertThat(ran).containsExactly("greet(Ada  and Bob)", "greet()");
        assertThat(commands.find("GREET").orElseThrow().name()).isEqualTo("Greet");
        assertThat(commands.run("/gree")).isEmpty();
    }

    @Test
    void Z082_names_have_sixty_four_characters_and_a_source_a_hundred() {
        String longest = "x".repeat(CommandOffer.MOST_OF_NAME);
        assertThat(offer(HELLO, 1, longest).name()).hasSize(64);
        assertThatThrownBy(() -> offer(HELLO, 1, longest + "x")).isInstanceOf(IllegalArgumentException.class);
        for (String bad : List.of("", "a b", "a/b", "a\u0007", "a\u00a0b")) {
            assertThatThrownBy(() -> offer(HELLO, 1, bad)).isInstanceOf(IllegalArgumentException.class);
        }
        for (int i = 0; i < Commands.MOST_PER_SOURCE; i++) {
            commands.register(offer(HELLO, 1, "c" + i), saying("c"));
        }

        assertThatThrownBy(() -> commands.register(offer(HELLO, 1, "more"), saying("c")))
                .hasMessage("hello has 100 commands already.");
        commands.register(offer(HELLO, 1, "c7"), saying("again"));
        run("/c7");
        assertThat(ran).containsExactly("again()");
        assertThat(new CommandOffer(HELLO, 1, "a", "y".repeat(201)).about()).hasSize(200);
    }

    @Test
    void Z083_names_of_ours_are_nobody_elses() {
        assertThatThrownBy(() -> commands.register(offer(HELLO, 1, "Clear"), saying("mine")))
                .hasMessage("'Clear' is a command of the gateway.");
        assertThat(commands.list()).extracting(CommandOffer::name).containsExactly("help", "clear", "panel");
    }

    @Test
    void Z051_the_better_rank_has_a_name_and_the_next_one_gets_it() {
        commands.register(offer(OTHER, 2, "greet"), saying("other"));
        Commands.Offered best = commands.register(offer(HELLO, 1, "GREET"), saying("hello"));
        run("greet");

        best.close();
        best.close();
        run("greet");

        assertThat(ran).containsExactly("hello()", "other()");
        assertThat(commands.list())
                .extracting(CommandOffer::source)
                .contains(OTHER)
                .doesNotContain(HELLO);
    }

    @Test
    void Z084_thirty_two_KiB_may_follow_a_name() {
        commands.register(offer(HELLO, 1, "count"), args -> {
            ran.add(Integer.toString(args.length()));
            return CompletableFuture.completedFuture(CommandOutcome.nothing());
        });

        run("/count " + "x".repeat(Commands.MOST_OF_ARGS));
        CommandOutcome beyond = run("/count " + "x".repeat(Commands.MOST_OF_ARGS + 1));

        assertThat(ran).containsExactly("32768");
        assertThat(beyond.action()).isEqualTo(CommandOutcome.Action.ERROR);
    }

    @Test
    void Z089_what_a_command_says_becomes_a_note_of_its_source() {
        commands.register(offer(HELLO, 1, "say"), answering(CommandOutcome.Action.DISPLAY, "well"));
        commands.register(offer(HELLO, 1, "fail"), answering(CommandOutcome.Action.ERROR, "no"));
        commands.register(offer(HELLO, 1, "type"), answering(CommandOutcome.Action.INSERT, "text"));

        run("/say");
        run("/fail");
        CommandOutcome typed = run("/type");

        assertThat(user.notes())
                .extracting(KeptNote::note)
                .containsExactly(new Note(HELLO, Note.Level.INFO, "well"), new Note(HELLO, Note.Level.ERROR, "no"));
        assertThat(typed).isEqualTo(new CommandOutcome(CommandOutcome.Action.INSERT, "text"));
    }

    @Test
    void Z089_a_handler_that_fails_is_an_error_without_details() {
        commands.register(offer(HELLO, 1, "throw"), args -> {
            throw new IllegalStateException("secret");
        });
        commands.register(
                offer(HELLO, 1, "fail"), args -> CompletableFuture.failedFuture(new IllegalStateException("secret")));

        assertThat(run("/throw")).isEqualTo(CommandOutcome.failed("The command has failed."));
        assertThat(run("/fail")).isEqualTo(CommandOutcome.failed("The command has failed."));
    }

    @Test
    void Z083_ours_list_the_commands_and_clear_the_notes() {
        commands.register(offer(HELLO, 1, "greet"), saying("greet"));

        assertThat(run("/help").text()).contains("/greet  Does something.").contains("/clear");
        assertThat(user.notes()).hasSize(1);
        run("/clear");
        assertThat(user.notes()).isEmpty();
    }

    @Test
    void Z106_commands_leave_with_their_source_and_with_the_session() {
        commands.register(offer(HELLO, 1, "greet"), saying("greet"));
        user.leave(HELLO);
        assertThat(commands.find("greet")).isEmpty();

        user.end();
        commands.register(offer(HELLO, 1, "late"), saying("late"));

        assertThat(commands.list()).isEmpty();
    }
}
