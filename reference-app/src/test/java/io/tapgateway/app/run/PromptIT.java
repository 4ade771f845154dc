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
