package io.tapgateway.transport.ws.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.Test;

class UnknownUpgradesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Test
    void a_request_with_a_body_is_served_although_its_client_would_rather_speak_HTTP_2() throws Exception {
        try (LoopbackHttpServer server = echo()) {
            HttpClient offeringHttp2 =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

            HttpResponse<String> first = post(offeringHttp2, server, "one");
            HttpResponse<String> second = post(offeringHttp2, server, "two");

            assertThat(first.body()).isEqualTo("one");
            assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(second.body()).isEqualTo("two");
        }
    }

    private static HttpResponse<String> post(HttpClient client, LoopbackHttpServer server, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/"))
                .timeout(PATIENCE)
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static LoopbackHttpServer echo() throws IOException {
        HttpHandler echo = new HttpHandler() {
            @Override
            public void service(Request request, Response response) throws IOException {
                try (var body = request.getInputStream()) {
                    response.getOutputStream().write(body.readAllBytes());
                }
            }
        };
        return LoopbackHttpServer.named("test")
                .requestThreads(1)
                .handler(echo, "/")
                .listen();
    }
}
