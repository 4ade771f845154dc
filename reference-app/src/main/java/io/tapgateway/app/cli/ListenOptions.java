package io.tapgateway.app.cli;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.runtime.PairingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a new gateway listens, to whom, and what agents may do in it. Confined to the main thread. */
final class ListenOptions {
    @Mixin
    private PortOptions ports = new PortOptions();

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
        return ports.ports();
    }

    PairingPolicy pairing() {
        return pairing == null ? PairingPolicy.standard() : PairingPolicy.always(pairing);
    }

    RunOptions.Company company(boolean demo) {
        return new RunOptions.Company(demo, emitters);
    }

    /** The same options for another process of this program. */
    List<String> arguments() throws Problem {
        RunOptions.Ports chosen = ports();
        List<String> arguments = new ArrayList<>(List.of(
                "--port", Integer.toString(chosen.providers()), "--control-port", Integer.toString(chosen.control())));
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
        ports.requireAt(running);
    }
}
