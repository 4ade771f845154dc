package io.tapgateway.app.cli.command;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.text.Meant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/**
 * Understands commands, wherever they are written, and says in one sentence what was not understood or has failed.
 * Confined to the thread of the command.
 */
public final class CommandParser {
    /** Exit code of what has failed. */
    public static final int FAILURE = 1;

    private static final Pattern CHOICE =
            Pattern.compile("(.*: )expected one of \\[(.*)] \\(case-insensitive\\) but was '(.*)'", Pattern.DOTALL);

    private static final Logger LOG = LoggerFactory.getLogger(CommandParser.class);

    private final Output output;
    private final List<Object> surroundings;

    /** @param surroundings what commands may ask for in their constructor, besides the output */
    public CommandParser(Output output, List<Object> surroundings) {
        this.output = output;
        this.surroundings = List.copyOf(surroundings);
    }

    /** The parser of a table of commands. */
    public CommandLine of(Object table) {
        return of(table, List.of());
    }

    /**
     * The same with more commands than the table itself names.
     *
     * @param commands their classes
     */
    public CommandLine of(Object table, List<Class<?>> commands) {
        CommandLine parser = new CommandLine(table, new Surroundings());
        // First, because they take over what is set below.
        commands.forEach(parser::addSubcommand);
        stopAtPrograms(parser);
        return parser.setOut(output.out())
                .setErr(output.err())
                .setCaseInsensitiveEnumValuesAllowed(true)
                // What somebody writes to a colleague may begin with "@".
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(this::misunderstood)
                .setExecutionExceptionHandler(this::failed);
    }

    /**
     * Runs what the words say. Help is given to whoever asks for that of a command that is there, at whatever depth.
     *
     * @param table as {@link #of} has made it
     * @return the exit code
     */
    public static int execute(CommandLine table, List<String> words) {
        return table.execute(upToUnknown(table, words).toArray(String[]::new));
    }

    private static List<String> upToUnknown(CommandLine table, List<String> words) {
        CommandLine at = table;
        for (int read = 0; read < words.size(); read++) {
            String word = words.get(read);
            if (!takesCommands(at) || word.startsWith("-")) {
                return words;
            }
            at = at.getSubcommands().get(word);
            if (at == null) {
                return words.subList(0, read + 1);
            }
        }
        return words;
    }

    /** Whether the next word can only be a command. */
    private static boolean takesCommands(CommandLine command) {
        return !command.getSubcommands().isEmpty()
                && command.getCommandSpec().positionalParameters().isEmpty();
    }

    private static void stopAtPrograms(CommandLine table) {
        table.getSubcommands().values().forEach(it -> {
            it.setStopAtPositional(ProgramWords.areTakenBy(it.getCommandSpec()));
            stopAtPrograms(it);
        });
    }

    private int misunderstood(CommandLine.ParameterException failure, String[] arguments) {
        CommandLine where = failure.getCommandLine();
        String command = (where.getCommandSpec().qualifiedName() + " --help").strip();
        output.complain(sentence(failure) + " See: " + (command.equals("--help") ? "help" : command));
        return where.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String sentence(CommandLine.ParameterException failure) {
        if (failure instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String first = unmatched.getUnmatched().get(0);
            String kind =
                    first.startsWith("-") ? "option" : takesCommands(failure.getCommandLine()) ? "command" : "argument";
            String meant = kind.equals("argument") ? "" : Meant.question(first, unmatched.getSuggestions());
            return "There is no " + kind + " '" + first + "'." + meant;
        }
        String message = String.valueOf(failure.getMessage())
                .replaceFirst("^Error: ", "")
                .replaceFirst("for option option ", "for option ")
                .replaceFirst("for positional parameter at index \\d+ \\((.*?)\\)", "for $1")
                .replaceFirst("is not an? (int|long)$", "is no whole number");
        Matcher choice = CHOICE.matcher(message);
        if (choice.matches()) {
            // Written as the help writes them.
            message = choice.group(1) + "must be one of " + choice.group(2).toLowerCase(Locale.ROOT) + ", not '"
                    + choice.group(3) + "'";
        }
        return message.endsWith(".") ? message : message + ".";
    }

    private int failed(Exception failure, CommandLine where, CommandLine.ParseResult parsed) {
        if (failure instanceof InterruptedException) {
            return Foreground.INTERRUPTED;
        }
        if (failure instanceof Problem problem) {
            output.complain(problem.sentence());
        } else {
            LOG.error("'{}' failed", where.getCommandName(), failure);
            output.complain("'" + where.getCommandName() + "' failed because of a mistake in this program; "
                    + "run it with --verbose and report what it says.");
        }
        return FAILURE;
    }

    /** Gives every command what its constructor asks for. */
    private final class Surroundings implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (var constructor : type.getDeclaredConstructors()) {
                List<Optional<Object>> arguments = Arrays.stream(constructor.getParameterTypes())
                        .map(this::ofType)
                        .toList();
                if (!arguments.isEmpty() && arguments.stream().allMatch(Optional::isPresent)) {
                    // Nobody else makes commands, so that they need not be open to all packages.
                    constructor.setAccessible(true);
                    return type.cast(constructor.newInstance(
                            arguments.stream().map(Optional::orElseThrow).toArray()));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }

        private Optional<Object> ofType(Class<?> type) {
            return type == Output.class
                    ? Optional.of(output)
                    : surroundings.stream().filter(type::isInstance).findFirst();
        }
    }
}
