package io.tapgateway.app.cli.agent;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.gateway.ConfigConsent;
import io.tapgateway.app.connect.AgentKind;
import io.tapgateway.app.connect.AgentPackages;
import io.tapgateway.app.connect.AgentStanding;
import io.tapgateway.app.connect.ConnectPlace;
import io.tapgateway.app.connect.Connections;
import io.tapgateway.app.connect.Connector;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.protocol.json.JsonWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Connects an agent with the gateway (G-040). Confined to the main thread. */
@Command(
        name = "connect",
        description = {
            "Give an agent a session of the gateway: its MCP server is written into your own configuration of the agent,"
                    + " and nothing else in there is touched. Without an agent: which there are, and how each stands.",
            "For example: connect claude"
        },
        mixinStandardHelpOptions = true)
public final class ConnectCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "AGENT",
            description = "One of claude, codex, gemini, copilot, opencode, qwen, vscode, cursor.")
    private @Nullable AgentKind agent;

    @Option(
            names = "--shared",
            description = "Write into the files of this directory that your team shares; everybody needs 'tapgateway'"
                    + " on the PATH then.")
    private boolean shared;

    @Option(
            names = "--allow-tools",
            description = "Claude only: use the tools of all providers without asking you each time.")
    private boolean allowTools;

    @Option(names = "--remove", description = "Take back what was written, exactly.")
    private boolean remove;

    @Option(names = "--dry-run", description = "Only show what would change.")
    private boolean dryRun;

    @Mixin
    private ConfigConsent consent = new ConfigConsent();

    @Option(names = "--json", description = "Print what was done, or how each agent stands, as one JSON document.")
    private boolean json;

    ConnectCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ConnectPlace place = ConnectPlace.of(home.directory(), Path.of(""), shared);
        Connections connections = Connections.in(home.directory());
        AgentKind kind = agent;
        if (kind == null) {
            if (shared || allowTools || remove || dryRun) {
                throw new Problem("Name the agent: tapgateway connect AGENT.");
            }
            list(place, connections);
            return 0;
        }
        if (allowTools && kind != AgentKind.CLAUDE) {
            throw new Problem("--allow-tools is for claude; leave it out.");
        }
        Optional<String> packaged = shared || remove ? Optional.empty() : AgentPackages.line(kind);
        if (!json) {
            packaged.ifPresent(line -> output.line(kind.title()
                    + " takes a package instead, which changes none of your files and holds in all directories: "
                    + line));
        }
        Connector connector = new Connector(kind, place, connections);
        Connector.Outcome outcome = remove ? connector.remove(dryRun) : connector.connect(allowTools, dryRun);
        if (json) {
            output.json(out -> out.text("agent", kind.label())
                    .texts(
                            "files",
                            outcome.changes().stream()
                                    .map(Connector.Change::file)
                                    .toList())
                    .flag("written", !dryRun)
                    .texts("remarks", outcome.remarks())
                    .text("package", packaged));
        } else {
            tell(kind, outcome);
        }
        if (!remove && !dryRun) {
            approvePrograms(place.workspace(), kind);
        }
        return 0;
    }

    /** What this directory brings along is started in the agent's sessions once the user wants that (G-003). */
    private void approvePrograms(Path workspace, AgentKind kind) throws Problem {
        Path file = workspace.resolve(ProjectConfig.NAME);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            if (consent.isGiven()) {
                throw new Problem("--approve-config needs a " + ProjectConfig.NAME + " in this directory.");
            }
            return;
        }
        if (json && !consent.isGiven()) {
            return;
        }
        ProjectConfig found = ProjectConfig.read(file, workspace);
        boolean approved = consent.to(found, home.directory(), output).orElse(false);
        String starts = ProjectConfig.NAME + " starts " + String.join(", ", found.names());
        if (json) {
            return;
        }
        if (approved) {
            output.line(starts + " in each session of " + kind.title() + " here.");
        } else {
            output.advise(starts + " in sessions of " + kind.title() + " here once you approve it: tapgateway connect "
                    + kind.label() + " --approve-config");
        }
    }

    private void tell(AgentKind kind, Connector.Outcome outcome) {
        outcome.remarks().forEach(output::line);
        for (Connector.Change change : outcome.changes()) {
            if (dryRun) {
                difference(change).forEach(output::line);
            } else {
                output.line((remove ? "Cut from " : "Wrote into ") + change.file() + ".");
            }
        }
        if (outcome.changes().isEmpty()) {
            output.line("There was nothing to " + (remove ? "take back." : "write."));
        } else if (!dryRun && !remove) {
            output.line("Start " + kind.title() + " anew. " + kind.asks() + ".");
            if (allowTools) {
                output.line(
                        "It uses all tools of all providers of its sessions without asking you, those that come later"
                                + " included; rules and gates still hold.");
            }
            output.advise(
                    "To take it back: tapgateway connect " + kind.label() + (shared ? " --shared" : "") + " --remove");
        }
    }

    /** The lines that change, between those that do not. */
    private static List<String> difference(Connector.Change change) {
        List<String> before = change.before().orElse("").lines().toList();
        List<String> after = change.after().lines().toList();
        int shorter = Math.min(before.size(), after.size());
        int head = 0;
        while (head < shorter && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        List<String> lines = new ArrayList<>();
        lines.add("--- " + change.before().map(it -> change.file().toString()).orElse("/dev/null"));
        lines.add("+++ " + change.file());
        lines.add("@@ line " + (head + 1) + " @@");
        before.subList(head, before.size() - tail).forEach(it -> lines.add("-" + it));
        after.subList(head, after.size() - tail).forEach(it -> lines.add("+" + it));
        return lines;
    }

    private void list(ConnectPlace place, Connections connections) throws Problem {
        List<AgentStanding> all = AgentStanding.all(place, connections);
        if (json) {
            output.json(out -> out.objects("agents", all, ConnectCommand::write));
            return;
        }
        for (AgentStanding each : all) {
            output.line(each.agent().label() + ": "
                    + each.program().map(Path::toString).orElse("not on the PATH") + ", "
                    + (each.files().isEmpty() ? "not connected" : "connected in " + each.files()));
        }
    }

    private static void write(JsonWriter out, AgentStanding standing) {
        out.text("agent", standing.agent().label())
                .text("program", standing.program().map(Path::toString).orElse(""))
                .texts("files", standing.files());
    }
}
