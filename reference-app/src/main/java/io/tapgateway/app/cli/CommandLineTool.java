package io.tapgateway.app.cli;

import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.Logs;
import io.tapgateway.app.text.Paint;
import io.tapgateway.app.text.ProgramName;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jline.terminal.impl.exec.ExecTerminalProvider;
import org.jline.terminal.spi.SystemStream;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Runs a command and says how it went. Confined to the main thread. */
public final class CommandLineTool {
    private static final String DEFAULT_COMMAND = "run";
    private static final Set<String> FOR_THE_TOOL_ITSELF = Set.of("--help", "-h", "--version", "-V");

    private final Output output;

    public CommandLineTool(PrintWriter out, PrintWriter err) {
        this(out, err, () -> Paint.NONE);
    }

    private CommandLineTool(PrintWriter out, PrintWriter err, Supplier<Paint> paint) {
        this.output = Output.ofProgram(out, err, paint);
    }

    /** A tool that writes where programs write, in colours if that is a terminal. */
    public static CommandLineTool onStandardStreams() {
        return new CommandLineTool(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                () -> StandardOutput.PAINT);
    }

    /**
     * Runs one command.
     *
     * @return the exit code: 0 if it went well, 2 if it was not understood, otherwise 1 or the command's own
     */
    public int execute(List<String> arguments) {
        TapGatewayCommand root = new TapGatewayCommand();
        List<String> words = withDefaultCommand(arguments);
        CommandLine commandLine = new CommandParser(output, List.of(new ProcessForeground()))
                .of(root, TapGatewayCommand.commands(words.get(0)))
                .setExecutionStrategy(parsed -> {
                    Logs.configure(root.verbose());
                    return new CommandLine.RunLast().execute(parsed);
                });
        commandLine
                .getHelpSectionMap()
                .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new GroupedHelp(TapGatewayCommand.groups()));
        commandLine.getCommandSpec().usageMessage().commandListHeading("");
        writeAsTyped(commandLine);
        try {
            SettingsDefaults.of(words).ifPresent(commandLine::setDefaultValueProvider);
        } catch (Problem problem) {
            output.complain(problem.sentence());
            return CommandParser.FAILURE;
        }
        return CommandParser.execute(commandLine, words);
    }

    /** Help shows commands as they are to be typed. */
    private static void writeAsTyped(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.description(typed(usage.description()));
        usage.footer(typed(usage.footer()));
        command.getSubcommands().values().forEach(CommandLineTool::writeAsTyped);
    }

    /** What was read has its variables filled in already; whatever looks like one in it is meant as it stands. */
    private static String[] typed(String... lines) {
        return Stream.of(lines)
                .map(ProgramName.ofThisProcess()::in)
                .map(line -> line.replace("${", "$${"))
                .toArray(String[]::new);
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

    /**
     * Found out when somebody asks, because it takes another program: Java itself cannot tell where the output goes.
     */
    private static final class StandardOutput {
        static final Paint PAINT =
                Paint.isWanted(System.getenv()) && new ExecTerminalProvider().isPosixSystemStream(SystemStream.Output)
                        ? Paint.COLOURS
                        : Paint.NONE;
    }
}
