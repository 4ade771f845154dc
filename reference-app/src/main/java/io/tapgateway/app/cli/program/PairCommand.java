package io.tapgateway.app.cli.program;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Governs who may be let in by a code. Confined to the main thread. */
@Command(
        name = "pair",
        description = {
            "Let web pages ask for a pairing code, for two minutes.",
            "The code appears in the session in the foreground: on the terminal of 'run', or with 'tail'. Programs and pages "
                    + "of this machine may ask at any time, unless 'run --pairing' says otherwise."
        },
        mixinStandardHelpOptions = true)
public final class PairCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @ArgGroup
    private Wish wish = new Wish();

    @Option(names = "--json", description = "Print how pairing stands then as one JSON document.")
    private boolean json;

    PairCommand(Output output) {
        this.output = output;
    }

    /** What to do; without any of these, a window is opened. */
    static final class Wish {
        private static final int STANDARD_SECONDS = 120;
        private static final int MAX_SECONDS = 3_600;

        @Option(
                names = "--seconds",
                paramLabel = "N",
                defaultValue = "" + STANDARD_SECONDS,
                description = "Let them ask for that long, 1 to " + MAX_SECONDS + ". Default: ${DEFAULT-VALUE}")
        private int seconds = STANDARD_SECONDS;

        @Option(names = "--close", description = "Let them ask no longer.")
        private boolean close;

        @Option(names = "--cancel", description = "Turn everybody down who has not entered a code yet.")
        private boolean cancel;

        @Option(names = "--unlock", description = "Let those ask again who were shut out after wrong or ignored codes.")
        private boolean unlock;

        @Option(names = "--status", description = "Only tell how pairing stands.")
        private boolean status;

        /** Carries it out and says what was done. */
        String fulfil(ControlClient client) throws Problem {
            if (status) {
                return "";
            }
            if (close) {
                client.delete("api/pairing/window");
                return "";
            }
            if (cancel) {
                client.post("api/pairing/cancel");
                return "Everybody who had not entered a code is turned down.";
            }
            if (unlock) {
                client.post("api/pairing/unlock");
                return "Pairing is unlocked.";
            }
            if (seconds < 1 || seconds > MAX_SECONDS) {
                throw new Problem("--seconds must be between 1 and " + MAX_SECONDS + ".");
            }
            client.post("api/pairing/window", out -> out.number("seconds", seconds));
            return "";
        }
    }

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        String done = wish.fulfil(client);
        JsonValue status = client.get("api/pairing");
        if (json) {
            output.json(status);
            return 0;
        }
        if (!done.isEmpty()) {
            output.line(done);
        }
        describe(status);
        return 0;
    }

    private void describe(JsonValue status) {
        String until = ApiText.text(status, "windowClosesAt");
        output.line(
                until.isEmpty()
                        ? "No pairing window is open."
                        : "Pages may ask for a pairing code until " + ApiText.localTime(until) + ".");
        if (ApiText.isTrue(status, "lockedOut")) {
            output.line("Pairing is locked after too many wrong codes; 'pair --unlock' unlocks it.");
        }
        List<JsonValue> muted = ApiText.list(status, "mutedOrigins");
        if (!muted.isEmpty()) {
            output.line("Not allowed to ask at present: "
                    + muted.stream().map(JsonValue::asString).collect(Collectors.joining(", "))
                    + "; 'pair --unlock' allows it again.");
        }
        String pending = ApiText.text(status, "pending");
        if (!pending.equals("0")) {
            output.line("Codes that wait to be entered: " + pending + "; 'tail' shows them.");
        }
    }
}
