package io.tapgateway.app.cli;

import io.tapgateway.app.cli.agent.ConnectCommand;
import io.tapgateway.app.cli.agent.HookCommand;
import io.tapgateway.app.cli.agent.McpCommand;
import io.tapgateway.app.cli.agent.PackagesCommand;
import io.tapgateway.app.cli.conformance.ConformanceCommand;
import io.tapgateway.app.cli.extension.ExtCommand;
import io.tapgateway.app.cli.gateway.ConfigCommand;
import io.tapgateway.app.cli.gateway.DetachedCommand;
import io.tapgateway.app.cli.gateway.ServiceCommand;
import io.tapgateway.app.cli.gateway.StartCommand;
import io.tapgateway.app.cli.gateway.StatusCommand;
import io.tapgateway.app.cli.gateway.StopCommand;
import io.tapgateway.app.cli.mcp.McpServerCommand;
import io.tapgateway.app.cli.program.PairCommand;
import io.tapgateway.app.cli.program.ProvideCommand;
import io.tapgateway.app.cli.program.SpawnCommand;
import io.tapgateway.app.cli.program.TokenCommand;
import io.tapgateway.app.cli.run.RunCommand;
import io.tapgateway.app.cli.serving.AnywhereCommand;
import io.tapgateway.app.cli.serving.CoworkCommand;
import io.tapgateway.app.cli.session.ApprovalsCommand;
import io.tapgateway.app.cli.session.CallCommand;
import io.tapgateway.app.cli.session.CheckCommand;
import io.tapgateway.app.cli.session.CheckpointsCommand;
import io.tapgateway.app.cli.session.IdleCommand;
import io.tapgateway.app.cli.session.InterruptCommand;
import io.tapgateway.app.cli.session.PromptCommand;
import io.tapgateway.app.cli.session.SayCommand;
import io.tapgateway.app.cli.session.SessionsCommand;
import io.tapgateway.app.cli.session.SlashCommand;
import io.tapgateway.app.cli.session.ToolsCommand;
import io.tapgateway.app.cli.watch.AuditCommand;
import io.tapgateway.app.cli.watch.CallsCommand;
import io.tapgateway.app.cli.watch.ConsoleCommand;
import io.tapgateway.app.cli.watch.DoctorCommand;
import io.tapgateway.app.cli.watch.LogsCommand;
import io.tapgateway.app.cli.watch.OpenCommand;
import io.tapgateway.app.cli.watch.ProvidersCommand;
import io.tapgateway.app.cli.watch.RulesCommand;
import io.tapgateway.app.cli.watch.StreamsCommand;
import io.tapgateway.app.cli.watch.TailCommand;
import io.tapgateway.app.home.Version;
import java.util.ArrayList;
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
        footerHeading = "%nFor example:%n",
        footer = {
            "  tapgateway run                       a gateway where you play the agent",
            "  tapgateway connect claude            let Claude Code be the agent instead",
            "  tapgateway call demo_greet name=Ada  call a tool from another terminal",
            "  tapgateway tail                      watch what happens",
            "  tapgateway call --help               all about one command"
        },
        mixinStandardHelpOptions = true)
final class TapGatewayCommand {
    private static final String UNSHOWN = "";

    /** In the order of the help. */
    private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

    /** Which commands the help shows under which heading. */
    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        group("Run a gateway")
                .with("run", RunCommand.class)
                .with("start", StartCommand.class)
                .with("status", StatusCommand.class)
                .with("stop", StopCommand.class)
                .with("service", ServiceCommand.class)
                .with("config", ConfigCommand.class);
        group("Play the agent, or look what one has")
                .with("sessions", SessionsCommand.class)
                .with("tools", ToolsCommand.class)
                .with("call", CallCommand.class)
                .with("check", CheckCommand.class)
                .with("prompt", PromptCommand.class)
                .with("say", SayCommand.class)
                .with("slash", SlashCommand.class)
                .with("idle", IdleCommand.class)
                .with("checkpoints", CheckpointsCommand.class)
                .with("interrupt", InterruptCommand.class)
                .with("approvals", ApprovalsCommand.class);
        group("See what happens")
                .with("providers", ProvidersCommand.class)
                .with("calls", CallsCommand.class)
                .with("rules", RulesCommand.class)
                .with("streams", StreamsCommand.class)
                .with("tail", TailCommand.class)
                .with("open", OpenCommand.class)
                .with("console", ConsoleCommand.class)
                .with("logs", LogsCommand.class)
                .with("audit", AuditCommand.class)
                .with("doctor", DoctorCommand.class);
        group("Bring programs along")
                .with("spawn", SpawnCommand.class)
                .with("provide", ProvideCommand.class)
                .with(McpServerCommand.NAME, McpServerCommand.class)
                .with(ExtCommand.NAME, ExtCommand.class)
                .with("pair", PairCommand.class)
                .with("token", TokenCommand.class);
        group("Connect an agent")
                .with("connect", ConnectCommand.class)
                .with("cowork", CoworkCommand.class)
                .with("anywhere", AnywhereCommand.class)
                .with("mcp", McpCommand.class)
                .with("hook", HookCommand.class);
        group("For your shell, and for authors of gateways and providers")
                .with("completion", CompletionCommand.class)
                .with("conformance", ConformanceCommand.class);
        group(UNSHOWN)
                .with("detached", DetachedCommand.class)
                .with("complete", CompleteCommand.class)
                .with("manual", ManualCommand.class)
                .with("packages", PackagesCommand.class);
    }

    /** Adds commands under one heading. */
    private record Group(String heading) {
        Group with(String name, Class<?> command) {
            COMMANDS.put(name, command);
            GROUPS.computeIfAbsent(heading, unused -> new ArrayList<>()).add(name);
            return this;
        }
    }

    private static Group group(String heading) {
        return new Group(heading);
    }

    /** These are about all the others. */
    private static final Set<Class<?>> NEED_ALL =
            Set.of(CompletionCommand.class, CompleteCommand.class, ManualCommand.class);

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Log everything to standard error, not only warnings.")
    private boolean verbose;

    /** The commands that the help shows, under their headings. */
    static Map<String, List<String>> groups() {
        Map<String, List<String>> shown = new LinkedHashMap<>(GROUPS);
        shown.remove(UNSHOWN);
        return shown;
    }

    /** What the commands are called, those included that no help shows. */
    static Set<String> names() {
        return COMMANDS.keySet();
    }

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
