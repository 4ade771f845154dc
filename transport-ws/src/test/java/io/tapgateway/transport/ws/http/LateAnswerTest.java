package io.tapgateway.transport.ws.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers of other threads, often before the handler has returned. */
class LateAnswerTest {
    private static final int CALLERS = 4;
    private static final int CALLS = 1_000;

    private final ExecutorService answering = Executors.newFixedThreadPool(2);
    private final ExecutorService calling = Executors.newFixedThreadPool(CALLERS);

    @AfterEach
    void stop() {
        calling.shutdownNow();
        answering.shutdownNow();
    }

    @Test
    void an_answer_that_is_there_at_once_costs_no_connection() throws Exception {
        HttpHandler handler = new HttpHandler() {
            @Override
            public void service(Request request, Response response) {
                LoopbackHttpServer.suspend(response);
                answering.execute(() -> answer(response));
            }
        };
        try (LoopbackHttpServer server = LoopbackHttpServer.named("late")
                .collecting((head, port) -> true, 100, System::nanoTime)
                .handler(handler, "/")
                .listen()) {
            URI address = URI.create("http://127.0.0.1:" + server.port() + "/");
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                all.add(calling.submit(() -> {
                    call(address);
                    return null;
                }));
            }

            for (Future<Void> each : all) {
                each.get(1, TimeUnit.MINUTES);
            }
        }
    }

    private static void answer(Response response) {
        try {
            response.setContentLength(4);
            response.getOutputStream().write(new byte[] {'l', 'a', 't', 'e'});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            response.resume();
        }
    }

    /** What is posted is not sent again where a connection ends. */
    private static void call(URI address) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(address)
                .POST(HttpRequest.BodyPublishers.ofString("now"))
                .build();
        for (int i = 0; i < CALLS; i++) {
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("late");
        }
    }
}
