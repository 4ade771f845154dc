package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.transport.ws.WebSocketSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a gateway listens. Confined to the main thread. */
public final class PortOptions {
    private static final int CONTROL_PORT = 9401;
    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Where providers connect; 0 picks a free port. Default: " + WebSocketSettings.STANDARD_PORT)
    private @Nullable Integer port;

    @Option(
            names = "--control-port",
            paramLabel = "N",
            description = "Where your own programs connect; 0 picks a free port. Default: " + CONTROL_PORT)
    private @Nullable Integer controlPort;

    public RunOptions.Ports ports() throws Problem {
        int providers = port == null ? WebSocketSettings.STANDARD_PORT : port;
        int control = controlPort == null ? CONTROL_PORT : controlPort;
        requirePort("--port", providers);
        requirePort("--control-port", control);
        if (providers == control && providers != 0) {
            throw new Problem("--port and --control-port must differ.");
        }
        return new RunOptions.Ports(providers, control);
    }

    /** What was asked for, for another process of this program; the rest is settled there. */
    List<String> arguments() throws Problem {
        var unused = ports();
        List<String> arguments = new ArrayList<>();
        if (port != null) {
            arguments.addAll(List.of("--port", port.toString()));
        }
        if (controlPort != null) {
            arguments.addAll(List.of("--control-port", controlPort.toString()));
        }
        return arguments;
    }

    /** Holds what was asked for against a gateway that runs already. */
    void requireAt(GatewayRecord running) throws Problem {
        requireSame("--port", port, running.port(), running);
        requireSame("--control-port", controlPort, running.controlPort(), running);
    }

    private static void requireSame(String option, @Nullable Integer wanted, int present, GatewayRecord running)
            throws Problem {
        if (wanted != null && wanted != 0 && wanted != present) {
            throw new Problem("A gateway runs already, with pid " + running.pid() + " and " + option + " " + present
                    + ", not " + wanted + "; stop it first, or leave " + option + " out.");
        }
    }

    private static void requirePort(String option, int value) throws Problem {
        if (value < 0 || value > MAX_PORT) {
            throw new Problem(option + " must be between 0 and " + MAX_PORT + ".");
        }
    }
}
