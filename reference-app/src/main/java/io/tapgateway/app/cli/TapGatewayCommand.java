package io.tapgateway.app.cli;

import io.tapgateway.app.run.Version;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        mixinStandardHelpOptions = true)
final class TapGatewayCommand {
    /** In the order of the help. */
    private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("run", RunCommand.class);
        COMMANDS.put("start", StartCommand.class);
        COMMANDS.put("status", StatusCommand.class);
        COMMANDS.put("stop", StopCommand.class);
        COMMANDS.put("detached", DetachedCommand.class);
        COMMANDS.put("sessions", SessionsCommand.class);
        COMMANDS.put("providers", ProvidersCommand.class);
        COMMANDS.put("tools", ToolsCommand.class);
        COMMANDS.put("streams", StreamsCommand.class);
        COMMANDS.put("approvals", ApprovalsCommand.class);
        COMMANDS.put("call", CallCommand.class);
        COMMANDS.put("check", CheckCommand.class);
        COMMANDS.put("prompt", PromptCommand.class);
        COMMANDS.put("say", SayCommand.class);
        COMMANDS.put("idle", IdleCommand.class);
        COMMANDS.put("interrupt", InterruptCommand.class);
        COMMANDS.put("tail", TailCommand.class);
        COMMANDS.put("spawn", SpawnCommand.class);
        COMMANDS.put("provide", ProvideCommand.class);
        COMMANDS.put("mcp", McpCommand.class);
        COMMANDS.put("hook", HookCommand.class);
        COMMANDS.put("connect", ConnectCommand.class);
        COMMANDS.put(McpServerCommand.NAME, McpServerCommand.class);
        COMMANDS.put("console", ConsoleCommand.class);
        COMMANDS.put("pair", PairCommand.class);
        COMMANDS.put("token", TokenCommand.class);
        COMMANDS.put("service", ServiceCommand.class);
        COMMANDS.put("doctor", DoctorCommand.class);
        COMMANDS.put("conformance", ConformanceCommand.class);
        COMMANDS.put("completion", CompletionCommand.class);
        COMMANDS.put("complete", CompleteCommand.class);
        COMMANDS.put("manual", ManualCommand.class);
    }

    /** These are about all the others. */
    private static final Set<Class<?>> NEED_ALL =
            Set.of(CompletionCommand.class, CompleteCommand.class, ManualCommand.class);

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Log everything to standard error, not only warnings.")
    private boolean verbose;

    /** All commands. */
    static List<Class<?>> commands() {
        return List.copyOf(COMMANDS.values());
    }

    /**
     * The commands that have to be known to understand a line that begins with that word: the one that it names,
     * because finding out what each of them takes is a quarter of a start; or all.
     */
    static List<Class<?>> commands(String word) {
        Class<?> named = COMMANDS.get(word);
        return named == null || NEED_ALL.contains(named) ? commands() : List.of(named);
    }

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
