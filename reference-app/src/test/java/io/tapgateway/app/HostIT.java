package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tapgateway.link.ConnectorSettings;
import io.tapgateway.link.GatewayConnector;
import io.tapgateway.link.HostGateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.RecordingHost;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Session hosts in processes of their own, with the packaged app as their gateway. */
@Timeout(240)
class HostIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final FileAttribute<?> OWNER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

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

    @Test
    void T06_a_squatter_in_the_place_of_a_gateway_hears_a_nonce_of_each_host_and_nothing_else() throws Exception {
        List<String> node = new ArrayList<>(Interpreter.NODE.command(Interpreter.EXAMPLES.resolve("node/host.mjs")));
        node.add("secret-session");
        try (PackagedApp app = PackagedApp.start(directory.resolve("app"));
                FalseGateway squatter = new FalseGateway()) {
            Path home = directory.resolve("app/home");
            Path record = home.resolve("gateway.json");
            String truth = Files.readString(record);
            Files.writeString(record, truth.replace(":" + app.controlUrl().getPort(), ":" + squatter.port()));

            assertThatThrownBy(() -> GatewayConnector.joinOrStart(ConnectorSettings.home(home)))
                    .hasMessageContaining("has not proved that it is the gateway");
            try (RunningProgram host = RunningProgram.start(directory.resolve("host"), app.ownersEnvironment(), node)) {
                assertThat(host.awaitExit(PATIENCE)).isEqualTo(1);
                assertThat(host.printed()).contains("that is not the gateway");
            }

            assertThat(squatter.heard()).hasSize(4);
            assertThat(List.of(squatter.heard().get(1), squatter.heard().get(3)))
                    .allMatch(it -> it.matches("\\{\"type\":\"hello\",\"version\":1,\"nonce\":\"[\\w-]{43}\"}"));
            assertThat(squatter.heard())
                    .noneMatch(it -> it.contains(app.ownerToken()) || it.contains("secret-session"));
            assertThat(squatter.heard())
                    .noneMatch(it -> it.toLowerCase(Locale.ROOT).contains("authorization"));
        }
    }

    @Test
    void D012_a_program_without_the_key_gets_neither_a_session_nor_a_word_about_one() throws Exception {
        try (PackagedApp app = PackagedApp.start(directory.resolve("app"))) {
            Path stolen = Files.createDirectory(directory.resolve("stolen"), OWNER);
            copy(directory.resolve("app/home/gateway.json"), stolen.resolve("gateway.json"));
            Files.write(Files.createFile(stolen.resolve("host.key"), FILE), new byte[32]);

            assertThatThrownBy(() -> GatewayConnector.joinOrStart(ConnectorSettings.home(stolen)))
                    .hasMessageContaining("has not proved that it is the gateway");

            Guesser guesser = new Guesser();
            WebSocket socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(URI.create("ws://127.0.0.1:" + app.controlUrl().getPort() + "/host"), guesser)
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            socket.sendText("{\"type\":\"hello\",\"version\":1,\"nonce\":\"" + "A".repeat(43) + "\"}", true)
                    .join();
            await().atMost(PATIENCE).until(() -> guesser.heard.size() == 1);
            socket.sendText("{\"type\":\"proof\",\"proof\":\"" + "A".repeat(43) + "\"}", true)
                    .join();

            assertThat(guesser.ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(4401);
            assertThat(guesser.heard)
                    .singleElement()
                    .asString()
                    .matches("\\{\"type\":\"challenge\",\"nonce\":\"[\\w-]{43}\",\"proof\":\"[\\w-]{43}\"}");
            assertThat(app.sessions()).containsExactly(PackagedApp.SESSION);
        }
    }

    /** A program that knows the protocol and not the key. */
    private static final class Guesser implements WebSocket.Listener {
        private final List<String> heard = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Integer> ended = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
            heard.add(text.toString());
            from.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            ended.complete(code);
            return null;
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.write(Files.createFile(to, FILE), Files.readAllBytes(from));
    }

    private List<String> command(Path home, String verb, String... options) {
        List<String> command = new ArrayList<>(List.of("env", "COPILOT_HOME=" + directory.resolve("copilot")));
        command.addAll(PackagedApp.ownersCommand(verb, "--home", home.toString()));
        command.addAll(List.of(options));
        return command;
    }
}
