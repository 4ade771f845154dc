package io.tapgateway.app.cli.watch;

import io.tapgateway.app.cli.command.Foreground;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.ShownLog;
import io.tapgateway.app.home.LogFile;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.text.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what was written into a log; no gateway has to run. Confined to the main thread, except for Ctrl-C. */
@Command(
        name = "logs",
        description = {
            "Show the log of the gateway, or of a program that it has started.",
            "For example: logs, logs --list, or logs ci-guardian --follow. Ctrl-C ends --follow."
        },
        mixinStandardHelpOptions = true)
public final class LogsCommand implements Callable<Integer> {
    private static final String OF_GATEWAY = "tapgateway";

    private final Output output;
    private final Foreground foreground;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NAME",
            description = "Whose log: the name of a program, or of a log that --list shows. Default: the gateway's.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--list", description = "Say which logs there are.")
    private boolean list;

    @Option(names = "--last", paramLabel = "N", description = "How many lines, from the end. Default: 50")
    private int last = ShownLog.STANDARD_LAST;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on as it grows.")
    private boolean follow;

    LogsCommand(Output output, Foreground foreground) {
        this.output = output;
        this.foreground = foreground;
    }

    @Override
    public Integer call() throws Exception {
        Path directory = home.directory().logs();
        List<LogFile> logs = LogFile.in(directory);
        if (list) {
            show(logs, directory);
            return 0;
        }
        LogFile log = LogFile.find(logs, name.orElse(OF_GATEWAY)).orElseThrow(() -> missing(logs, directory));
        return new ShownLog(output, foreground).show(log, last, follow);
    }

    private Problem missing(List<LogFile> logs, Path directory) {
        String there = logs.stream().map(LogFile::name).collect(Collectors.joining(", "));
        return new Problem("There is no log of '" + name.orElse(OF_GATEWAY) + "' in " + directory
                + (logs.isEmpty() ? ": no gateway has run in this home yet." : "; there are: " + there + "."));
    }

    private void show(List<LogFile> logs, Path directory) {
        Table table = new Table("LOG", "BYTES", "WRITTEN");
        logs.forEach(log ->
                table.row(log.name(), String.valueOf(log.size()), log.written().toString()));
        output.table(table, "There are no logs in " + directory + ": no gateway has run in this home yet.");
    }
}
