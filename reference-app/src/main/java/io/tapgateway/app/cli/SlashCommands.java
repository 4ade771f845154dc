package io.tapgateway.app.cli;

import io.tapgateway.app.terminal.Choice;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Table;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.command.Commands;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lines that begin with a slash: commands of the session, which only a person runs (Z-086). What they say is a note,
 * and so a line of the timeline, which the prompt shows. Confined to the main thread.
 */
final class SlashCommands {
    /** What such a line begins with. */
    static final String MARK = Commands.MARK;

    private final Output output;
    private final Function<String, Optional<SessionUser>> persons;
    private String inserted = "";

    /** @param persons the person at a session of that id */
    SlashCommands(Output output, Function<String, Optional<SessionUser>> persons) {
        this.output = output;
        this.persons = persons;
    }

    /**
     * The command of the prompt that such a line stands for, since zot has it with a slash (Z-105).
     *
     * @param words the first is the mark and the name, the second, if it is there, the rest of the line
     */
    static Optional<List<String>> ours(List<String> words) {
        String rest = words.size() > 1 ? words.get(1) : "";
        return switch (words.get(0)) {
            case MARK + "reload-ext" -> Optional.of(List.of(ExtCommand.NAME, ReloadExtensionsCommand.NAME));
            case MARK + ExtCommand.NAME ->
                Optional.of(Stream.concat(
                                Stream.of(ExtCommand.NAME),
                                Pattern.compile("\\s+")
                                        .splitAsStream(rest.strip())
                                        .filter(it -> !it.isEmpty()))
                        .toList());
            default -> Optional.empty();
        };
    }

    /**
     * Does what such a line says, and waits for it.
     *
     * @param words the first is the mark and the name, the second, if it is there, the rest of the line
     */
    void run(String session, List<String> words) {
        if (words.get(0).equals(MARK)) {
            list(session);
            return;
        }
        Optional<CompletionStage<CommandOutcome>> run =
                persons.apply(session).flatMap(it -> it.commands().run(String.join(" ", words)));
        if (run.isEmpty()) {
            output.complain("There is no command '" + words.get(0) + "' in this session; '" + MARK
                    + "' lists those there are.");
            return;
        }
        try {
            follow(run.get().toCompletableFuture().get());
        } catch (InterruptedException e) {
            output.complain("Not waited for any longer; what it wants later is done all the same.");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a bug in the care of commands", e);
        }
    }

    private void list(String session) {
        Table table = new Table("COMMAND", "DESCRIPTION", "WHOSE");
        commands(session)
                .forEach(it -> table.row(
                        PlainText.of(MARK + it.name()),
                        PlainText.of(it.about()),
                        PlainText.of(it.source().value())));
        output.table(table, "No command can be run in this session.");
    }

    private List<CommandOffer> commands(String session) {
        return persons.apply(session).map(it -> it.commands().list()).orElse(List.of());
    }

    private void follow(CommandOutcome outcome) {
        switch (outcome.action()) {
            case PROMPT -> output.remark("The agent is told: " + PlainText.of(outcome.text()));
            case INSERT -> inserted = outcome.text();
            case DISPLAY, ERROR, PANEL, NOOP -> {}
        }
    }

    /** What the next line is to begin with, once. */
    String takeInserted() {
        String text = PlainText.of(inserted);
        inserted = "";
        return text;
    }

    /** The names that begin so. */
    List<Choice> choices(String session, String begun) {
        return commands(session).stream()
                .filter(it -> (MARK + it.name()).startsWith(begun))
                .map(it -> Choice.of(MARK + it.name(), it.about()))
                .toList();
    }
}
