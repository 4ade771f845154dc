package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Installed;
import io.tapgateway.app.Needs;
import io.tapgateway.app.run.AppProcess.Ended;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.ScriptedPeer;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway in a process of its own, which callers start and join. */
@Timeout(240)
class DetachedIT {
    private static final String[] START = {"start", "--json", "--port", "0", "--control-port", "0"};
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final int NOT_RUNNING = 3;
    private static final int KILLS = Depth.of(2, 3, 3);

    @TempDir
    private Path directory;

    @AfterEach
    void endTheGateway() throws Exception {
        if (Files.exists(home().resolve("gateway.json"))) {
            JsonValue record = JsonValue.parse(Files.readString(home().resolve("gateway.json")));
            ProcessHandle.of(number(record, "pid")).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** Looks end after four seconds; the time that is allowed here is for a slow machine. */
    @Test
    @Timeout(60)
    void a_stopped_gateway_is_told_of_instead_of_waited_for() throws Exception {
        long pid = number(start("--session", "a"), "pid");
        signal("STOP", pid);
        try {
            List<String> looks = List.of("status", "sessions", "tools", "providers", "streams", "tail");
            for (String look : looks.subList(0, Depth.of(1, looks.size(), looks.size()))) {
                Ended ended = AppProcess.run(directory, look);

                assertThat(ended.code()).as(look).isNotZero();
                assertThat(ended.out() + ended.err())
                        .as(look)
                        .contains("does not answer", "kill " + pid)
                        .hasLineCount(1);
            }
        } finally {
            signal("CONT", pid);
        }
        assertThat(AppProcess.run(directory, "sessions").code()).isZero();
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void D225_it_outlives_its_starter_and_others_join_it() throws Exception {
        JsonValue started = start("--session", "a");
        JsonValue joined = start("--session", "a", "--session", "b");

        assertThat(started.get("joined").orElseThrow().asBoolean()).isFalse();
        assertThat(joined.get("joined").orElseThrow().asBoolean()).isTrue();
        assertThat(number(joined, "pid")).isEqualTo(number(started, "pid"));
        assertThat(AppProcess.run(directory, "sessions").out())
                .contains("*  a ")
                .contains("\n   b ");
        Ended status = AppProcess.run(directory, "status");
        assertThat(status.code()).isZero();
        assertThat(status.out()).contains("pid        " + number(started, "pid") + ",", "sessions   2");

        assertThat(AppProcess.run(directory, "stop"))
                .isEqualTo(new Ended(0, "Stopped the gateway with pid " + number(started, "pid") + ".\n", ""));

        assertThat(AppProcess.run(directory, "status").code()).isEqualTo(NOT_RUNNING);
        assertThat(names(home()))
                .containsExactlyInAnyOrder("agents", "gateway.lock", "start.lock", "logs", "providers", "stopped");
    }

    @Test
    void D225_who_joins_a_gateway_of_another_version_learns_how_to_change_over() throws Exception {
        start("--session", "a");
        Path record = home().resolve("gateway.json");
        Files.writeString(
                record, Files.readString(record).replaceFirst("\"version\":\"[^\"]*\"", "\"version\":\"0.0.9\""));

        Ended joined = AppProcess.run(directory, START);

        assertThat(joined.code()).isZero();
        assertThat(joined.err())
                .startsWith("tapgateway: The gateway that runs is version 0.0.9, and this is ")
                .endsWith("then start again: tapgateway stop\n");
    }

    @Test
    @Needs(Installed.SETSID)
    void D225_it_has_a_session_of_its_own_and_no_terminal() throws Exception {
        long pid = number(start(), "pid");

        assertThat(sessionLeader(pid)).isEqualTo(pid);
        assertThat(terminal(pid)).isZero();
    }

    @Test
    @ThoroughOnly("ten more processes; SharedGatewayIT has ten hosts begin in the same instant")
    void D225_ten_that_start_it_in_the_same_instant_get_one_gateway() throws Exception {
        List<AppProcess> starters = new ArrayList<>();
        List<JsonValue> answers = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                starters.add(AppProcess.start(directory, START));
            }
            for (AppProcess starter : starters) {
                Ended ended = starter.end(120);
                assertThat(ended.err()).isEmpty();
                answers.add(JsonValue.parse(ended.out()));
            }
        } finally {
            starters.forEach(AppProcess::close);
        }

        assertThat(answers.stream().map(answer -> number(answer, "pid")).distinct())
                .hasSize(1);
        assertThat(answers.stream()
                        .filter(answer -> !answer.get("joined").orElseThrow().asBoolean()))
                .hasSize(1);
    }

    @Test
    @ThoroughOnly("half a minute of waiting; IdleShutdownTest does it in no time")
    void D226_it_ends_by_itself_after_the_grace_period_and_leaves_no_files() throws Exception {
        JsonValue started = start("--session", "a");
        ProcessHandle gateway = ProcessHandle.of(number(started, "pid")).orElseThrow();

        delete(started, "api/sessions/a");

        await().during(GRACE.minusSeconds(5)).atMost(GRACE).until(gateway::isAlive);
        await().atMost(Duration.ofSeconds(60)).until(() -> !names(home()).contains("gateway.json"));
        await().atMost(Duration.ofSeconds(40))
                .until(() -> AppProcess.run(directory, "status").code() == NOT_RUNNING);
        assertThat(names(home()))
                .containsExactlyInAnyOrder("agents", "gateway.lock", "start.lock", "logs", "providers");
    }

    @Test
    void D227_a_killed_gateway_misleads_nobody_and_the_next_one_listens_where_it_did() throws Exception {
        JsonValue killed = start("--session", "a");
        String oldOwner = ownerToken();
        byte[] oldKey = Files.readAllBytes(home().resolve("host.key"));
        kill(killed);

        assertThat(AppProcess.run(directory, "status").code()).isEqualTo(NOT_RUNNING);
        assertThat(AppProcess.run(directory, "sessions").err()).startsWith("tapgateway: No gateway is running in ");
        assertThat(AppProcess.run(directory, "stop").code()).isZero();

        Ended again = AppProcess.run(
                directory,
                "start",
                "--json",
                "--port",
                text(killed, "port"),
                "--control-port",
                text(killed, "controlPort"));

        assertThat(again.err()).isEmpty();
        JsonValue next = JsonValue.parse(again.out());
        assertThat(next.get("joined").orElseThrow().asBoolean()).isFalse();
        assertThat(text(next, "url")).isEqualTo(text(killed, "url"));
        assertThat(ownerToken()).isNotEqualTo(oldOwner);
        assertThat(Files.readAllBytes(home().resolve("host.key"))).hasSize(32).isNotEqualTo(oldKey);
        assertThat(AppProcess.run(directory, "sessions").out()).isEqualTo("There are no sessions.\n");
    }

    @Test
    @ThoroughOnly("it kills gateway after gateway; one is killed in the quick build")
    void D227_however_often_it_is_killed_while_calls_run_the_next_one_serves_on_the_same_port() throws Exception {
        JsonValue gateway = start("--session", "a");
        List<String> ports = List.of("--port", text(gateway, "port"), "--control-port", text(gateway, "controlPort"));
        List<String> oldTokens = new ArrayList<>();
        for (int round = 0; round < KILLS; round++) {
            String token = Files.readString(home().resolve("provider.token"));
            assertThat(discovery()).hasContent(token);
            ScriptedPeer provider = provider(gateway, token);
            List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                calls.add(call(gateway));
            }
            provider.receives("{\"type\":\"tool.call\",\"*\":\"*\"}");

            kill(gateway);

            assertThat(calls).allSatisfy(call -> assertThat(call).failsWithin(Duration.ofSeconds(40)));
            oldTokens.add(token);
            List<String> again = new ArrayList<>(List.of("start", "--json", "--session", "a"));
            again.addAll(ports);
            Ended ended = AppProcess.run(directory, again.toArray(String[]::new));
            assertThat(ended.err()).isEmpty();
            gateway = JsonValue.parse(ended.out());
            assertThat(gateway.get("joined").orElseThrow().asBoolean()).isFalse();
        }
        for (String token : oldTokens) {
            SocketWire.authenticated(gateway, token)
                    .receives("{\"type\":\"error\",\"code\":\"AUTH_FAILED\",\"*\":\"*\"}")
                    .closedWith(4401);
        }
    }

