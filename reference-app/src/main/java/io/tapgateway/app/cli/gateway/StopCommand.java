package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.Starting;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends a gateway in good order, and waits for that. Confined to the main thread. */
@Command(
        name = "stop",
        description =
                "Stop the gateway that runs in this home; its sessions end, and its providers get time to tidy up.",
        mixinStandardHelpOptions = true)
public final class StopCommand implements Callable<Integer> {
    /** Longer than a gateway waits for its providers and then for its programs. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(
            names = "--json",
            description = "Print one JSON document: whether a gateway was stopped, and the pid it had.")
    private boolean json;

    StopCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        HomeDirectory directory = home.directory();
        Optional<GatewayRecord> running = GatewayRecord.ofLivingProcess(directory.gatewayRecord());
        if (running.isEmpty() || Starting.awaitFree(directory, Duration.ZERO)) {
            if (json) {
                output.json(out -> out.flag("stopped", false));
            } else {
                output.line("No gateway is running in " + directory.path() + ".");
            }
            return 0;
        }
        long pid = running.get().pid();
        boolean told = ProcessHandle.of(pid).map(ProcessHandle::destroy).orElse(true);
        if (!told || !Starting.awaitFree(directory, PATIENCE)) {
            throw new Problem("The gateway with pid " + pid + " does not end; its log in " + directory.logs()
                    + " may say why. Without regard for its providers: kill -9 " + pid);
        }
        ClaimedHome.markStopped(directory);
        if (json) {
            output.json(out -> out.flag("stopped", true).number("pid", pid));
        } else {
            output.line("Stopped the gateway with pid " + pid + ".");
        }
        return 0;
    }
}
