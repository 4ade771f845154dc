package io.tapgateway.app.cli;

import io.tapgateway.app.extension.OfferedCommand;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.terminal.Choice;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.zot.CommandOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lines that begin with a slash: commands of the session's extensions, which only a person runs (Z-086). Confined to
 * the main thread.
 */
final class SlashCommands {
    /** What such a line begins with. */
    static final String MARK = "/";

    private final Output output;
    private final SessionExtensions extensions;
    private String inserted = "";

    SlashCommands(Output output, SessionExtensions extensions) {
        this.output = output;
        this.extensions = extensions;
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
        String name = words.get(0).substring(MARK.length());
        if (name.isEmpty()) {
            list(session);
            return;
        }
        String args = words.size() > 1 ? words.get(1) : "";
        Optional<CompletionStage<CommandOutcome>> run = extensions.run(new SessionId(session), name, args);
        if (run.isEmpty()) {
            output.complain(
                    "There is no command '" + MARK + name + "' in this session; '" + MARK + "' lists those there are.");
            return;
        }
        try {
            show(run.get().toCompletableFuture().get());
        } catch (InterruptedException e) {
            output.complain("Not waited for any longer; what it wants later is done all the same.");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a bug in the care of extensions", e);
        }
    }

    private void list(String session) {
        Table table = new Table("COMMAND", "DESCRIPTION", "EXTENSION");
        extensions
                .commands(new SessionId(session))
                .forEach(it -> table.row(
                        PlainText.of(MARK + it.name()), PlainText.of(it.description()), PlainText.of(it.source())));
        output.table(table, "No extension has a command in this session.");
    }

    private void show(CommandOutcome outcome) {
        switch (outcome.action()) {
            case PROMPT -> output.remark("The agent is told: " + PlainText.of(outcome.text()));
            case INSERT -> inserted = outcome.text();
            case DISPLAY -> outcome.text().lines().forEach(it -> output.line(PlainText.of(it)));
            case ERROR -> output.complain(PlainText.of(outcome.text()));
            case NOOP -> {}
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
        return extensions.commands(new SessionId(session)).stream()
                .filter(it -> (MARK + it.name()).startsWith(begun))
                .map(SlashCommands::choice)
                .toList();
    }

    private static Choice choice(OfferedCommand command) {
        return Choice.of(MARK + command.name(), command.description());
    }
}
