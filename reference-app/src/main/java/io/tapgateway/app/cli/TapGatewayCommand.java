package io.tapgateway.app.cli;

import io.tapgateway.app.run.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The tool itself. Confined to the main thread. */
@Command(
        name = "tapgateway",
        description =
                "A relay between AI agent sessions and the programs that take part in them. No command means 'run'.",
        versionProvider = TapGatewayCommand.Versions.class,
        mixinStandardHelpOptions = true,
        subcommands = {
            RunCommand.class,
            StartCommand.class,
            StatusCommand.class,
            StopCommand.class,
            DetachedCommand.class,
            SessionsCommand.class,
            ProvidersCommand.class,
            ToolsCommand.class,
            StreamsCommand.class,
            CallCommand.class,
            CheckCommand.class,
            PromptCommand.class,
            SayCommand.class,
            IdleCommand.class,
            InterruptCommand.class,
            TailCommand.class,
            SpawnCommand.class,
            ConsoleCommand.class,
            PairCommand.class,
            TokenCommand.class,
            DoctorCommand.class,
            CompletionCommand.class,
            CompleteCommand.class
        })
final class TapGatewayCommand {
    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Log everything to standard error, not only warnings.")
    private boolean verbose;

    boolean verbose() {
        return verbose;
    }

    /** Tells the version when somebody asks. */
    static final class Versions implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"tapgateway " + Version.current()};
        }
    }
}
