package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged app as a person at a terminal meets it. */
@Timeout(180)
class PromptIT {
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String COLOUR = "\u001b[36m";

    @TempDir
    private Path directory;

    @Test
    void a_person_plays_the_agent_and_leaves_in_good_order() throws Exception {
        try (AppOnTerminal app = start(Map.of(), "run", "--port", "0", "--control-port", "0")) {
            app.awaitScreen("main> ");
            app.type("call demo_gr\t{\"name\": \"Ada\"}\r");
            app.awaitScreen("\"Hello, Ada!\"", "main> ");
            app.type("call demo_countdown seconds=30\r");
            app.awaitScreen("demo_countdown: 30 …", "demo_countdown: 29 …");
            app.type(CTRL_C);
            app.awaitScreen("CANCELLED: cancelled by the host", "main> ");
            app.type("never mind" + CTRL_C);
            app.awaitScreen("never mind", "main> ");
            app.type("check shell {\"command\": \"git push\"}\r");
            app.awaitScreen("allowed", "main> ");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("home/history"))))
                    .isEqualTo("rw-------");
            assertTailHasColoursForPeopleOnly();
            app.type(CTRL_D);

            assertThat(app.end()).as(app::text).isZero();
            assertThat(directory.resolve("home/gateway.json")).doesNotExist();
            assertThat(directory.resolve("home/history")).content().contains("demo_greet", "git push");
        }
    }

    @Test
    void U109_U121_the_person_at_the_prompt_decides_about_what_a_file_of_the_home_names() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        Path rules = Files.writeString(home.resolve("approvals.json"), "{\"demo_greet\": \"ask\"}");
        Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("rw-------"));
        try (AppOnTerminal app = start(Map.of(), "run", "--port", "0", "--control-port", "0")) {
            app.awaitScreen("main> ");
            app.type("call demo_greet name=Ada\r");
            app.awaitScreen(
                    "use 'demo_greet' of tap-demo with", "{\"name\":\"Ada\"}", "[1] y, n, or s for this session?");
            app.type("y\r");
            app.awaitScreen("[1] approved at the prompt", "\"Hello, Ada!\"", "main> ");
            app.type("call demo_greet name=Bob\r");
            app.awaitScreen("[2] y, n, or s for this session?");
            app.type("n\r");
            app.awaitScreen("UNAUTHORIZED: Denied by the user.", "main> ");

            try (AppProcess other = AppProcess.start(directory, "call", "demo_greet", "name=Eve")) {
                app.awaitScreen("approve 3, or deny 3 WHY");
                assertThat(AppProcess.run(directory, "approvals").out())
                        .contains("demo_greet", "{\"name\":\"Eve\"}", "approvals: approvals.json says so");
                app.type("approve\r");
                app.awaitScreen("[3] approved at the prompt", "main> ");
                assertThat(other.end().out()).contains("Hello, Eve!");
            }
            app.type(CTRL_D);
            assertThat(app.end()).as(app::text).isZero();
        }
    }

    private void assertTailHasColoursForPeopleOnly() throws Exception {
        String[] tail = {"tail", "--no-follow"};
        try (AppOnTerminal coloured = start(Map.of(), tail);
                AppOnTerminal plain = start(Map.of("NO_COLOR", "1"), tail)) {
            assertThat(coloured.end()).isZero();
            assertThat(plain.end()).isZero();
            assertThat(coloured.raw()).contains(COLOUR + "tap-demo@tap-demo");
            assertThat(plain.raw())
                    .contains("tap-demo@tap-demo: The demo is here.")
                    .doesNotContain("\u001b");
        }
        assertThat(AppProcess.run(directory, tail).out())
                .contains("tap-demo@tap-demo: The demo is here.")
                .doesNotContain("\u001b");
    }

    private AppOnTerminal start(Map<String, String> environment, String... arguments) throws Exception {
        return AppOnTerminal.start(directory, environment, arguments);
    }
}
