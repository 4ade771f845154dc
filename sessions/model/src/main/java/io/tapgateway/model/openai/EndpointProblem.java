package io.tapgateway.model.openai;

import com.fasterxml.jackson.core.JacksonException;
import dev.langchain4j.exception.HttpException;
import io.tapgateway.model.ModelFailure;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.text.ModelText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in one sentence what is wrong with an endpoint, and what to do. Immutable. */
final class EndpointProblem {
    private static final int MAX_QUOTED_CHARS = 300;
    private static final String UNREADABLE =
            "answered what cannot be read: is it the base of an OpenAI-compatible API, such as https://host/v1?";

    private final OpenAiEndpoint endpoint;

    EndpointProblem(OpenAiEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Whether somebody has interrupted this thread, wherever it was; it is no longer interrupted then. */
    static boolean isInterruption(RuntimeException failure) {
        return Thread.interrupted()
                || causeOf(failure, InterruptedException.class).isPresent();
    }

    /** What to tell people of what a request ended with. */
    ModelFailure of(RuntimeException failure) {
        String where = "The endpoint " + endpoint.baseUrl() + " ";
        return new ModelFailure(where
                + causeOf(failure, HttpException.class)
                        .map(http -> refused(http.statusCode(), String.valueOf(http.getMessage())))
                        .or(() -> causeOf(failure, IOException.class).map(this::failed))
                        .orElse(UNREADABLE));
    }

    /** The endpoint has other models than the one that was named. */
    String noModel(List<String> others) {
        String there = others.stream().map(EndpointProblem::line).collect(Collectors.joining(", "));
        return "The endpoint " + endpoint.baseUrl() + " knows no model '" + endpoint.model() + "'; it has: " + there
                + ".";
    }

    private static String line(String text) {
        return ModelText.clean(text).replaceAll("\\s+", " ").strip();
    }

    private String refused(int status, String body) {
        return switch (status) {
            case 401, 403 ->
                endpoint.key().isPresent()
                        ? "refuses the API key: check the environment variable " + OpenAiEndpoint.KEY_VARIABLE
                                + ", and start again."
                        : "wants an API key: set the environment variable " + OpenAiEndpoint.KEY_VARIABLE
                                + ", and start again.";
            case 404 ->
                "knows no model '" + endpoint.model() + "', or is not the base of an OpenAI-compatible API"
                        + quoted(body) + ".";
            case 429 -> "takes no more requests for now: wait, then say it again.";
            default ->
                status >= 500
                        ? "has failed (HTTP " + status + "): say it again later."
                        : "refuses the request (HTTP " + status + ")" + quoted(body) + ".";
        };
    }

    private String failed(IOException failure) {
        if (failure instanceof HttpConnectTimeoutException || failure instanceof ConnectException) {
            return "cannot be reached: is it running, and is the URL right?";
        }
        if (failure instanceof HttpTimeoutException) {
            return "gave no answer within " + endpoint.answerTime().toSeconds()
                    + " seconds: say it again, or use a faster model.";
        }
        if (causeOf(failure, LimitedBody.TooLong.class).isPresent()) {
            return "answered with more than " + BoundedHttp.MAX_RESPONSE_BYTES / (1024 * 1024)
                    + " MiB, which is not taken: is it the base of an OpenAI-compatible API?";
        }
        if (causeOf(failure, JacksonException.class).isPresent()) {
            return UNREADABLE;
        }
        return "broke off before it had answered: say it again.";
    }

    /** The endpoint's own words, where they may help: one line, without the key. */
    private String quoted(String body) {
        return message(body)
                .map(EndpointProblem::line)
                .map(text -> endpoint.key()
                        .map(Secret::reveal)
                        .map(key -> text.replace(key, "****"))
                        .orElse(text))
                .filter(text -> !text.isEmpty())
                .map(text -> text.length() > MAX_QUOTED_CHARS ? text.substring(0, MAX_QUOTED_CHARS) + "…" : text)
                .map(text -> "; it says: \"" + text + "\"")
                .orElse("");
    }

    private static Optional<String> message(String body) {
        try {
            return JsonValue.parse(body)
                    .get("error")
                    .flatMap(error -> error.get("message").or(() -> Optional.of(error)))
                    .flatMap(JsonReader.TEXT::tryRead);
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }

    private static <T> Optional<T> causeOf(Throwable failure, Class<T> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
        }
        return Optional.empty();
    }
}
