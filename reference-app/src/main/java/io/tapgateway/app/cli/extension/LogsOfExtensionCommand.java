package io.tapgateway.app.cli.extension;

import io.tapgateway.app.cli.command.Foreground;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.ShownLog;
import io.tapgateway.app.extension.ExtensionLog;
import io.tapgateway.app.extension.ExtensionStore;
import io.tapgateway.app.extension.FoundExtension;
import io.tapgateway.app.home.LogFile;
import io.tapgateway.app.home.Problem;
import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what an extension has printed on standard error (Z-113). Confined to the main thread. */
@Command(
        name = "logs",
        description = {
            "Show what an extension has printed on standard error, whether it runs or not.",
            "For example: tapgateway ext logs guard --follow. Ctrl-C ends --follow."
        },
        mixinStandardHelpOptions = true)
public final class LogsOfExtensionCommand implements Callable<Integer> {
    private final Output output;
    private final Foreground foreground;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(index = "0", paramLabel = "NAME", description = "Which extension: its name, or that of its directory.")
    private String name = "";

    @Option(names = "--last", paramLabel = "N", description = "How many lines, from the end. Default: 50")
    private int last = ShownLog.STANDARD_LAST;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on as it grows.")
    private boolean follow;

    LogsOfExtensionCommand(Output output, Foreground foreground) {
        this.output = output;
        this.foreground = foreground;
    }

    @Override
    public Integer call() throws Exception {
        return new ShownLog(output, foreground).show(log(), last, follow);
    }

    /** An extension that somebody has named by a directory is installed nowhere, and has a log all the same. */
    private LogFile log() throws Problem {
        List<LogFile> logs = LogFile.in(home.directory().logs());
        Optional<LogFile> byName = log(logs, ExtensionLog.name(Manifest.providerName(name)));
        if (byName.isPresent()) {
            return byName.get();
        }
        FoundExtension found =
                new ExtensionStore(ExtensionOption.zotHome(), Path.of("").toAbsolutePath()).named(name);
        return found.manifest()
                .flatMap(it -> log(logs, ExtensionLog.name(it.provider())))
                .orElseThrow(() -> new Problem("'" + found.name() + "' has no log: it has never been started."));
    }

    private static Optional<LogFile> log(List<LogFile> logs, String name) {
        return logs.stream().filter(it -> it.name().equals(name)).findFirst();
    }
}