    @Test
    void D225_a_starter_that_is_killed_keeps_nobody_from_starting() throws Exception {
        try (AppProcess starter = AppProcess.start(directory, START)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(home().resolve("start.lock")));
            starter.signal("KILL");
            starter.end();
        }

        JsonValue first = start();
        JsonValue second = start();

        assertThat(number(second, "pid")).isEqualTo(number(first, "pid"));
        assertThat(AppProcess.run(directory, "status").code()).isZero();
    }

    @Test
    void D011_a_stranger_on_the_port_is_named_and_nothing_is_left_behind() throws Exception {
        try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(stranger.getLocalPort());

            Ended ended = AppProcess.run(directory, "start", "--json", "--port", port, "--control-port", "0");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err())
                    .startsWith("tapgateway: Port " + port + " on 127.0.0.1 is already in use by process "
                            + ProcessHandle.current().pid() + " (java).")
                    .hasLineCount(1);
        }
        assertThat(names(home())).isSubsetOf("agents", "gateway.lock", "start.lock", "logs", "providers");
    }

    @Test
    void D225_whoever_asks_for_other_ports_than_those_of_the_running_gateway_is_told() throws Exception {
        JsonValue started = start();

        Ended ended = AppProcess.run(directory, "start", "--port", "1");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err())
                .startsWith("tapgateway: A gateway runs already, with pid " + number(started, "pid") + " and --port "
                        + text(started, "port") + ", not 1;");
    }

    @Test
    void T08_its_logs_are_for_this_user_only() throws Exception {
        start();

        try (Stream<Path> logs = Files.list(home().resolve("logs"))) {
            assertThat(logs.toList())
                    .hasSize(2)
                    .allSatisfy(log -> assertThat(mode(log)).isEqualTo("rw-------"));
        }
        assertThat(mode(home().resolve("host.key"))).isEqualTo("rw-------");
    }

    private JsonValue start(String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(START));
        arguments.addAll(List.of(more));
        Ended ended = AppProcess.run(directory, arguments.toArray(String[]::new));
        assertThat(ended.code()).as(ended.err()).isZero();
        return JsonValue.parse(ended.out());
    }

    /** Ends the process without a chance to tidy up; the system says so once it is gone. */
    private void kill(JsonValue gateway) throws Exception {
        ProcessHandle process = ProcessHandle.of(number(gateway, "pid")).orElseThrow();
        assertThat(process.destroyForcibly()).isTrue();
        await().atMost(Duration.ofSeconds(40))
                .until(() -> AppProcess.run(directory, "status").code() == NOT_RUNNING);
    }

    private void delete(JsonValue gateway, String path) throws Exception {
        assertThat(new Owner(gateway).delete(path).statusCode()).isEqualTo(202);
    }

    private static ScriptedPeer provider(JsonValue gateway, String token) throws Exception {
        return SocketWire.authenticated(gateway, token)
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends("{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"ci\",\"session\":\"a\",\"tools\":["
                        + "{\"name\":\"status\",\"description\":\"How it is\",\"parameters\":{}}]}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"state\":\"started\",\"*\":\"*\"}");
    }

    private static CompletableFuture<HttpResponse<String>> call(JsonValue gateway) throws IOException {
        return new Owner(gateway).call("a", "status");
    }

    private Path discovery() {
        return directory.resolve("copilot/extensions/tap/.provider-token");
    }

    private String ownerToken() throws IOException {
        return Files.readString(home().resolve("owner.token"));
    }

    private Path home() {
        return directory.resolve("home");
    }

    private static long sessionLeader(long pid) throws IOException {
        return stat(pid, 3);
    }

    private static long terminal(long pid) throws IOException {
        return stat(pid, 4);
    }

    /** A number after the name of the process, as Linux tells it. */
    private static long stat(long pid, int field) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[field]);
    }

    private static long number(JsonValue object, String name) {
        return object.get(name).flatMap(JsonValue::asWholeNumber).orElseThrow();
    }

    private static String text(JsonValue object, String name) {
        JsonValue value = object.get(name).orElseThrow();
        return value.json().replace("\"", "");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static List<String> names(Path path) throws IOException {
        try (Stream<Path> content = Files.list(path)) {
            return content.map(file -> file.getFileName().toString()).toList();
        }
    }
}
