package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.extension.ExtCommand;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.terminal.Choice;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.Note;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.command.Commands;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
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

    /** What questions are answered with, which is no command of a session: each place has its own way. */
    private static final Map<String, String> ANSWERS = new TreeMap<>(Map.of(
            MARK + "approve", "Say yes to what the session asks.",
            MARK + "deny", "Say no to it.",
            MARK + "answer", "Answer what an agent wants to know."));

    private final Output output;
    private final Function<String, Optional<SessionUser>> persons;
    private String inserted = "";

    /** @param persons the person at a session of that id */
    SlashCommands(Output output, Function<String, Optional<SessionUser>> persons) {
        this.output = output;
        this.persons = persons;
    }

    /**
     * The command of the prompt that such a line stands for, since zot has it with a slash (Z-083, Z-105).
     *
     * @param words the first is the mark and the name, the second, if it is there, the rest of the line
     */
    static Optional<List<String>> ours(List<String> words) {
        String rest = words.size() > 1 ? words.get(1) : "";
        String name = words.get(0).toLowerCase(Locale.ROOT);
        if (name.equals(MARK + SessionExtensions.RELOAD)) {
            return Optional.of(List.of(ExtCommand.NAME, ReloadExtensionsCommand.NAME));
        }
        return name.equals(MARK + ExtCommand.NAME) || ANSWERS.containsKey(name)
                ? Optional.of(Stream.concat(
                                Stream.of(name.substring(MARK.length())),
                                Pattern.compile("\\s+")
                                        .splitAsStream(rest.strip())
                                        .filter(it -> !it.isEmpty()))
                        .toList())
                : Optional.empty();
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
        Optional<SessionUser> user = persons.apply(session);
        Optional<CommandOffer> command = user.flatMap(it -> it.commands().find(name(words)));
        Optional<CompletionStage<CommandOutcome>> run =
                user.flatMap(it -> it.commands().run(String.join(" ", words)));
        if (command.isEmpty() || run.isEmpty()) {
            output.complain("There is no command '" + words.get(0) + "' in this session; '" + MARK
                    + "' lists those there are.");
            return;
        }
        CompletableFuture<CommandOutcome> outcome = run.get().toCompletableFuture();
        try {
            follow(outcome.get());
        } catch (InterruptedException e) {
            output.complain("Not waited for any longer; what it wants later is done all the same.");
            var unused = outcome.thenAccept(late -> insert(late, command.get().source(), user.get()));
        } catch (ExecutionException e) {
            throw new IllegalStateException("a bug in the care of commands", e);
        }
    }

    private static String name(List<String> words) {
        return words.get(0).substring(MARK.length());
    }

    /** What comes too late for the next line goes into the one that is written by then, or is a note (Z-088). */
    private static void insert(CommandOutcome late, ProviderName source, SessionUser user) {
        if (late.action() == CommandOutcome.Action.INSERT && !user.insert(source, late.text())) {
            user.note(new Note(source, Note.Level.INFO, late.text()));
        }
    }

    private void list(String session) {
        Table table = new Table("COMMAND", "DESCRIPTION", "WHOSE");
        commands(session)
                .forEach(it -> table.row(
                        PlainText.of(MARK + it.name()),
                        PlainText.of(it.about()),
                        PlainText.of(it.source().value())));
        ANSWERS.forEach((name, about) -> table.row(name, about, SessionUser.GATEWAY.value()));
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
        return Stream.concat(
                        commands(session).stream().map(it -> Choice.of(MARK + it.name(), it.about())),
                        ANSWERS.entrySet().stream().map(it -> Choice.of(it.getKey(), it.getValue())))
                .filter(it -> it.word().startsWith(begun))
                .toList();
    }
}
