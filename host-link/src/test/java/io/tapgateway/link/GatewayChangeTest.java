package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.testkit.ScriptedPeer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of hosts whose gateway dies, over real sockets. */
@Timeout(240)
class GatewayChangeTest {
    /** A connection whose end goes unnoticed is missed after fifteen seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final Process gatewayProcess;

    @AutoClose
    private HostFixture fixture;

    GatewayChangeTest() throws IOException {
        gatewayProcess = new ProcessBuilder("sleep", "600").start();
    }

    @BeforeEach
    void listen() throws Exception {
        fixture = new HostFixture(Files.createDirectory(directory.resolve("home")));
        fixture.announce(1, fixture.port(), gatewayProcess.pid());
    }

    @AfterEach
    void stop() {
        gatewayProcess.destroyForcibly();
    }

    @Test
    void D227_sessions_go_on_at_the_next_gateway_and_what_was_asked_of_the_dead_one_ends() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            AtomicInteger replaced = new AtomicInteger();
            gateway.onReplaced(replaced::incrementAndGet);
            RecordingHost host = new RecordingHost();
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), host);
            ScriptedPeer provider = fixture.provider("abc", "greeter", "greet");
            await().atMost(PATIENCE).until(() -> !session.tools().isEmpty());
            CompletableFuture<ToolOutcome> call =
                    session.callTool("greet", JsonValue.EMPTY_OBJECT).toCompletableFuture();
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");

            kill();

            assertDisconnected(call);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(host.toolLists()).last().isEqualTo(List.<RegisteredTool>of()));
            assertDisconnected(session.callTool("greet", JsonValue.EMPTY_OBJECT));
            assertThat(inTime(session.preToolUse("shell", JsonValue.EMPTY_OBJECT)))
                    .isInstanceOf(HookDecision.Deny.class);
            assertThat(session.tools()).isEmpty();
            assertThat(session.info().label()).isEqualTo("PR #42");
            assertThatThrownBy(() -> gateway.issueSpawnToken(new SessionId("abc"), new ProviderName("x")))
                    .isInstanceOf(IllegalStateException.class);

            fixture.rise(2, 0);

            await().atMost(PATIENCE).until(() -> replaced.get() == 1);
            assertThat(fixture.openSessions()).containsExactly("abc");
            ScriptedPeer again = fixture.provider("abc", "greeter", "greet");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(host.toolLists())
                            .last()
                            .satisfies(it -> assertThat(it).hasSize(1)));
            CompletableFuture<ToolOutcome> next =
                    session.callTool("greet", JsonValue.EMPTY_OBJECT).toCompletableFuture();
            again.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}")
                    .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}");
            assertThat(inTime(next).ok()).isTrue();
            assertThat(host.timeline().stream().map(it -> it.text()))
                    .anyMatch(it -> it.startsWith("The gateway is gone"))
                    .anyMatch(it -> it.startsWith("There is a new gateway"));
            assertThat(host.ended()).isFalse();
            assertThat(gateway.ended().toCompletableFuture()).isNotDone();
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(fixture.openSessions()).isEmpty());
    }

    @Test
    void D227_a_session_is_opened_again_as_its_host_last_wanted_it() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            GatewaySession other =
                    gateway.openSession(HostFixture.info("def").withForeground(true), new RecordingHost());
            session.bringToForeground();
            session.reserveToolNames(Set.of("mine"));
            session.leaveArgumentsUnchecked(true);

            kill();
            assertDisconnected(awaitDisconnected(session));
            other.reserveToolNames(Set.of("meanwhile"));
            fixture.rise(2, 0);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fixture.openSessions()).containsExactlyInAnyOrder("abc", "def"));
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(info(session).foreground()).isTrue();
                assertThat(info(session).reservedToolNames()).containsExactly("mine");
                assertThat(info(other).foreground()).isFalse();
                assertThat(info(other).reservedToolNames()).containsExactly("meanwhile");
            });
            ScriptedPeer provider =
                    fixture.provider("abc", "strict", "strict", "{\"type\":\"object\",\"required\":[\"a\"]}");
            await().atMost(PATIENCE).until(() -> !session.tools().isEmpty());
            CompletionStage<ToolOutcome> call = session.callTool("strict", JsonValue.EMPTY_OBJECT);
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"args\":{},\"*\":\"*\"}")
                    .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}");

            assertThat(inTime(call).ok()).isTrue();
        }
    }

    @Test
    void M011_a_guest_takes_part_in_the_session_at_the_next_gateway() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings());
                HostGateway visitor = GatewayConnector.joinOrStart(fixture.settings())) {
            gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            RecordingHost told = new RecordingHost();
            SessionAccess guest = visitor.attach(new SessionId("abc"), told);
            ScriptedPeer provider = fixture.provider("abc", "greeter", "greet");
            await().atMost(PATIENCE).until(() -> told.toolLists().size() > 1);
            CompletableFuture<ToolOutcome> call =
                    guest.callTool("greet", JsonValue.EMPTY_OBJECT).toCompletableFuture();
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");

            kill();
            assertDisconnected(call);
            fixture.rise(2, 0);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fixture.openSessions()).containsExactly("abc"));
            ScriptedPeer again = fixture.provider("abc", "greeter", "greet");
            await().atMost(PATIENCE).until(() -> !guest.tools().isEmpty());
            CompletableFuture<ToolOutcome> next =
                    guest.callTool("greet", JsonValue.EMPTY_OBJECT).toCompletableFuture();
            again.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}")
                    .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}");

            assertThat(inTime(next).ok()).isTrue();
            assertThat(told.ended()).isFalse();
            inTime(guest.close());
            assertThat(told.ended()).isTrue();
            assertThat(fixture.openSessions()).containsExactly("abc");
        }
    }

    @Test
    void D227_a_gateway_that_does_not_know_the_link_any_more_counts_as_another_one() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            ScriptedPeer provider = fixture.provider("abc", "greeter", "greet");
            CompletableFuture<ToolOutcome> call =
                    session.callTool("greet", JsonValue.EMPTY_OBJECT).toCompletableFuture();
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");

            fixture.replace();

            assertDisconnected(call);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fixture.openSessions()).containsExactly("abc"));
        }
    }

    @Test
    void a_session_that_is_closed_or_opened_without_a_gateway_is_so_at_the_next_one() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            RecordingHost host = new RecordingHost();
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), host);
            kill();
            assertDisconnected(awaitDisconnected(session));

            inTime(session.close());
            Future<GatewaySession> later = CompletableFuture.supplyAsync(
                    () -> gateway.openSession(HostFixture.info("def"), new RecordingHost()),
                    Executors.newSingleThreadExecutor());
            fixture.rise(2, 0);

            assertThat(later.get(60, TimeUnit.SECONDS).info().id().value()).isEqualTo("def");
            assertThat(host.ended()).isTrue();
            assertThat(fixture.openSessions()).containsExactly("def");
        }
    }

    @Test
    void a_host_that_leaves_while_there_is_no_gateway_looks_no_further() throws Exception {
        RecordingHost host = new RecordingHost();
        HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings());
        GatewaySession session = gateway.openSession(HostFixture.info("abc"), host);
        kill();
        awaitDisconnected(session);

        gateway.close();

        inTime(gateway.ended());
        await().atMost(PATIENCE).until(host::ended);
        assertThatThrownBy(() -> gateway.openSession(HostFixture.info("def"), new RecordingHost()))
                .hasMessageContaining("gateway is gone");
        await().atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("tap-host-search")));
    }

    @Test
    void D225_of_ten_hosts_that_miss_their_gateway_one_starts_another() throws Exception {
        Path starts = directory.resolve("starts");
        ConnectorSettings settings = fixture.settings()
                .startingWith(List.of("sh", "-c", "echo started >> \"$1\"", "sh", starts.toString()))
                .within(PATIENCE);
        List<HostGateway> hosts = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                HostGateway host = GatewayConnector.joinOrStart(settings);
                hosts.add(host);
                host.openSession(HostFixture.info("s" + i), new RecordingHost());
            }

            kill();
            await().atMost(PATIENCE).until(() -> Files.exists(starts));
            fixture.rise(2, 0);

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(fixture.openSessions()).hasSize(10));
            assertThat(starts).hasContent("started");
        } finally {
            hosts.forEach(HostGateway::close);
        }
    }

    @Test
    void D225_of_ten_hosts_that_begin_in_the_same_instant_one_starts_the_gateway() throws Exception {
        kill();
        Path starts = directory.resolve("starts");
        ConnectorSettings settings = fixture.settings()
                .startingWith(List.of("sh", "-c", "echo started >> \"$1\"", "sh", starts.toString()))
                .within(PATIENCE);
        ExecutorService threads = Executors.newFixedThreadPool(10);
        List<Future<HostGateway>> hosts = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                hosts.add(threads.submit(() -> GatewayConnector.joinOrStart(settings)));
            }
            await().atMost(PATIENCE).until(() -> Files.exists(starts));
            fixture.rise(2, 0);

            for (Future<HostGateway> host : hosts) {
                host.get(60, TimeUnit.SECONDS).close();
            }
            assertThat(starts).hasContent("started");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void the_turn_to_start_is_one_hosts_and_comes_back() throws Exception {
        Path home = directory.resolve("new");
        try (StartTurn turn = StartTurn.tryTake(home).orElseThrow()) {
            assertThat(turn).isNotNull();
            assertThat(StartTurn.tryTake(home)).isEmpty();
        }
        try (StartTurn again = StartTurn.tryTake(home).orElseThrow()) {
            assertThat(again).isNotNull();
        }
        assertThat(StartTurn.tryTake(directory.resolve("no/such/place"))).isPresent();
    }

    /** The process is gone and so is what listened. */
    private void kill() throws Exception {
        gatewayProcess.destroyForcibly().waitFor();
        fixture.die();
    }

    private static CompletionStage<ToolOutcome> awaitDisconnected(GatewaySession session) {
        await().atMost(PATIENCE)
                .until(() -> inTime(session.callTool("x", JsonValue.EMPTY_OBJECT))
                        .toString()
                        .contains("DISCONNECTED"));
        return session.callTool("x", JsonValue.EMPTY_OBJECT);
    }

    private static void assertDisconnected(CompletionStage<ToolOutcome> call) throws Exception {
        assertThat(inTime(call))
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.code()).isEqualTo(ToolErrorCode.DISCONNECTED));
    }

    private SessionInfo info(GatewaySession session) {
        return fixture.gateway.session(session.info().id()).orElseThrow().info();
    }

    private static <T> T inTime(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
