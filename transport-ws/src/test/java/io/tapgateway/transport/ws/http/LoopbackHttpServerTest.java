package io.tapgateway.transport.ws.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.Test;

class LoopbackHttpServerTest {
    private static final InetAddress FOUR = address("127.0.0.1");
    private static final InetAddress SIX = address("::1");

    @Test
    void D011_the_same_port_is_bound_on_every_loopback_address() throws Exception {
        try (LoopbackHttpServer server = LoopbackHttpServer.named("test").listen()) {
            assertThat(server.addresses())
                    .isEqualTo(LoopbackHttpServer.loopbackAddresses())
                    .contains(FOUR);
            for (InetAddress address : server.addresses()) {
                assertThat(isOpen(address, server.port())).isTrue();
            }
        }
    }

    @Test
    void D011_a_port_can_be_chosen() {
        // Between the question for a free port and its use, any other program may take it.
        await().ignoreExceptionsInstanceOf(PortTaken.class).untilAsserted(() -> {
            int free = freePort();
            try (LoopbackHttpServer server =
                    LoopbackHttpServer.named("test").port(free).listen()) {
                assertThat(server.port()).isEqualTo(free);
            }
        });
    }

    @Test
    void of_each_address_one_thread_reads_where_processors_are_few() throws Exception {
        int all = Runtime.getRuntime().availableProcessors();

        assertThat(ioThreads(all + 1)).isEqualTo(1);
        assertThat(ioThreads(all)).isEqualTo(1);
        assertThat(ioThreads(1)).isEqualTo(Math.min(all, LoopbackHttpServer.MAX_IO_THREADS));
        assertThatThrownBy(() -> LoopbackHttpServer.named("test").processorsPerIoThread(0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static long ioThreads(int processorsPerThread) throws IOException {
        String name = "counted-" + processorsPerThread;
        try (LoopbackHttpServer server = LoopbackHttpServer.named(name)
                .addresses(List.of(FOUR))
                .processorsPerIoThread(processorsPerThread)
                .listen()) {
            assertThat(server.addresses()).hasSize(1);
            return Thread.getAllStackTraces().keySet().stream()
                    .filter(it -> it.getName().startsWith(name + "-io("))
                    .count();
        }
    }

    @Test
    void D011_a_port_taken_on_IPv4_fails_as_a_whole() {
        await().untilAsserted(() -> assertTaken(FOUR));
    }

    @Test
    void D011_a_port_taken_on_IPv6_fails_as_a_whole() throws Exception {
        assumeThat(LoopbackHttpServer.loopbackAddresses()).contains(SIX);
        // The other family's port may be anybody's: then another is tried.
        await().untilAsserted(() -> assertTaken(SIX));
    }

    private static void assertTaken(InetAddress address) throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, address)) {
            int port = other.getLocalPort();

            assertThatThrownBy(() -> LoopbackHttpServer.named("test").port(port).listen())
                    .isInstanceOfSatisfying(
                            PortTaken.class, taken -> assertThat(taken.port()).isEqualTo(port))
                    .hasMessageContaining("Port " + port)
                    .hasMessageContaining("already in use by process "
                            + ProcessHandle.current().pid())
                    .hasMessageEndingWith("Stop it, or choose another port.");
            for (InetAddress mine : LoopbackHttpServer.loopbackAddresses()) {
                assertThat(mine.equals(address) || !isOpen(mine, port)).isTrue();
            }
        }
    }

    @Test
    void T03_an_address_that_others_can_reach_is_refused() {
        LoopbackHttpServer.Builder builder = LoopbackHttpServer.named("test");

        for (String address : List.of("0.0.0.0", "::", "192.168.1.5", "10.0.0.1", "fe80::1")) {
            assertThatThrownBy(() -> builder.addresses(List.of(FOUR, address(address))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("only loopback addresses are allowed");
        }
    }

    @Test
    void T03_the_system_lists_only_loopback_addresses_for_the_port() throws Exception {
        Path table = Path.of("/proc/net/tcp");
        assumeThat(table).exists();
        try (LoopbackHttpServer server = LoopbackHttpServer.named("test").listen()) {
            List<String> listening = new ArrayList<>();
            for (Path each : List.of(table, Path.of("/proc/net/tcp6"))) {
                for (String line : Files.exists(each) ? Files.readAllLines(each) : List.<String>of()) {
                    String[] fields = line.trim().split("\\s+", -1);
                    if (fields[1].endsWith(String.format(Locale.ROOT, ":%04X", server.port()))
                            && fields[3].equals("0A")) {
                        listening.add(fields[1].substring(0, fields[1].indexOf(':')));
                    }
                }
            }

            assertThat(listening).hasSameSizeAs(server.addresses()).allMatch(LoopbackHttpServerTest::isLoopback);
        }
    }

    private static boolean isLoopback(String hex) {
        return hex.equals("0100007F")
                || hex.equals("00000000000000000000000001000000")
                || hex.equals("0000000000000000FFFF00000100007F");
    }

    @Test
    void requests_run_on_their_own_threads_and_do_not_hold_up_each_other() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        HttpHandler handler = new HttpHandler() {
            @Override
            public void service(Request request, Response response) throws Exception {
                both.countDown();
                both.await();
                response.getWriter().write(Thread.currentThread().getName());
            }
        };
        try (LoopbackHttpServer server = LoopbackHttpServer.named("test")
                .handler(handler, "/")
                .requestThreads(2)
                .listen()) {
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/x"))
                    .build();

            var first = client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
            var second = client.sendAsync(request, HttpResponse.BodyHandlers.ofString());

            assertThat(List.of(first.get().body(), second.get().body()))
                    .allMatch(name -> name.startsWith("test-request"));
        }
    }

    @Test
    void a_port_that_was_closed_can_be_bound_again_at_once() throws Exception {
        int port = freePort();
        for (int round = 0; round < 50; round++) {
            try (LoopbackHttpServer server =
                    LoopbackHttpServer.named("again").port(port).listen()) {
                assertThat(isOpen(FOUR, server.port())).isTrue();
            }
        }
    }

    @Test
    void after_close_nobody_listens_and_no_thread_is_left() throws Exception {
        LoopbackHttpServer server =
                LoopbackHttpServer.named("leftover").requestThreads(2).listen();
        server.close();
        server.close();

        assertThat(isOpen(FOUR, server.port())).isFalse();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("leftover")));
    }

    private static int freePort() throws IOException {
        try (LoopbackHttpServer server = LoopbackHttpServer.named("probe").listen()) {
            return server.port();
        }
    }

    private static boolean isOpen(InetAddress address, int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 1_000);
            return true;
        } catch (ConnectException e) {
            return false;
        }
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
