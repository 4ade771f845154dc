package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.link.ConnectorSettings;
import io.tapgateway.link.GatewayConnector;
import io.tapgateway.link.HostGateway;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.SessionChoice;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts of several processes that share a gateway in a process of its own, and lose it. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class SharedGatewayIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int KILLS = Depth.of(2, 8, 20);
    private static final int SOME_CALLS = 10;

    @TempDir
    private Path directory;

    private final List<AutoCloseable> started = new ArrayList<>();
    private Path home;
    private int port;
    private int controlPort;

    @BeforeEach
    void choosePorts() throws IOException {
        home = directory.resolve("home");
        port = freePort();
        controlPort = freePort();
    }

    @AfterEach
    void endAll() throws Exception {
        for (AutoCloseable each : started) {
            each.close();
        }
        for (long pid : gateways()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    @ThoroughOnly("it kills hosts and gateways in turn; DetachedIT kills one")
    void D227_hosts_in_Java_and_Node_go_on_whoever_is_killed_and_every_call_ends_once() throws Exception {
        List<String> example = Interpreter.NODE.command(Interpreter.EXAMPLES.resolve("node/host.mjs"));
        List<RunningProgram> hosts = List.of(busyHost("a"), busyHost("b"), busyHost("c"));
        NodeHost node = new NodeHost(example);
        awaitCalls(hosts, node);
        assertEachSeesItsOwn(hosts);

        for (int round = 0; round < KILLS; round++) {
            long killed = onlyGateway();
            assertThat(ProcessHandle.of(killed).orElseThrow().destroyForcibly()).isTrue();

            awaitCalls(hosts, node);
            assertThat(onlyGateway()).isNotEqualTo(killed);
            assertThat(Files.readString(home.resolve("gateway.json"))).contains("\"pid\":" + onlyGateway() + ",");
        }
        assertEachSeesItsOwn(hosts);

        hosts.get(2).kill();
        List<RunningProgram> left = hosts.subList(0, 2);
        awaitCalls(left, node);

        node.endsWithAnOutcomeForEachCall();
        for (RunningProgram host : left) {
            assertThat(host.terminate().awaitExit(PATIENCE)).as(host.printed()).isEqualTo(143);
            assertEveryCallEndedOnce(host);
        }
        assertThat(RunningProgram.start(directory.resolve("stop"), Map.of(), command("stop"))
                        .awaitExit(PATIENCE))
                .isZero();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(processesOf(home)).isEmpty());
        assertThat(names(home)).doesNotContain("gateway.json", "host.key", "owner.token", "provider.token");
    }

    @Test
    void D225_ten_hosts_that_begin_in_the_same_instant_get_one_gateway() throws Exception {
        ConnectorSettings settings =
                ConnectorSettings.home(home).startingWith(startCommand()).within(PATIENCE);
        ExecutorService threads = Executors.newFixedThreadPool(10);
        List<Future<HostGateway>> hosts = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            hosts.add(threads.submit(() -> GatewayConnector.joinOrStart(settings)));
        }
        List<HostGateway.Place> places = new ArrayList<>();
        for (Future<HostGateway> host : hosts) {
            HostGateway gateway = host.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            started.add(gateway);
            places.add(gateway.place());
            assertThat(gateway.providerUrl()).contains(url());
        }
        threads.shutdown();

        assertThat(places).filteredOn(HostGateway.Place.STARTED::equals).hasSize(1);
        assertThat(onlyGateway()).isPositive();
    }

    @Test
    @ThoroughOnly("ten more processes")
    void D225_ten_hosts_in_processes_of_their_own_that_begin_in_the_same_instant_get_one_gateway() throws Exception {
        List<RunningProgram> hosts = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            hosts.add(busyHost("h" + i));
        }

        awaitCalls(hosts);

        assertThat(onlyGateway()).isPositive();
        assertEachSeesItsOwn(hosts);
    }

    /** With the libraries of a program that embeds a host and a provider; the app has none for providers. */
    private RunningProgram busyHost(String id) {
        List<String> command =
                new ArrayList<>(PackagedApp.javaCommand(Interpreter.EXAMPLES.resolve("java/target/lib")));
        int classPath = command.indexOf("-cp") + 1;
        command.set(
                classPath,
                PackagedApp.MODULE.resolve("target/test-classes")
                        + java.io.File.pathSeparator
                        + command.get(classPath));
        command.add(BusyHost.class.getName());
        command.addAll(List.of(home.toString(), id, url().toString()));
        command.addAll(startCommand());
        RunningProgram host = RunningProgram.start(directory.resolve("host-" + id), Map.of(), command);
        started.add(host);
        return host;
    }

    /** Waits until each of them has made some calls more than it had. */
    private static void awaitCalls(List<RunningProgram> hosts) {
        List<Long> before = hosts.stream().map(SharedGatewayIT::successes).toList();
        for (int i = 0; i < hosts.size(); i++) {
            RunningProgram host = hosts.get(i);
            long enough = before.get(i) + SOME_CALLS;
            await("that a host's calls succeed")
                    .atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(successes(host)).as(host.printed()).isGreaterThan(enough));
        }
    }

    private static void awaitCalls(List<RunningProgram> hosts, NodeHost node) {
        long enough = node.successes() + SOME_CALLS;
        awaitCalls(hosts);
        await("that the calls of the host in Node succeed")
                .atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(node.successes()).as(node.program.printed()).isGreaterThan(enough));
    }

    private static long successes(RunningProgram host) {
        return BusyHost.news(host.printed()).getOrDefault("ok", 0L);
    }

    /** However often they have looked, no two of them have ever seen the same tool. */
    private static void assertEachSeesItsOwn(List<RunningProgram> hosts) {
        List<String> seen = hosts.stream()
                .flatMap(host -> BusyHost.toolsEverSeen(host.printed()).stream())
                .toList();
        assertThat(seen).hasSize(hosts.size()).doesNotHaveDuplicates();
    }

    private static void assertEveryCallEndedOnce(RunningProgram host) {
        Map<String, Long> news = BusyHost.news(host.printed());
        assertThat(host.printed()).contains("over");
        // Neither wrong answers, nor calls that were served twice, nor other errors than those of a gateway that is
        // gone.
        assertThat(news.keySet()).isSubsetOf("asked", "ok", "lost", "absent");
        assertThat(news.get("asked"))
                .isEqualTo(news.get("ok") + news.getOrDefault("lost", 0L) + news.getOrDefault("absent", 0L));
    }

    private URI url() {
        return URI.create("ws://127.0.0.1:" + port + "/");
    }

    private List<String> startCommand() {
        return command("start", "--port", String.valueOf(port), "--control-port", String.valueOf(controlPort));
    }

    private List<String> command(String verb, String... options) {
        List<String> command = new ArrayList<>(List.of("env", "COPILOT_HOME=" + directory.resolve("copilot")));
        command.addAll(PackagedApp.ownersCommand(verb, "--home", home.toString()));
        command.addAll(List.of(options));
        return command;
    }

    private long onlyGateway() throws IOException {
        List<Long> gateways = gateways();
        assertThat(gateways).as("processes of a gateway").hasSize(1);
        return gateways.get(0);
    }

    private List<Long> gateways() throws IOException {
        return processesOf(home, "\0detached\0--home\0");
    }

    private static List<Long> processesOf(Path home) throws IOException {
        return processesOf(home, "");
    }

    /** Processes that have a home among their arguments after such words, as Linux tells it. */
    private static List<Long> processesOf(Path home, String words) throws IOException {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.map(ProcessHandle::pid)
                    .filter(pid -> arguments(pid).contains(words + home + "\0"))
                    .toList();
        }
    }

    private static String arguments(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
        } catch (IOException gone) {
            return "";
        }
    }

    private static List<String> names(Path path) throws IOException {
        try (Stream<Path> content = Files.list(path)) {
            return content.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** Below those that the system hands out by itself, which might be in use when the next gateway wants them. */
    static int freePort() throws IOException {
        Random random = new Random();
        IOException problem = new IOException("no free port");
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = 20_000 + random.nextInt(10_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                problem = taken;
            }
        }
        throw problem;
    }

    /** The example, to which a user types one call after the other; its provider lives in this process. */
    private final class NodeHost implements AutoCloseable {
        private final RunningProgram program;
        private final BoundProvider provider;
        private final ScheduledExecutorService user = Executors.newSingleThreadScheduledExecutor();
        private final AtomicLong typed = new AtomicLong();

        NodeHost(List<String> example) {
            List<String> command = new ArrayList<>(example);
            command.add("nodey");
            command.addAll(startCommand());
            program = RunningProgram.startTalking(
                    directory.resolve("node"), Map.of("TAPGATEWAY_HOME", home.toString()), command);
            started.add(program);
            program.awaitPrinted("session nodey is open");
            provider = WebSocketProvider.connect(
                    url(),
                    Credentials.fromTokenFile(home.resolve("provider.token")),
                    Provider.named("worker")
                            .session(SessionChoice.named("nodey"))
                            .tool("work_nodey", "Works", Schema.object(), call -> Map.of("n", call.longArg("n")))
                            .build());
            started.add(this);
            var unused = user.scheduleAtFixedRate(this::type, 0, 50, TimeUnit.MILLISECONDS);
        }

        private void type() {
            program.type("work_nodey "
                    + JsonValue.of(Map.of("n", typed.incrementAndGet())).json());
        }

        long successes() {
            return program.printed()
                    .lines()
                    .filter(line -> line.startsWith("{\"n\":"))
                    .count();
        }

        private long failures() {
            return program.printed()
                    .lines()
                    .filter(line -> line.startsWith("DISCONNECTED: ") || line.startsWith("NOT_FOUND: "))
                    .count();
        }

        void endsWithAnOutcomeForEachCall() throws Exception {
            user.shutdown();
            assertThat(user.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(successes() + failures()).isEqualTo(typed.get()));
            assertThat(program.terminate().awaitExit(PATIENCE)).isZero();
        }

        @Override
        public void close() {
            user.shutdownNow();
            provider.close();
        }
    }
}
