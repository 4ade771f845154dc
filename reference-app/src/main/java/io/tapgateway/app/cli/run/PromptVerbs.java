package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.complete.Completions;
import io.tapgateway.app.complete.KnownToGateway;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.terminal.Choice;
import io.tapgateway.app.terminal.PromptCommands;
import io.tapgateway.app.terminal.PromptInbox;
import io.tapgateway.user.SessionUser;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/**
 * What can be done at the prompt: the commands of the command line, about the gateway of this process and the session
 * in which the person is. Confined to the main thread, but for what {@link PromptCommands} says.
 */
final class PromptVerbs implements PromptCommands {
    private static final String HOME = "--home";
    private static final String SESSION = "--session";

    /** With a message the person goes on, and what was to be read by then was (Z-091). */
    private static final Set<String> SAYING = Set.of("say", "prompt");

    private final CommandParser parser;
    private final HomeDirectory home;
    private final PromptPlace place;
    private final PromptForeground foreground = new PromptForeground();
    private final PromptInbox inbox;
    private final Completions completions;
    private final Function<String, Optional<SessionUser>> persons;
    private final SlashCommands slash;

    /**
     * @param session where the person is at first
     * @param inbox what the person is asked
     * @param consoles where the person lets browsers say yes
     * @param extensions of all sessions
     * @param mcpServers of all sessions
     * @param persons whose commands begin with a slash, by sessions
     * @param workspaces where the person brings files back
     */
    PromptVerbs(
            Output output,
            HomeDirectory home,
            String session,
            PromptInbox inbox,
            ConfirmCommand.Consoles consoles,
            SessionExtensions extensions,
            SessionMcpServers mcpServers,
            Function<String, Optional<SessionUser>> persons,
            RestoreCommand.Workspaces workspaces) {
        this.home = home;
        this.inbox = inbox;
        this.place = new PromptPlace(session);
        this.parser = new CommandParser(
                output, List.of(foreground, place, inbox, consoles, extensions, mcpServers, workspaces));
        this.persons = persons;
        this.slash = new SlashCommands(output, persons);
        this.completions = new Completions(commands().getCommandSpec(), new KnownToGateway(home));
    }

    @Override
    public String prompt() {
        return place.session();
    }

    @Override
    public Optional<SessionUser> user() {
        return persons.apply(place.session());
    }

    @Override
    public void run(List<String> words) {
        inbox.commandBegins();
        try {
            foreground.run(() -> execute(words));
        } finally {
            inbox.commandEnds();
        }
    }

    private void execute(List<String> words) {
        Optional<List<String>> ours = SlashCommands.ours(words);
        if (ours.isPresent()) {
            var unused = CommandParser.execute(commands(), ours.get());
        } else if (words.get(0).startsWith(SlashCommands.MARK)) {
            slash.run(place.session(), words);
        } else {
            if (SAYING.contains(words.get(0))) {
                user().ifPresent(SessionUser::clearNotes);
            }
            var unused = CommandParser.execute(commands(), words);
        }
    }

    @Override
    public String begun() {
        return slash.takeInserted();
    }

    @Override
    public void interrupt() {
        foreground.interrupt();
    }

    @Override
    public boolean isOver() {
        return place.hasLeft();
    }

    @Override
    public List<Choice> choices(List<String> before, String begun) {
        return before.isEmpty() && begun.startsWith(SlashCommands.MARK)
                ? slash.choices(place.session(), begun)
                : completions.next(place.session(), before, begun);
    }

    /** Whether the command that runs shows the timeline of that session. */
    boolean shows(String session) {
        return foreground.shows(session);
    }

    /** A new one for each line, because commands remember what they were given. */
    private CommandLine commands() {
        CommandLine commands = parser.of(new PromptTable()).setDefaultValueProvider(this::defaultOf);
        commands.getSubcommands().values().forEach(PromptVerbs::adapt);
        return commands;
    }

    private String defaultOf(ArgSpec argument) {
        if (argument.isOption() && argument instanceof CommandLine.Model.OptionSpec option) {
            return switch (option.longestName()) {
                case HOME -> home.path().toString();
                case SESSION -> place.session();
                default -> argument.defaultValue();
            };
        }
        return argument.defaultValue();
    }

    /** There is no program here whose name would stand before the command. */
    private static void adapt(CommandLine command) {
        command.getHelpSectionMap()
                .put(
                        CommandLine.Model.UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                        help -> help.synopsis(help.synopsisHeadingLength()).stripLeading());
    }
}
