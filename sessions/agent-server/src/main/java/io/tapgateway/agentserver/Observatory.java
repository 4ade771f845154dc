package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.Observability;
import io.tapgateway.agentserver.coworker.ObservabilityQuery;
import io.tapgateway.agentserver.coworker.ObservabilityResult;
import io.tapgateway.model.openai.LimitedBody;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Asks the person's endpoints about logs, metrics and traces, in the ways in which those of Victoria and Prometheus are
 * asked; follows no redirect (W-063). Thread-safe; nobody waits.
 */
final class Observatory {
    /** How many bytes an answer has at most. */
    static final int MOST_BYTES = 8 << 20;

    /** How many checks are asked about at the same time (W-066). */
    static final int AT_ONCE = 4;

    private static final Duration ANSWER_TIME = Duration.ofSeconds(10);
    private static final int STEPS = 60;
    private static final String LOG_PATH = "/select/logsql/query";
    private static final String TRACE_PATH = "/select/traceql/query";

    private final Duration answerTime;

    /** Nobody asks in most processes. */
    private volatile Optional<HttpClient> client = Optional.empty();

    Observatory() {
        this(ANSWER_TIME);
    }

    /** @param answerTime in which each request is answered to its last byte */
    Observatory(Duration answerTime) {
        this.answerTime = answerTime;
    }

    /** Asks, in one way after the other until there is an answer. */
    CompletionStage<ObservabilityResult> ask(Observability where, ObservabilityQuery query) {
        Optional<ObservabilityResult> unasked = where.unasked(query);
        if (unasked.isPresent()) {
            return CompletableFuture.completedFuture(unasked.get());
        }
        try {
            return ask(requests(where.endpoint(query.kind()).orElseThrow(), query));
        } catch (IllegalArgumentException e) {
            return CompletableFuture.completedFuture(failed("the endpoint is no address of HTTP"));
        }
    }

    /** Asks all of them, a few at the same time; the results are in their order. */
    CompletionStage<List<ObservabilityResult>> askAll(Observability where, List<ObservabilityQuery> queries) {
        List<ObservabilityResult> results = new ArrayList<>();
        CompletionStage<?> before = CompletableFuture.completedFuture("");
        for (int from = 0; from < queries.size(); from += AT_ONCE) {
            List<ObservabilityQuery> some = queries.subList(from, Math.min(queries.size(), from + AT_ONCE));
            before = before.thenCompose(done -> askSome(where, some)).thenAccept(results::addAll);
        }
        return before.thenApply(done -> results);
    }

    private CompletionStage<List<ObservabilityResult>> askSome(Observability where, List<ObservabilityQuery> queries) {
        List<CompletableFuture<ObservabilityResult>> asked =
                queries.stream().map(it -> ask(where, it).toCompletableFuture()).toList();
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                .thenApply(all -> asked.stream().map(CompletableFuture::join).toList());
    }

    private CompletionStage<ObservabilityResult> ask(List<HttpRequest> ways) {
        CompletableFuture<ObservabilityResult> first = sent(ways.get(0));
        if (ways.size() == 1) {
            return first;
        }
        return first.thenCompose(result -> result.error().isEmpty()
                ? CompletableFuture.completedFuture(result)
                : ask(ways.subList(1, ways.size())));
    }

    private CompletableFuture<ObservabilityResult> sent(HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> exchange =
                http().sendAsync(request, head -> new LimitedBody(MOST_BYTES));
        return exchange.copy()
                .orTimeout(answerTime.toMillis(), TimeUnit.MILLISECONDS)
                .handle((response, failure) -> {
                    exchange.cancel(true);
                    return failure == null ? read(response) : failed(reason(failure));
                });
    }

    private HttpClient http() {
        HttpClient made = client.orElseGet(() -> HttpClient.newBuilder()
                .connectTimeout(answerTime)
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .build());
        client = Optional.of(made);
        return made;
    }

    private static ObservabilityResult read(HttpResponse<byte[]> response) {
        if (response.statusCode() < 200 || response.statusCode() > 299) {
            return failed("HTTP " + response.statusCode());
        }
        String text = new String(response.body(), StandardCharsets.UTF_8);
        if (text.isBlank()) {
            return ObservabilityResult.of(JsonValue.NULL);
        }
        try {
            return ObservabilityResult.of(JsonValue.parse(text));
        } catch (MalformedJson e) {
            return ObservabilityResult.of(JsonValue.of(text));
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof TimeoutException) {
            return "no answer in time";
        }
        return cause instanceof LimitedBody.TooLong || cause.getCause() instanceof LimitedBody.TooLong
                ? "the answer is too long"
                : "the endpoint cannot be reached";
    }

    private static ObservabilityResult failed(String why) {
        return ObservabilityResult.failed("Failed to run observability query: " + why);
    }

    private static List<HttpRequest> requests(String endpoint, ObservabilityQuery query) {
        String base = endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
        return switch (query.kind()) {
            case METRICS -> metrics(base, query);
            case LOGS -> entries(base + LOG_PATH, query);
            case TRACES -> {
                List<HttpRequest> all = new ArrayList<>(entries(base + TRACE_PATH, query));
                all.addAll(entries(base + LOG_PATH, query));
                yield all;
            }
        };
    }

    private static List<HttpRequest> metrics(String base, ObservabilityQuery query) {
        long from = Math.floorDiv(query.fromMs(), 1_000);
        long to = Math.floorDiv(query.toMs(), 1_000);
        Map<String, Object> range = new LinkedHashMap<>();
        range.put("query", query.text());
        range.put("start", from);
        range.put("end", to);
        range.put("step", Math.max(1, (to - from) / STEPS));
        return List.of(
                got(base + "/api/v1/query_range", range),
                got(base + "/api/v1/query", Map.of("query", query.text(), "time", to)));
    }

    private static List<HttpRequest> entries(String address, ObservabilityQuery query) {
        Map<String, Object> wanted = new LinkedHashMap<>();
        wanted.put("query", query.text());
        wanted.put("start", query.fromMs());
        wanted.put("end", query.toMs());
        wanted.put("limit", query.limit());
        String body = JsonWriter.toText(out -> out.text("query", query.text())
                .number("start", query.fromMs())
                .number("end", query.toMs())
                .number("limit", query.limit()));
        HttpRequest posted = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return List.of(got(address, wanted), posted);
    }

    private static HttpRequest got(String address, Map<String, Object> parameters) {
        String query = parameters.entrySet().stream()
                .map(it -> it.getKey() + "=" + URLEncoder.encode(String.valueOf(it.getValue()), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return HttpRequest.newBuilder(URI.create(address + "?" + query)).build();
    }
}
