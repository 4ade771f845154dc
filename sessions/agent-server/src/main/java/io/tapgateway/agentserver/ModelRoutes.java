package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.ModelVendor;
import io.tapgateway.agentserver.coworker.ProviderStatus;
import io.tapgateway.model.AnswerParts;
import io.tapgateway.model.LanguageModel;
import io.tapgateway.model.ModelFailure;
import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.Question;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.model.openai.OpenAiModel;
import io.tapgateway.runtime.Secret;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** How the models of each vendor are reached, if at all (W-051). Thread-safe. */
final class ModelRoutes {
    /** How long an answer shows that a way works (W-055). */
    private static final Duration VERIFIED_FOR = Duration.ofDays(1);

    private final Optional<String> baseUrl;
    private final ModelKeys keys;
    private final InstantSource clock;

    /** When each vendor has answered last, with the key that it has now. */
    private final Map<ModelVendor, Instant> answered = new ConcurrentHashMap<>();

    ModelRoutes(Optional<String> baseUrl, ModelKeys keys, InstantSource clock) {
        this.baseUrl = baseUrl;
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * The model of that name. Its key is looked up before each answer, since all sessions share them (W-026); one that
     * cannot be reached says so when it is asked.
     */
    LanguageModel to(ModelVendor vendor, String model) {
        return new Routed(vendor, model);
    }

    /** Somebody has saved another key: nobody has answered with it yet. */
    void keyChanged(ModelVendor vendor) {
        answered.remove(vendor);
    }

    /** What is known of all of them, without asking anybody (W-055). */
    List<ProviderStatus> statuses() {
        return Arrays.stream(ModelVendor.values())
                .map(it -> new ProviderStatus(it, keys.of(it).isPresent(), baseUrl.isPresent(), isVerified(it)))
                .toList();
    }

    private boolean isVerified(ModelVendor vendor) {
        return Optional.ofNullable(answered.get(vendor))
                .filter(it -> clock.instant().isBefore(it.plus(VERIFIED_FOR)))
                .isPresent();
    }

    private static Optional<String> endpoint(ModelVendor vendor) {
        return switch (vendor) {
            case OPENAI -> Optional.of("https://api.openai.com/v1");
            case GOOGLE -> Optional.of("https://generativelanguage.googleapis.com/v1beta/openai");
            case ANTHROPIC -> Optional.of("https://api.anthropic.com/v1");
            case CODEX_CLI, CLAUDE_CODE -> Optional.empty();
        };
    }

    /** One model of a vendor. Thread-safe. */
    private final class Routed implements LanguageModel {
        private final ModelVendor vendor;
        private final String model;
        private volatile Optional<OpenAiModel> reached = Optional.empty();
        private volatile Optional<String> reachedWith = Optional.empty();

        private Routed(ModelVendor vendor, String model) {
            this.vendor = vendor;
            this.model = model;
        }

        @Override
        public ModelMessage.Answer answer(Question question) throws ModelFailure, InterruptedException {
            return verified(now().answer(question));
        }

        @Override
        public ModelMessage.Answer answer(Question question, AnswerParts parts)
                throws ModelFailure, InterruptedException {
            return verified(now().answer(question, parts));
        }

        private ModelMessage.Answer verified(ModelMessage.Answer answer) {
            answered.put(vendor, clock.instant());
            return answer;
        }

        /** As it is reached with the key of this moment; connections stay as long as that does. */
        private OpenAiModel now() throws ModelFailure {
            String url = baseUrl.or(() -> endpoint(vendor))
                    .orElseThrow(() -> new ModelFailure("unsupported provider: " + vendor.word()
                            + " has no endpoint here; start the server with a base URL, or use another provider."));
            Optional<String> key = keys.of(vendor).map(Secret::reveal);
            if (baseUrl.isEmpty() && key.isEmpty()) {
                throw new ModelFailure("There is no API key for " + vendor.word() + ": save one, then say it again.");
            }
            Optional<OpenAiModel> before = reached;
            if (before.isPresent() && key.equals(reachedWith)) {
                return before.get();
            }
            try {
                OpenAiModel next = OpenAiModel.at(OpenAiEndpoint.of(url, model, key));
                reached = Optional.of(next);
                reachedWith = key;
                return next;
            } catch (IllegalArgumentException e) {
                throw new ModelFailure(String.valueOf(e.getMessage()));
            }
        }
    }
}
