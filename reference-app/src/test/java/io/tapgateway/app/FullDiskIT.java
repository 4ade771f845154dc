package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.model.Match;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.testkit.ThoroughOnly;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that can write nothing any more, as on a disk that is full, and the hooks of an agent that ask it. */
@Timeout(60)
@Needs({Installed.CURL, Installed.PRLIMIT})
class FullDiskIT {
    private static final Path LAUNCH = PackagedApp.MODULE.resolve("src/main/sh/launch.sh");

    private static final String PUSH =
            "{\"session_id\":\"c1\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\","
                    + "\"tool_input\":{\"command\":\"git push\"}}";
    private static final List<String> OTHERS = List.of(
            "{\"session_id\":\"c1\",\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"Push it\"}",
            "{\"session_id\":\"c1\",\"hook_event_name\":\"PostToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{}}",
            "{\"session_id\":\"c1\",\"hook_event_name\":\"Stop\"}",
            "{\"session_id\":\"c2\",\"hook_event_name\":\"SessionStart\"}",
            "{\"session_id\":\"c2\",\"hook_event_name\":\"SessionEnd\"}");

    @TempDir
    private Path directory;

    @AutoClose
    private HomeGateway gateway;

    @Test
    @ThoroughOnly("it starts gateways; HookFaultsTest looks at the hook")
    void G022_where_nothing_can_be_written_denied_tools_stay_denied_and_nothing_else_is_stopped() throws Exception {
        gateway = new HomeGateway(directory.resolve("home"));
        PackagedApp app = PackagedApp.start(directory);
        assertThat(hook(OTHERS.get(0))).isEqualTo("0");
        guard();

        fill(app.pid());

        assertThat(hook(PUSH)).startsWith("0").contains("\"deny\"", "CI is red");
        othersGoOn();

        app.kill();

        assertThat(hook(PUSH)).startsWith("2").contains("the gateway does not answer");
        othersGoOn();
        System.err.println(startOnFullDisk());
        assertThat(hook(PUSH)).startsWith("2").contains("the gateway does not answer");
        othersGoOn();

        try (PackagedApp withRoom = PackagedApp.start(directory)) {
            assertThat(hook(PUSH)).startsWith("0").contains("\"deny\"", "'ci' is not back yet");
            assertThat(withRoom.pid()).isNotEqualTo(app.pid());
        }
    }

    private void othersGoOn() {
        for (String other : OTHERS) {
            assertThat(hook(other)).as(other).isEqualTo("0");
        }
    }

    /** The code of a hook, and what it says. */
    private String hook(String event) {
        try (RunningProgram hook = RunningProgram.startTalking(
                directory,
                Map.of("TAPGATEWAY_HOME", gateway.home().toString()),
                List.of("sh", "-euc", ". \"$0\"; hook hook claude; exit 1", LAUNCH.toString()))) {
            hook.type(event);
            hook.hangUp();
            return hook.awaitExit(RunningProgram.PATIENCE) + hook.printed();
        }
    }

    private void guard() throws Exception {
        String session = await().until(() -> gateway.sessions(), it -> it.size() == 2).stream()
                .filter(it -> !it.equals(PackagedApp.SESSION))
                .findFirst()
                .orElseThrow();
        CompletableFuture<BoundProvider> bound = new CompletableFuture<>();
        var unused = WebSocketProvider.connect(
                gateway.url(),
                Credentials.token(gateway.spawnToken(session, "ci")),
                Provider.named("ci")
                        .onBound(bound::complete)
                        .deny(Match.tool("shell").args("git push"), "CI is red.")
                        .build());
        bound.get(RunningProgram.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        // What is guarded is noted a moment later.
        await().until(() -> gateway.home().resolve("guardians.json").toFile().exists());
    }

    /** From now on it can write into no file. */
    private void fill(int gateway) throws Exception {
        assertThat(new ProcessBuilder(Installed.PRLIMIT.path(), "--pid", "" + gateway, "--fsize=0:")
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    private String startOnFullDisk() {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "(ulimit -f 0; exec \"$@\") 2>&1 | cat", "sh"));
        command.addAll(PackagedApp.ownersCommand("run", "--headless", "--port", "0", "--control-port", "0"));
        try (RunningProgram start = RunningProgram.start(
                directory,
                Map.of(
                        "TAPGATEWAY_HOME",
                        gateway.home().toString(),
                        "COPILOT_HOME",
                        directory.resolve("copilot").toString()),
                command)) {
            start.awaitExit(RunningProgram.PATIENCE);
            return start.printed();
        }
    }
}
