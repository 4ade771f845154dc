package io.tapgateway.app.cli;

import io.tapgateway.app.cowork.Access;
import io.tapgateway.app.cowork.RunHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.run.StopSignals;
import io.tapgateway.app.session.Absence;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.workspace.ApprovalMode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What verbs have in common that serve clients with a gateway of their own. Confined to the main thread. */
final class ServingOptions {
    private static final int MAX_PORT = 65_535;

    @Option(
            names = {"-j", "--json"},
            description = "Print one JSON document when the server listens, and nothing else.")
    private boolean json;

    @Option(
            names = {"-y", "--yolo"},
            description = "Ask about nothing; what decides about agents is not changed then.")
    private boolean yolo;

    @Option(
            names = "--access",
            paramLabel = "user|open",
            description = "Who may connect: your own programs, or those of every user of this machine. Default: user.")
    private Access access = Access.USER;

    /** Whether a program is told where the server listens. */
    boolean isJson() {
        return json;
    }

    Access access() {
        return access;
    }

    /** What clients are asked about. */
    ApprovalMode asked(@Nullable ApprovalMode wanted, ApprovalMode usual) {
        if (yolo) {
            return ApprovalMode.NOTHING;
        }
        return wanted == null ? usual : wanted;
    }

    static void requirePort(int port) throws Problem {
        if (port < 0 || port > MAX_PORT) {
            throw new Problem("A port must be between 0 and " + MAX_PORT + ", not " + port + ".");
        }
    }

    /** A gateway whose files are below the person's home and go with it. */
    static GatewayProcess startGateway(HomeDirectory persons, Path work) throws Problem {
        RunHome own = RunHome.of(persons, work, ProcessHandle.current().pid());
        GatewayProcess gateway = GatewayProcess.start(new RunOptions(
                own.directory(),
                new RunOptions.Ports(0, 0),
                List.of(),
                PairingPolicy.standard(),
                Absence.DENY,
                new RunOptions.Company(false, false, false),
                false));
        gateway.finallyDo(own::remove);
        StopSignals.stopInGoodOrder(gateway);
        return gateway;
    }

    /** Says who else may connect. */
    void warn(Output output) {
        if (access == Access.OPEN) {
            output.complain("Every user of this machine may connect, and have it work with your rights.");
        }
    }

    /** Serves until a signal ends the process. */
    static void serve() throws InterruptedException {
        new CountDownLatch(1).await();
    }
}
