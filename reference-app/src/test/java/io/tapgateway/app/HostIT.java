package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.ws.host.ConnectorSettings;
import io.tapgateway.transport.ws.host.GatewayConnector;
import io.tapgateway.transport.ws.host.HostGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Session hosts in processes of their own, with the packaged app as their gateway. */
@Timeout(240)
class HostIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    @Test
    void D012_a_host_in_another_language_has_a_session_for_as_long_as_it_stays() throws Exception {
        List<String> command = new ArrayList<>(Interpreter.NODE.command(Interpreter.EXAMPLES.resolve("node/host.mjs")));
        command.add("nodey");
        try (PackagedApp app = PackagedApp.start(directory.resolve("app"));
                RunningProgram host =
                        RunningProgram.start(directory.resolve("host"), app.ownersEnvironment(), command)) {
            host.awaitPrinted("session nodey is open");
            assertThat(app.sessions()).containsExactly(PackagedApp.SESSION, "nodey");

            assertThat(host.terminate().awaitExit(PATIENCE)).isZero();

            await().untilAsserted(() -> assertThat(app.sessions()).containsExactly(PackagedApp.SESSION));
        }
    }

    @Test
    void D225_the_first_host_starts_the_gateway_the_next_one_joins_and_both_are_told_when_it_stops() throws Exception {
        Path home = directory.resolve("home");
        ConnectorSettings settings = ConnectorSettings.home(home)
                .startingWith(command(home, "start", "--port", "0", "--control-port", "0"))
                .within(PATIENCE);
        try (HostGateway first = GatewayConnector.joinOrStart(settings);
                HostGateway second = GatewayConnector.joinOrStart(settings)) {
            RecordingHost host = new RecordingHost();
            GatewaySession session = first.openSession(SessionInfo.of("abc", "first", directory), host);
            second.openSession(SessionInfo.of("def", "second", directory), new RecordingHost());

            assertThat(List.of(first.place(), second.place()))
                    .containsExactly(HostGateway.Place.STARTED, HostGateway.Place.JOINED);
            assertThat(session.info().label()).isEqualTo("first");
            assertThat(first.providerUrl()).isPresent().isEqualTo(second.providerUrl());

            RunningProgram.start(directory.resolve("stop"), Map.of(), command(home, "stop"))
                    .awaitExit(PATIENCE);

            first.ended().toCompletableFuture().get(30, TimeUnit.SECONDS);
            second.ended().toCompletableFuture().get(30, TimeUnit.SECONDS);
            await().until(host::ended);
        }
    }

    private List<String> command(Path home, String verb, String... options) {
        List<String> command = new ArrayList<>(List.of("env", "COPILOT_HOME=" + directory.resolve("copilot")));
        command.addAll(PackagedApp.ownersCommand(verb, "--home", home.toString()));
        command.addAll(List.of(options));
        return command;
    }
}
