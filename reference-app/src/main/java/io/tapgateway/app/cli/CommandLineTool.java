package io.tapgateway.app.cli;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.Logs;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** Runs a command and says how it went. Confined to the main thread. */
public final class CommandLineTool {
    static final int FAILURE = 1;

    private static final Logger LOG = LoggerFactory.getLogger(CommandLineTool.class);
    private static final String DEFAULT_COMMAND = "run";
    private static final Set<String> FOR_THE_TOOL_ITSELF = Set.of("--help", "-h", "--version", "-V");

    private final Output output;

    public CommandLineTool(PrintWriter out, PrintWriter err) {
        this.output = new Output(out, err);
    }

    /** A tool that writes where programs write. */
    public static CommandLineTool onStandardStreams() {
        return new CommandLineTool(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    }

    /**
     * Runs one command.
     *
     * @return the exit code: 0 if it went well, 2 if it was not understood, otherwise 1 or the command's own
     */
    public int execute(List<String> arguments) {
        TapGatewayCommand root = new TapGatewayCommand();
        CommandLine commandLine = new CommandLine(root, new OutputFactory(output))
                .setOut(output.out())
                .setErr(output.err())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(this::misunderstood)
                .setExecutionExceptionHandler(this::failed)
                .setExecutionStrategy(parsed -> {
                    Logs.configure(root.verbose());
                    return new CommandLine.RunLast().execute(parsed);
                });
        // What follows the first word is the program's.
        commandLine.getSubcommands().forEach((name, it) -> it.setStopAtPositional(name.equals(SpawnCommand.NAME)));
        return commandLine.execute(withDefaultCommand(arguments).toArray(String[]::new));
    }

    /** No command means {@code run}, with or without options. */
    private static List<String> withDefaultCommand(List<String> arguments) {
        if (!arguments.isEmpty()
                && (!arguments.get(0).startsWith("-") || FOR_THE_TOOL_ITSELF.contains(arguments.get(0)))) {
            return arguments;
        }
        List<String> complete = new ArrayList<>();
        complete.add(DEFAULT_COMMAND);
        complete.addAll(arguments);
        return complete;
    }

    private int misunderstood(CommandLine.ParameterException failure, String[] arguments) {
        CommandLine where = failure.getCommandLine();
        output.complain(sentence(failure) + " See: " + where.getCommandSpec().qualifiedName() + " --help");
        return where.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String sentence(CommandLine.ParameterException failure) {
        if (failure instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String first = unmatched.getUnmatched().get(0);
            boolean isCommand = failure.getCommandLine().getParent() == null;
            String kind = first.startsWith("-") ? "option" : isCommand ? "command" : "argument";
            return "There is no " + kind + " '" + first + "'.";
        }
        String message = String.valueOf(failure.getMessage()).replaceFirst("^Error: ", "");
        return message.endsWith(".") ? message : message + ".";
    }

    private int failed(Exception failure, CommandLine where, CommandLine.ParseResult parsed) {
        if (failure instanceof Problem problem) {
            output.complain(problem.sentence());
        } else {
            LOG.error("'{}' failed", where.getCommandName(), failure);
            output.complain("'" + where.getCommandName() + "' failed because of a mistake in this program; "
                    + "run it with --verbose and report what it says.");
        }
        return FAILURE;
    }

    /** Gives every command the output. */
    private record OutputFactory(Output output) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (var constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == Output.class) {
                    return type.cast(constructor.newInstance(output));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }
}
