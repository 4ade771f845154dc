package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.detached.DetachedGateway;
import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.Version;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.app.session.NewSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes sure that a gateway runs in the background. Confined to the main thread. */
@Command(
        name = "start",
        description = {
            "Start a gateway in the background, or join the one that runs in this home already.",
            "It outlives this command and the terminal, and ends by itself 30 seconds after its last session has"
                    + " ended, or with 'stop'. One that runs already stays as it was started: where options ask for something"
                    + " else, nothing happens, and you are told."
        },
        mixinStandardHelpOptions = true)
public final class StartCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private ListenOptions listen = new ListenOptions();

    @Option(
            names = SessionsToOpen.OPTION,
            paramLabel = SessionsToOpen.LABEL,
            description = "Open this session in it, unless there is one of that id; may be repeated. Default: none")
    private List<String> sessions = new ArrayList<>();

    @Mixin
    private ConfigOption config = new ConfigOption();

    @Option(names = "--json", description = "Print one JSON document, and nothing else.")
    private boolean json;

    StartCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        HomeDirectory directory = home.directory();
        List<NewSession> wanted = SessionsToOpen.parse(sessions);
        Optional<ProjectConfig> approved = config.approved(directory, wanted, output);
        DetachedGateway.Running running = startOrJoin(directory, wanted);
        GatewayRecord record = running.client().gateway();
        if (approved.isPresent()) {
            startPrograms(wanted.get(0), approved.get(), running.client());
        }
        if (running.joined() && !record.version().equals(Version.current())) {
            output.complain(
                    "The gateway that runs is version " + record.version() + ", and this is " + Version.current()
                            + ". To change over, end it and its sessions, then start again: tapgateway stop");
        }
        if (json) {
            output.json(out -> Announcement.write(out, record, directory).flag("joined", running.joined()));
        } else {
            tell(running, directory);
        }
        return 0;
    }

    private DetachedGateway.Running startOrJoin(HomeDirectory directory, List<NewSession> wanted) throws Problem {
        DetachedGateway.Running running = DetachedGateway.startOrJoin(directory, listen.arguments());
        listen.requireAt(running.client());
        try {
            open(wanted, running.client());
            return running;
        } catch (Problem e) {
            // Its grace period may have ended in between; the next one lives long enough.
            if (DetachedGateway.isServing(running.client())) {
                throw e;
            }
        }
        DetachedGateway.Running next = DetachedGateway.startOrJoin(directory, listen.arguments());
        listen.requireAt(next.client());
        open(wanted, next.client());
        return next;
    }

    private static void open(List<NewSession> wanted, ControlClient client) throws Problem {
        if (wanted.isEmpty()) {
            return;
        }
        List<String> present = ApiText.list(client.get("api/sessions"), "sessions").stream()
                .map(session -> ApiText.text(session, "id"))
                .toList();
        for (NewSession session : wanted) {
            if (!present.contains(session.id().value())) {
                client.post(
                        "api/sessions",
                        out -> out.text("id", session.id())
                                .text("label", session.label())
                                .text("cwd", session.cwd()));
            }
        }
    }

    /** The gateway reads the file once more, and starts nothing unless it is the one that was approved. */
    private static void startPrograms(NewSession session, ProjectConfig approved, ControlClient client) throws Problem {
        client.post(
                "api/sessions/" + ControlClient.segment(session.id().value()) + "/programs",
                out -> out.text("config", approved.file()).text("sha256", approved.sha256()));
    }

    private void tell(DetachedGateway.Running running, HomeDirectory directory) {
        GatewayRecord record = running.client().gateway();
        String how = running.joined() ? " runs already, with pid " : " runs in the background, with pid ";
        List.of(
                        "Tap Gateway " + record.version() + how + record.pid() + ".",
                        "",
                        "  providers connect to   " + record.url(),
                        "  with the token in      " + directory.providerToken(),
                        "  your own programs use  " + record.controlUrl() + "api/",
                        "  with the token in      " + directory.ownerToken(),
                        "  its log is in          " + directory.logs(),
                        "",
                        "'tapgateway console' prints a link to watch it, 'tapgateway status' shows how it is, 'tapgateway stop' ends it.")
                .forEach(output::advise);
    }
}
