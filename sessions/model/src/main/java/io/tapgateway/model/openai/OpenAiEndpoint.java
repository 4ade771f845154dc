package io.tapgateway.model.openai;

import io.tapgateway.runtime.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Where a model is, and how long to wait for it. Immutable.
 *
 * @param baseUrl what comes before {@code /chat/completions}
 * @param model the name of the model there
 * @param key empty where none is needed
 * @param answerTime how long one answer may take, until its last byte
 */
public record OpenAiEndpoint(URI baseUrl, String model, Optional<Secret> key, Duration answerTime) {
    /**
     * The environment variable that people give the key in: never an argument, which every process of the machine can
     * read.
     */
    public static final String KEY_VARIABLE = "TAPGATEWAY_API_KEY";

    private static final Duration ANSWER_TIME = Duration.ofMinutes(2);
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    public OpenAiEndpoint {
        String scheme = String.valueOf(baseUrl.getScheme()).toLowerCase(Locale.ROOT);
        if (baseUrl.getHost() == null || !Set.of("http", "https").contains(scheme)) {
            throw new IllegalArgumentException(
                    "The base URL must look like https://host/v1 or http://localhost:11434/v1.");
        }
        if (baseUrl.getUserInfo() != null || baseUrl.getQuery() != null || baseUrl.getFragment() != null) {
            throw new IllegalArgumentException(
                    "The base URL must have no user, query or fragment; the key belongs in " + KEY_VARIABLE + ".");
        }
        if (scheme.equals("http")
                && key.isPresent()
                && !LOOPBACK.contains(baseUrl.getHost().toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("Everybody on the way could read the key: use https, or unset "
                    + KEY_VARIABLE + " if the endpoint needs none.");
        }
        if (model.isBlank()) {
            throw new IllegalArgumentException("The model needs a name.");
        }
    }

    /**
     * A model as people name it.
     *
     * @param key as the environment has it; blank for none
     * @throws IllegalArgumentException whose message says what is wrong
     */
    public static OpenAiEndpoint of(String baseUrl, String model, Optional<String> key) {
        try {
            Optional<Secret> secret =
                    key.map(String::strip).filter(text -> !text.isEmpty()).map(Secret::of);
            return new OpenAiEndpoint(new URI(baseUrl), model, secret, ANSWER_TIME);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + baseUrl + "' is no URL.", e);
        }
    }

    /** The same with another time for an answer. */
    public OpenAiEndpoint withAnswerTime(Duration time) {
        return new OpenAiEndpoint(baseUrl, model, key, time);
    }
}
