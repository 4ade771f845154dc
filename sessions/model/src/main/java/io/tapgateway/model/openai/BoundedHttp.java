package io.tapgateway.model.openai;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The JDK's HTTP client for LangChain4j: a response has to be there to its last byte by a deadline and within a length,
 * an interrupted thread ends its request, and nobody follows a redirect, who would take the key along. Thread-safe.
 */
final class BoundedHttp implements HttpClient {
    /** How long a response may be. */
    static final int MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

    private static final Duration CONNECT_TIME = Duration.ofSeconds(10);

    private final java.net.http.HttpClient client = java.net.http.HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIME)
            .followRedirects(java.net.http.HttpClient.Redirect.NEVER)
            .version(java.net.http.HttpClient.Version.HTTP_1_1)
            .build();
    private final Duration answerTime;

    BoundedHttp(Duration answerTime) {
        this.answerTime = answerTime;
    }

    /** Somebody has interrupted the thread that was waiting. */
    static final class Interrupted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Interrupted(InterruptedException cause) {
            super(cause);
        }
    }

    /** Gives this client to whoever asks for one. */
    HttpClientBuilder asBuilder() {
        return new HttpClientBuilder() {
            @Override
            public Duration connectTimeout() {
                return CONNECT_TIME;
            }

            @Override
            public HttpClientBuilder connectTimeout(Duration ignored) {
                return this;
            }

            @Override
            public Duration readTimeout() {
                return answerTime;
            }

            @Override
            public HttpClientBuilder readTimeout(Duration ignored) {
                return this;
            }

            @Override
            public HttpClient build() {
                return BoundedHttp.this;
            }
        };
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(translated(request), head -> new LimitedBody(MAX_RESPONSE_BYTES));
        try {
            return checked(exchange.get(answerTime.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            throw new Interrupted(e);
        } catch (TimeoutException e) {
            throw new UncheckedIOException(new HttpTimeoutException("no answer in time"));
        } catch (ExecutionException e) {
            throw new UncheckedIOException(
                    e.getCause() instanceof IOException io ? io : new IOException("the request failed", e.getCause()));
        } finally {
            exchange.cancel(true);
        }
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        throw new UnsupportedOperationException("answers are asked for in one piece");
    }

    private static SuccessfulHttpResponse checked(HttpResponse<byte[]> response) {
        String body = new String(response.body(), StandardCharsets.UTF_8);
        if (response.statusCode() < 200 || response.statusCode() > 299) {
            throw new HttpException(response.statusCode(), body);
        }
        return SuccessfulHttpResponse.builder()
                .statusCode(response.statusCode())
                .headers(response.headers().map())
                .body(body)
                .build();
    }

    private static java.net.http.HttpRequest translated(HttpRequest request) {
        java.net.http.HttpRequest.Builder builder = java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
        request.headers().forEach((name, values) -> values.forEach(value -> builder.header(name, value)));
        java.net.http.HttpRequest.BodyPublisher body = request.body() == null
                ? java.net.http.HttpRequest.BodyPublishers.noBody()
                : java.net.http.HttpRequest.BodyPublishers.ofString(request.body());
        return builder.method(request.method().name(), body).build();
    }
}
