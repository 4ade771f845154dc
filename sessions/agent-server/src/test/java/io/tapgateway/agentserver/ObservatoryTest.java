package io.tapgateway.agentserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.agentserver.coworker.Observability;
import io.tapgateway.agentserver.coworker.ObservabilityQuery;
import io.tapgateway.agentserver.coworker.ObservabilityQuery.Kind;
import io.tapgateway.agentserver.coworker.ObservabilityResult;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Endpoints on the loopback, and what they are asked. */
@Timeout(60)
class ObservatoryTest {
    private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Observatory observatory = new Observatory();
    private HttpServer server;
    private Observability there;

    /** What an endpoint does with a request. */
    private interface Answer {
        void give(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
        Optional<String> address =
                Optional.of("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        there = new Observability(true, address, address, address, "", true, false);
    }

    @AfterEach
    void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void at(String path, Answer answer) {
        server.createContext(path, exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            answer.give(exchange);
            exchange.close();
        });
    }

    private static Answer text(int status, String text) {
        return exchange -> {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    private ObservabilityResult ask(Kind kind) throws Exception {
        return ask(observatory, kind);
    }

    private ObservabilityResult ask(Observatory asked, Kind kind) throws Exception {
        return asked.ask(there, new ObservabilityQuery(kind, "a & b", 1_500, 121_500, 7))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    void W063_each_kind_has_its_endpoint_and_its_way() throws Exception {
        at("/api/v1/query_range", text(200, "{\"status\":\"success\"}"));
        at("/select/logsql/query", text(200, "{\"n\":1}\n{\"n\":2}\n"));

        assertThat(ask(Kind.METRICS).data().json()).isEqualTo("{\"status\":\"success\"}");
        assertThat(ask(Kind.LOGS).data().asString()).isEqualTo("{\"n\":1}\n{\"n\":2}\n");

        assertThat(requests)
                .containsExactly(
                        "GET /api/v1/query_range?query=a+%26+b&start=1&end=121&step=2 ",
                        "GET /select/logsql/query?query=a+%26+b&start=1500&end=121500&limit=7 ");
    }

    @Test
    void W063_what_one_way_refuses_is_asked_in_the_next() throws Exception {
        at("/select/logsql/query", exchange -> {
            boolean posted = exchange.getRequestMethod().equals("POST");
            text(posted ? 200 : 400, posted ? "" : "no").give(exchange);
        });

        ObservabilityResult result = ask(Kind.TRACES);

        assertThat(result).isEqualTo(ObservabilityResult.of(JsonValue.NULL));
        assertThat(requests)
                .containsExactly(
                        "GET /select/logsql/query?query=a+%26+b&start=1500&end=121500&limit=7 ",
                        "POST /select/logsql/query {\"query\":\"a & b\",\"start\":1500,\"end\":121500,\"limit\":7}");
    }

    @Test
    void W063_no_redirect_is_followed() throws Exception {
        at("/api/v1", exchange -> {
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(302, -1);
        });
        at("/elsewhere", text(200, "1"));

        assertThat(ask(Kind.METRICS).error()).contains("Failed to run observability query: HTTP 302");
        assertThat(requests).noneMatch(it -> it.contains("elsewhere"));
    }

    @Test
    void W063_an_answer_has_8_MiB() throws Exception {
        at("/api/v1", text(200, "1".repeat(Observatory.MOST_BYTES + 1)));
        at("/select/logsql", text(200, "1".repeat(Observatory.MOST_BYTES)));

        assertThat(ask(Kind.METRICS).error()).contains("Failed to run observability query: the answer is too long");
        assertThat(ask(Kind.LOGS).error()).isEmpty();
    }

    @Test
    void W063_an_answer_has_to_be_there_in_time_to_its_last_byte() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        at("/api/v1", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('1');
            exchange.getResponseBody().flush();
            await(over);
        });

        assertThat(ask(new Observatory(Duration.ofMillis(200)), Kind.METRICS).error())
                .contains("Failed to run observability query: no answer in time");
        over.countDown();
    }

    @Test
    void W063_what_cannot_be_reached_is_a_result_that_does_not_tell_the_address() throws Exception {
        server.stop(0);

        assertThat(ask(Kind.METRICS).error())
                .contains("Failed to run observability query: the endpoint cannot be reached");
        there = new Observability(
                true, Optional.of("ftp://x"), Optional.of("no address"), Optional.empty(), "", true, false);
        assertThat(ask(Kind.LOGS).error())
                .contains("Failed to run observability query: the endpoint is no address of HTTP");
        assertThat(ask(Kind.METRICS).error())
                .contains("Failed to run observability query: the endpoint is no address of HTTP");
        assertThat(ask(Kind.TRACES).error()).contains("no endpoint");
    }

    @Test
    void W066_four_are_asked_about_at_the_same_time_and_told_in_their_order() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch four = new CountDownLatch(Observatory.AT_ONCE);
        at("/api/v1", exchange -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            four.countDown();
            await(four);
            running.decrementAndGet();
            text(200, exchange.getRequestURI().getQuery().replaceAll(".*start=(\\d+).*", "$1"))
                    .give(exchange);
        });
        List<ObservabilityQuery> queries = IntStream.range(0, 10)
                .mapToObj(it -> new ObservabilityQuery(Kind.METRICS, "up", it * 1_000L, 60_000, 1))
                .toList();

        List<ObservabilityResult> results =
                observatory.askAll(there, queries).toCompletableFuture().get(30, TimeUnit.SECONDS);

        assertThat(results.stream().map(it -> it.data().json()))
                .containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
        assertThat(most).hasValue(Observatory.AT_ONCE);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
