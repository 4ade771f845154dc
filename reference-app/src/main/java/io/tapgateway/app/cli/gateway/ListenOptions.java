package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.session.Absence;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.PairingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a new gateway listens, to whom, and what agents may do in it. Confined to the main thread. */
public final class ListenOptions {
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
            names = "--absent",
            paramLabel = "deny|wait",
            description = "What becomes of a question to you while nobody is there who could answer it: it is denied at"
                    + " once, or waits for you to come to the console or the prompt. Default: deny")
    private @Nullable Absence absent;

    @Option(
            names = "--emitters",
            description =
                    "Let the agents of all sessions run commands in the background, with your rights, and be reminded by"
                            + " prompts. Without it they may start what an approved tap.config.json defines.")
    private boolean emitters;

    @Option(
            names = "--record-calls",
            description =
                    "Keep in memory what is said in calls, until the gateway ends: their arguments and outcomes, which the"
                            + " console shows then. It can switch that on and off as well.")
    private boolean recording;

    public RunOptions.Ports ports() throws Problem {
        return ports.ports();
    }

    public PairingPolicy pairing() {
        return pairing == null ? PairingPolicy.standard() : PairingPolicy.always(pairing);
    }

    public Absence absence() {
        return absent == null ? Absence.DENY : absent;
    }

    public RunOptions.Company company(boolean demo) {
        return new RunOptions.Company(demo, emitters, recording);
    }

    /** The same options for another process of this program. */
    public List<String> arguments() throws Problem {
        List<String> arguments = new ArrayList<>(ports.arguments());
        if (pairing != null) {
            arguments.addAll(List.of("--pairing", pairing.name().toLowerCase(Locale.ROOT)));
        }
        if (absent != null) {
            arguments.addAll(List.of("--absent", absent.name().toLowerCase(Locale.ROOT)));
        }
        if (emitters) {
            arguments.add("--emitters");
        }
        if (recording) {
            arguments.add("--record-calls");
        }
        return arguments;
    }

    /**
     * Holds what was asked for against a gateway that runs already: it is as it was started.
     *
     * @throws Problem if it is otherwise
     */
    void requireAt(ControlClient running) throws Problem {
        ports.requireAt(running.gateway());
        if (recording) {
            requireSame("--record-calls", ApiText.isTrue(running.get("api/recording"), "on"), running.gateway());
        }
        if (pairing == null && absent == null && !emitters) {
            return;
        }
        Optional<JsonValue> health = running.health();
        if (health.isPresent()) {
            requireSame("--emitters", !emitters || ApiText.isTrue(health.get(), "emitters"), running.gateway());
            requireSame(
                    "--absent",
                    absent == null
                            || ApiText.text(health.get(), "absent")
                                    .equals(absent.name().toLowerCase(Locale.ROOT)),
                    running.gateway());
            requireSame("--pairing", pairing == null || isAsked(pairing, health.get()), running.gateway());
        }
    }

    private static boolean isAsked(PairingPolicy.Mode wanted, JsonValue health) {
        JsonValue present = health.get("pairing").orElse(JsonValue.EMPTY_OBJECT);
        return Stream.of("programs", "pages")
                .allMatch(who -> ApiText.text(present, who).equals(wanted.name().toLowerCase(Locale.ROOT)));
    }

    private static void requireSame(String option, boolean isSame, GatewayRecord running) throws Problem {
        if (!isSame) {
            throw new Problem("A gateway runs already, with pid " + running.pid() + ", and was not started with this "
                    + option + "; stop it first, or leave " + option + " out.");
        }
    }
}
