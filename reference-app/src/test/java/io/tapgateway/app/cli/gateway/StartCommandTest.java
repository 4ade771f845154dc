package io.tapgateway.app.cli.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.cli.CommandLineTool;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.session.Absence;
import io.tapgateway.runtime.PairingPolicy;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code start} says to a gateway that runs already; here that is in this process. */
@Timeout(60)
class StartCommandTest {
    @TempDir
    private Path directory;

    @AutoClose("stop")
    private GatewayProcess gateway;

    @Test
    void D225_whoever_asks_for_what_the_gateway_is_joins_it() throws Exception {
        run(PairingPolicy.always(PairingPolicy.Mode.DENY), true);

        assertThat(start("--emitters", "--pairing", "deny", "--absent", "deny")).contains("\"joined\":true");
        assertThat(start()).contains("\"joined\":true");
    }

    @Test
    void D225_an_option_that_would_have_no_effect_is_refused_before_anything_happens() throws Exception {
        run(PairingPolicy.standard(), false);

        assertThat(start("--session", "a", "--emitters"))
                .isEqualTo("tapgateway: A gateway runs already, with pid "
                        + ProcessHandle.current().pid() + ", and was not started with this --emitters; stop it first, "
                        + "or leave --emitters out.\n");
        assertThat(start("--session", "a", "--pairing", "ask")).contains("this --pairing; stop it first");
        assertThat(start("--session", "a", "--absent", "wait")).contains("this --absent; stop it first");
        assertThat(start("--session", "a", "--port", "1"))
                .contains("and --port")
                .contains("stop it first");
        assertThat(gateway.gateway().sessions()).isEmpty();
    }

    private void run(PairingPolicy pairing, boolean emitters) throws Exception {
        gateway = GatewayProcess.start(new RunOptions(
                new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")),
                new RunOptions.Ports(0, 0),
                List.of(),
                pairing,
                Absence.DENY,
                new RunOptions.Company(false, emitters, false),
                false));
    }

    private String start(String... options) {
        List<String> arguments = new ArrayList<>(
                List.of("start", "--json", "--home", directory.resolve("home").toString()));
        arguments.addAll(Arrays.asList(options));
        StringWriter said = new StringWriter();
        var unused = new CommandLineTool(new PrintWriter(said), new PrintWriter(said, true)).execute(arguments);
        return said.toString();
    }
}
