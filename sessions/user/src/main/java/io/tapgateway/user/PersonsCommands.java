package io.tapgateway.user;

import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.command.CommandHandler;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.command.Commands;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commands of a person's session, of which three are its own, and what follows from running one. Thread-safe. */
final class PersonsCommands implements Commands {
    private static final Logger LOG = LoggerFactory.getLogger(PersonsCommands.class);

    private static final CommandOffer HELP = own("help", "List the commands of this session.");
    private static final CommandOffer CLEAR = own("clear", "Forget all notes.");
    private static final CommandOffer PANEL = own("panel", "Open the panel that somebody offers: /panel NAME.");

    private final Person person;

    PersonsCommands(Person person) {
        this.person = person;
    }

    /** Offers what every session has. */
    void offerOwn() {
        own(HELP, args -> help());
        own(CLEAR, args -> {
            person.clearNotes();
            return CommandOutcome.nothing();
        });
        own(PANEL, this::reveal);
    }

    /** What can be done at once. */
    private interface OwnCommand {
        CommandOutcome run(String args);
    }

    private static CommandOffer own(String name, String about) {
        return new CommandOffer(SessionUser.GATEWAY, 0, name, about);
    }

    private void own(CommandOffer offer, OwnCommand command) {
        var unused = register(offer, args -> CompletableFuture.completedFuture(command.run(args)));
    }

    private CommandOutcome help() {
        return new CommandOutcome(
                CommandOutcome.Action.DISPLAY,
                list().stream().map(it -> MARK + it.name() + "  " + it.about()).collect(Collectors.joining("\n")));
    }

    private CommandOutcome reveal(String source) {
        return person.change(it -> it.reveal(source))
                ? person.panel()
                        .map(it -> new CommandOutcome(
                                CommandOutcome.Action.PANEL, it.id().value()))
                        .orElseGet(CommandOutcome::nothing)
                : CommandOutcome.failed("Nobody of that name offers a panel now.");
    }

    @Override
    public Offered register(CommandOffer offer, CommandHandler handler) {
        CommandBook.Entry entry = person.change(it -> it.offer(offer, handler));
        return () -> person.does(it -> it.takeBack(entry));
    }

    @Override
    public List<CommandOffer> list() {
        return person.change(SessionBook::commands);
    }

    @Override
    public Optional<CommandOffer> find(String name) {
        return person.change(it -> it.command(name)).map(CommandBook.Entry::offer);
    }

    @Override
    public Optional<CompletionStage<CommandOutcome>> run(String line) {
        String[] words = line.strip().split("\\s+", 2);
        String name = words[0].startsWith(MARK) ? words[0].substring(MARK.length()) : words[0];
        String args = words.length > 1 ? words[1].strip() : "";
        return person.change(it -> it.command(name)).map(entry -> run(entry, args));
    }

    private CompletionStage<CommandOutcome> run(CommandBook.Entry entry, String args) {
        ProviderName source = entry.offer().source();
        return started(entry, args)
                .exceptionally(failure -> {
                    LOG.warn("The command {} of {} has failed", entry.offer().name(), source, failure);
                    return CommandOutcome.failed("The command has failed.");
                })
                .thenApply(outcome -> {
                    levelOf(outcome).ifPresent(level -> person.note(new Note(source, level, outcome.text())));
                    return outcome;
                });
    }

    private static CompletionStage<CommandOutcome> started(CommandBook.Entry entry, String args) {
        if (!Utf8Length.fits(args, MOST_OF_ARGS)) {
            return CompletableFuture.completedFuture(
                    CommandOutcome.failed("What follows a command has at most " + MOST_OF_ARGS + " bytes."));
        }
        try {
            return entry.handler().run(args);
        } catch (RuntimeException broken) {
            return CompletableFuture.failedFuture(broken);
        }
    }

    /** How it is noted, if it is (Z-089). */
    private static Optional<Note.Level> levelOf(CommandOutcome outcome) {
        return switch (outcome.action()) {
            case DISPLAY -> Optional.of(Note.Level.INFO);
            case ERROR -> Optional.of(Note.Level.ERROR);
            case PROMPT, INSERT, PANEL, NOOP -> Optional.empty();
        };
    }
}
