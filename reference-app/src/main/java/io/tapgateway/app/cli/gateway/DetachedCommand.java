package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.Logs;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.run.StopSignals;
import java.util.List;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A gateway without a terminal, as {@code start} starts it (D-226), or the system. Confined to the main thread. */
@Command(
        name = DetachedCommand.NAME,
        description = "Run a gateway until 30 seconds after its last session; 'start' does that in the background.",
        hidden = true,
        mixinStandardHelpOptions = true)
public final class DetachedCommand implements Callable<Integer> {
    static final String NAME = "detached";
    static final String STAY = "--stay";

    private static final Logger LOG = LoggerFactory.getLogger(DetachedCommand.class);

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private ListenOptions listen = new ListenOptions();

    @Option(names = STAY, description = "Run it without sessions, too, until it is stopped.")
    private boolean stay;

    @Override
    public Integer call() throws Exception {
        GatewayProcess gateway = GatewayProcess.start(new RunOptions(
                home.directory(),
                listen.ports(),
                List.of(),
                listen.pairing(),
                listen.absence(),
                listen.company(false),
                !stay));
        StopSignals.stopInGoodOrder(gateway);
        Logs.leaveStandardError();
        gateway.notice().ifPresent(LOG::warn);
        gateway.gateway().closed().toCompletableFuture().get();
        if (!gateway.isStopping()) {
            LOG.info("There has been no session for a while");
        }
        // Ending the process stops what is left.
        return 0;
    }
}
