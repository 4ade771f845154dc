package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.agents.HookQuestion;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.session.Absence;
import io.tapgateway.app.session.AbsentGuardians;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.runtime.PairingPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that finds what one has left behind that was killed, and hooks that ask it at once. */
@Timeout(60)
class RestartedHooksTest {
    private static final String PUSH = "{\"session_id\":\"c1\",\"cwd\":\"/\",\"hook_event_name\":\"PreToolUse\","
            + "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git push\"}}";

    @TempDir
    private Path directory;

    @Test
    void G005_a_hook_that_asks_a_restarted_gateway_before_the_agents_host_has_found_it_is_denied() throws Exception {
        HomeDirectory home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
        start(home).stop();
        assertThat(asked(home)).isEmpty();
        leave(home);

        GatewayProcess restarted = start(home);
        try {
            assertThat(asked(home).orElseThrow()).contains("\"deny\"", "'ci-guardian' is not back yet");
        } finally {
            restarted.stop();
        }

        GatewayProcess afterwards = start(home);
        try {
            assertThat(asked(home)).contains("{}");
        } finally {
            afterwards.stop();
        }
    }

    @Test
    void G005_a_gateway_that_cannot_start_opens_nothing_for_the_next_one() throws Exception {
        HomeDirectory home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
        start(home).stop();
        leave(home);
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> start(home, new RunOptions.Ports(0, other.getLocalPort())))
                    .isInstanceOf(Problem.class);
        }

        GatewayProcess next = start(home);
        try {
            assertThat(asked(home).orElseThrow()).contains("\"deny\"", "'ci-guardian' is not back yet");
        } finally {
            next.stop();
        }
    }

    private static void leave(HomeDirectory home) throws IOException {
        Path left = home.path().resolve(AbsentGuardians.NAME);
        Files.writeString(left, "{\"claude-code-abcdefgh\":[\"ci-guardian\"]}");
        Files.setPosixFilePermissions(left, PosixFilePermissions.fromString("rw-------"));
    }

    private static Optional<String> asked(HomeDirectory home) throws InterruptedException {
        return new HookQuestion("claude", PUSH).ask(home.hookCurl());
    }

    private static GatewayProcess start(HomeDirectory home) throws Exception {
        return start(home, new RunOptions.Ports(0, 0));
    }

    private static GatewayProcess start(HomeDirectory home, RunOptions.Ports ports) throws Exception {
        return GatewayProcess.start(new RunOptions(
                home,
                ports,
                List.of(NewSession.of("main", "Main", Optional.empty())),
                PairingPolicy.standard(),
                Absence.DENY,
                new RunOptions.Company(false, false, false),
                false));
    }
}
