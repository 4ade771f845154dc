package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.ModelVendor;
import io.tapgateway.agentserver.coworker.ProviderStatus;
import io.tapgateway.model.LanguageModel;
import io.tapgateway.model.ModelFailure;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.model.openai.OpenAiModel;
import io.tapgateway.runtime.Secret;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How the models of each vendor are reached, if at all (W-051). Thread-safe. */
final class ModelRoutes {
    private final Optional<String> baseUrl;
    private final ModelKeys keys;

    ModelRoutes(Optional<String> baseUrl, ModelKeys keys) {
        this.baseUrl = baseUrl;
        this.keys = keys;
    }

    /** The model of that name; one that cannot be reached says so when it is asked. */
    LanguageModel to(ModelVendor vendor, String model) {
        Optional<String> url = baseUrl.or(() -> endpoint(vendor));
        if (url.isEmpty()) {
            return failing("unsupported provider: " + vendor.word()
                    + " has no endpoint here; start the server with a base URL, or use another provider.");
        }
        Optional<String> key = keys.of(vendor).map(Secret::reveal);
        if (baseUrl.isEmpty() && key.isEmpty()) {
            return failing("There is no API key for " + vendor.word() + ": save one, then say it again.");
        }
        try {
            return OpenAiModel.at(OpenAiEndpoint.of(url.get(), model, key));
        } catch (IllegalArgumentException e) {
            return failing(String.valueOf(e.getMessage()));
        }
    }

    private static LanguageModel failing(String sentence) {
        return question -> {
            throw new ModelFailure(sentence);
        };
    }

    private static Optional<String> endpoint(ModelVendor vendor) {
        return switch (vendor) {
            case OPENAI -> Optional.of("https://api.openai.com/v1");
            case GOOGLE -> Optional.of("https://generativelanguage.googleapis.com/v1beta/openai");
            case ANTHROPIC -> Optional.of("https://api.anthropic.com/v1");
            case CODEX_CLI, CLAUDE_CODE -> Optional.empty();
        };
    }

    /** What is known of all of them, without asking anybody (W-055). */
    List<ProviderStatus> statuses() {
        return Arrays.stream(ModelVendor.values())
                .map(it -> new ProviderStatus(it, keys.of(it).isPresent(), baseUrl.isPresent(), false))
                .toList();
    }
}
