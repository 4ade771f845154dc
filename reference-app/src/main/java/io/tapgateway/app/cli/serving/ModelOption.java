package io.tapgateway.app.cli.serving;

import io.tapgateway.app.home.Problem;
import io.tapgateway.model.openai.OpenAiEndpoint;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Which model plays the agent, if any. The key comes from the environment and nowhere else. Confined to the main
 * thread.
 */
public final class ModelOption {
    @Option(
            names = "--model",
            paramLabel = "NAME",
            description =
                    "Have this language model be the agent of the first session: 'say' talks to it, 'interrupt' stops it. "
                            + "Needs --base-url; a key is taken from the environment variable "
                            + OpenAiEndpoint.KEY_VARIABLE + ".")
    private @Nullable String model;

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = "Where the model is: an OpenAI-compatible API, such as http://localhost:11434/v1.")
    private @Nullable String baseUrl;

    /**
     * The model, if there is one.
     *
     * @throws Problem if the one is there without the other, or is no good
     */
    public Optional<OpenAiEndpoint> endpoint(Map<String, String> environment) throws Problem {
        if (model == null && baseUrl == null) {
            return Optional.empty();
        }
        if (model == null || baseUrl == null) {
            throw new Problem("--model and --base-url need each other.");
        }
        try {
            Optional<String> key = Optional.ofNullable(environment.get(OpenAiEndpoint.KEY_VARIABLE));
            return Optional.of(OpenAiEndpoint.of(baseUrl, model, key));
        } catch (IllegalArgumentException e) {
            throw new Problem(String.valueOf(e.getMessage()));
        }
    }
}
