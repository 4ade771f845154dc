package io.tapgateway.app.cli;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.transport.ws.WebSocketSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a new gateway listens, to whom, and what agents may do in it. Confined to the main thread. */
final class ListenOptions {
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

    @Option(
            names = "--pairing",
            paramLabel = "deny|window|ask",
            description =
                    "Who may ask for a pairing code: nobody, anybody while 'pair' has opened a window, or anybody at "
                            + "any time. Default: ask for programs and pages of this machine, window for the pages of other sites.")
    private PairingPolicy.@Nullable Mode pairing;

    @Option(
            names = "--emitters",
            description =
                    "Let the agents of all sessions run commands in the background, with your rights, and be reminded by"
                            + " prompts. Without it they may start what an approved tap.config.json defines.")
    private boolean emitters;

    RunOptions.Ports ports() throws Problem {
        int providers = port == null ? WebSocketSettings.STANDARD_PORT : port;
        int control = controlPort == null ? CONTROL_PORT : controlPort;
        requirePort("--port", providers);
        requirePort("--control-port", control);
        if (providers == control && providers != 0) {
            throw new Problem("--port and --control-port must differ.");
        }
        return new RunOptions.Ports(providers, control);
    }

    PairingPolicy pairing() {
        return pairing == null ? PairingPolicy.standard() : PairingPolicy.always(pairing);
    }

    RunOptions.Company company(boolean demo) {
        return new RunOptions.Company(demo, emitters);
    }

    /** The same options for another process of this program. */
    List<String> arguments() throws Problem {
        RunOptions.Ports ports = ports();
        List<String> arguments = new ArrayList<>(List.of(
                "--port", Integer.toString(ports.providers()), "--control-port", Integer.toString(ports.control())));
        if (pairing != null) {
            arguments.addAll(List.of("--pairing", pairing.name().toLowerCase(Locale.ROOT)));
        }
        if (emitters) {
            arguments.add("--emitters");
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
