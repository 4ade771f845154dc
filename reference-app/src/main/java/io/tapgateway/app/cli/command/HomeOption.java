package io.tapgateway.app.cli.command;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which gateway a command is about. Confined to the main thread. */
public final class HomeOption {
    @Option(
            names = "--home",
            paramLabel = "DIR",
            description = "Where the gateway keeps its files. Default: $TAPGATEWAY_HOME, else ~/.tapgateway")
    private @Nullable String home;

    public HomeDirectory directory() throws Problem {
        return HomeDirectory.locate(Optional.ofNullable(home));
    }

    public ControlClient connect() throws Problem {
        return ControlClient.find(directory());
    }
}
