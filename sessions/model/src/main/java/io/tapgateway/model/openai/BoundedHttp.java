package io.tapgateway.model.openai;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
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
        return checked(awaited(request, head -> new LimitedBody(MAX_RESPONSE_BYTES)));
    }

    /**
     * Reads events while they arrive, on this thread. An endpoint that does not know how to send some answers as a
     * whole, which is one event then.
     */
    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        HttpResponse<InputStream> response = awaited(request, head -> new StreamedBody(MAX_RESPONSE_BYTES, answerTime));
        try (InputStream body = response.body()) {
            boolean inPieces = response.headers()
                    .firstValue("Content-Type")
                    .filter(type -> type.toLowerCase(Locale.ROOT).startsWith("text/event-stream"))
                    .isPresent();
            if (inPieces && isFine(response)) {
                listener.onOpen(head(response).build());
                parser.parse(body, listener);
            } else {
                String whole = checked(response, body.readAllBytes()).body();
                listener.onOpen(head(response).build());
                listener.onEvent(new ServerSentEvent("", WholeAnswer.asChunk(whole)));
            }
            listener.onClose();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> HttpResponse<T> awaited(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        CompletableFuture<HttpResponse<T>> exchange = client.sendAsync(translated(request), handler);
        try {
            return exchange.get(answerTime.toMillis(), TimeUnit.MILLISECONDS);
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

    private static boolean isFine(HttpResponse<?> response) {
        return response.statusCode() >= 200 && response.statusCode() <= 299;
    }

    private static SuccessfulHttpResponse.Builder head(HttpResponse<?> response) {
        return SuccessfulHttpResponse.builder()
                .statusCode(response.statusCode())
                .headers(response.headers().map());
    }

    private static SuccessfulHttpResponse checked(HttpResponse<byte[]> response) {
        return checked(response, response.body());
    }

    private static SuccessfulHttpResponse checked(HttpResponse<?> response, byte[] bytes) {
        String body = new String(bytes, StandardCharsets.UTF_8);
        if (!isFine(response)) {
            throw new HttpException(response.statusCode(), body);
        }
        return head(response).body(body).build();
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
