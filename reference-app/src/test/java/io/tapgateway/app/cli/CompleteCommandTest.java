package io.tapgateway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.session.Absence;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.runtime.PairingPolicy;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the scripts of shells are told. */
@Timeout(60)
class CompleteCommandTest {
    @TempDir
    private Path directory;

    @Test
    void a_line_goes_on_with_what_the_gateway_has() throws Exception {
        GatewayProcess gateway = start("main");
        try {
            assertThat(complete("call demo_g")).isEqualTo("demo_greet\n");
            assertThat(complete("call demo_greet ")).isEqualTo("name=\n");
            assertThat(complete("tail --session ")).isEqualTo("main\n");
            assertThat(complete("tail --session=m", "--word", "m")).isEqualTo("main\n");
            assertThat(complete("call demo_g", "--described")).isEqualTo("demo_greet\tGreets somebody by name.\n");
            assertThat(complete("call --session nowhere ")).isEmpty();
        } finally {
            gateway.stop();
        }
    }

    @Test
    void where_several_sessions_are_meant_none_is() throws Exception {
        GatewayProcess gateway = start("main", "other");
        try {
            assertThat(complete("call ")).isEmpty();
            assertThat(complete("call --session main demo_g")).isEqualTo("demo_greet\n");
            assertThat(complete("tail --session ")).isEqualTo("main\nother\n");
        } finally {
            gateway.stop();
        }
    }

    @Test
    void nothing_is_said_where_no_gateway_runs() throws Exception {
        assertThat(complete("call ")).isEmpty();
        assertThat(complete("")).doesNotContain("complete", "detached");
        assertThat(said("complete", "tapgateway call --home '' x")).isEmpty();
    }

    private GatewayProcess start(String... sessions) throws Exception {
        List<NewSession> wanted = new ArrayList<>();
        for (String session : sessions) {
            wanted.add(NewSession.of(session, session, Optional.empty()));
        }
        return GatewayProcess.start(new RunOptions(
                new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")),
                new RunOptions.Ports(0, 0),
                wanted,
                PairingPolicy.standard(),
                Absence.DENY,
                new RunOptions.Company(true, false, false),
                false));
    }

    private String complete(String typed, String... options) {
        String[] words = typed.split(" ", 2);
        String line = "tapgateway " + words[0] + " --home=" + directory.resolve("home")
                + (words.length > 1 ? " " + words[1] : "");
        List<String> arguments = new ArrayList<>(List.of("complete"));
        arguments.addAll(Arrays.asList(options));
        arguments.add(line);
        return said(arguments.toArray(String[]::new));
    }

    private static String said(String... arguments) {
        StringWriter said = new StringWriter();
        int code = new CommandLineTool(new PrintWriter(said), new PrintWriter(said, true)).execute(List.of(arguments));
        assertThat(code).isZero();
        return said.toString().replace(System.lineSeparator(), "\n");
    }
}
