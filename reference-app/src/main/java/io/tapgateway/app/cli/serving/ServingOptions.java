package io.tapgateway.app.cli.serving;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cowork.ClientAccess;
import io.tapgateway.app.cowork.ClientDoor;
import io.tapgateway.app.cowork.RunHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.run.StopSignals;
import io.tapgateway.app.session.Absence;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.workspace.ApprovalMode;
import io.tapgateway.workspace.checkpoint.CheckpointMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What verbs have in common that serve clients with a gateway of their own. Confined to the main thread. */
final class ServingOptions {
    /** How long providers have to tidy up: with the rest it takes three seconds (W-071). */
    private static final Duration LONGEST_END = Duration.ofSeconds(1);

    @Option(
            names = {"-j", "--json"},
            description = "Print one JSON document when the server listens, and nothing else.")
    private boolean json;

    @Option(
            names = {"-y", "--yolo"},
            description = "Ask about nothing; what decides about agents is not changed then.")
    private boolean yolo;

    @Option(
            names = "--approve",
            paramLabel = "commands|edits|nothing",
            description =
                    "What clients are asked about: commands that are not known to be harmless, each change of a file as"
                            + " well, or nothing. Default: commands for clients of agent-coworker, edits for those of"
                            + " Copilot Anywhere.")
    private @Nullable ApprovalMode approval;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private CheckpointOption checkpoints = new CheckpointOption();

    @Mixin
    private AccessOption access = new AccessOption();

    @Option(
            names = "--absent",
            paramLabel = "deny|wait",
            description =
                    "What becomes of a question while no client is there to answer it: it is denied at once, or waits"
                            + " for one to come. Default: deny.")
    private Absence absent = Absence.DENY;

    /** Whether a program is told where the server listens. */
    boolean isJson() {
        return json;
    }

    /** What stands in front of the port. */
    ClientDoor door(GatewayProcess gateway) throws Problem {
        return access.access(starter()).door(gateway);
    }

    /** The program that has started this one as its sidecar, if one has: it reads where the server listens. */
    Optional<ProcessHandle> starter() {
        return json ? ProcessHandle.current().parent() : Optional.empty();
    }

    /** What clients are asked about. */
    ApprovalMode asked(ApprovalMode usual) {
        if (yolo) {
            return ApprovalMode.NOTHING;
        }
        return approval == null ? usual : approval;
    }

    /** When checkpoints are made; never, if empty. */
    Optional<CheckpointMode> checkpoints() {
        return checkpoints.mode();
    }

    /** The home of the person, below which that of the gateway is. */
    HomeDirectory persons() throws Problem {
        return home.directory();
    }

    /** A gateway whose files are below the person's home and go with it. */
    GatewayProcess startGateway(HomeDirectory persons, Path work) throws Problem {
        RunHome.removeAbandoned(persons);
        RunHome own = RunHome.of(persons, work, ProcessHandle.current().pid());
        GatewayProcess gateway = GatewayProcess.start(new RunOptions(
                own.directory(),
                persons,
                new RunOptions.Ports(0, 0),
                List.of(),
                PairingPolicy.standard(),
                absent,
                new RunOptions.Company(false, false, false),
                false));
        gateway.finallyDo(own::remove);
        gateway.endWithin(LONGEST_END);
        StopSignals.stopInGoodOrder(gateway);
        return gateway;
    }

    /** What a person reads behind where clients connect. */
    void advise(GatewayProcess gateway, Output output) {
        output.line("  watch it, and answer here as well: " + gateway.consoleLink());
        output.line("  programs that need a token find it in " + ClientAccess.tokenFile(gateway));
        access.warn(output);
    }

    /** Serves until a signal ends the process. */
    static void serve() throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
