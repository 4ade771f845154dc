package io.tapgateway.model.openai;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.tapgateway.model.AnswerParts;
import io.tapgateway.model.LanguageModel;
import io.tapgateway.model.ModelFailure;
import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.ModelTool;
import io.tapgateway.model.Question;
import io.tapgateway.model.ToolRequest;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.runtime.Secret;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** A model behind an OpenAI-compatible endpoint. One request for each answer, none is repeated. Thread-safe. */
public final class OpenAiModel implements LanguageModel {
    private static final Duration LOOK_TIME = Duration.ofSeconds(5);
    private static final int MOST_NAMED = 10;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private final OpenAiEndpoint endpoint;
    private final OpenAiChatModel model;
    private final OpenAiStreamingChatModel inPieces;
    private final EndpointProblem problem;

    private OpenAiModel(OpenAiEndpoint endpoint) {
        this.endpoint = endpoint;
        this.problem = new EndpointProblem(endpoint);
        BoundedHttp http = new BoundedHttp(endpoint.answerTime());
        OpenAiChatModel.OpenAiChatModelBuilder builder = OpenAiChatModel.builder()
                .httpClientBuilder(http.asBuilder())
                .baseUrl(endpoint.baseUrl().toString())
                .modelName(endpoint.model())
                .timeout(endpoint.answerTime())
                .maxRetries(0)
                .logRequests(false)
                .logResponses(false);
        OpenAiStreamingChatModel.OpenAiStreamingChatModelBuilder streaming = OpenAiStreamingChatModel.builder()
                .httpClientBuilder(http.asBuilder())
                .baseUrl(endpoint.baseUrl().toString())
                .modelName(endpoint.model())
                .timeout(endpoint.answerTime())
                .returnThinking(true)
                .logRequests(false)
                .logResponses(false);
        endpoint.key().map(Secret::reveal).ifPresent(key -> {
            builder.apiKey(key);
            streaming.apiKey(key);
        });
        this.model = builder.build();
        this.inPieces = streaming.build();
    }

    /** The model at that endpoint, which is not asked anything yet. */
    public static OpenAiModel at(OpenAiEndpoint endpoint) {
        return new OpenAiModel(endpoint);
    }

    /**
     * Looks whether the endpoint would answer, by asking which models it has; blocks, for five seconds at most.
     *
     * @return what is wrong, in a sentence; empty if nothing is, or the endpoint does not tell
     */
    public Optional<String> objection() {
        HttpRequest.Builder request = HttpRequest.builder()
                .method(HttpMethod.GET)
                .url(endpoint.baseUrl().toString(), "models");
        endpoint.key().ifPresent(key -> request.addHeader("Authorization", "Bearer " + key.reveal()));
        try {
            String body = new BoundedHttp(LOOK_TIME).execute(request.build()).body();
            List<String> models = models(body);
            return models.isEmpty() || models.contains(endpoint.model())
                    ? Optional.empty()
                    : Optional.of(
                            problem.noModel(models.stream().limit(MOST_NAMED).toList()));
        } catch (HttpException e) {
            boolean tellsNothing = e.statusCode() == NOT_FOUND || e.statusCode() == NOT_ALLOWED;
            return tellsNothing
                    ? Optional.empty()
                    : Optional.ofNullable(problem.of(e).getMessage());
        } catch (RuntimeException e) {
            return Optional.ofNullable(problem.of(e).getMessage());
        }
    }

    private static List<String> models(String body) {
        try {
            return JsonValue.parse(body).get("data").flatMap(JsonReader.list(JsonReader.ANY)::tryRead).stream()
                    .flatMap(List::stream)
                    .flatMap(model -> model.get("id").flatMap(JsonReader.TEXT::tryRead).stream())
                    .toList();
        } catch (MalformedJson e) {
            return List.of();
        }
    }

    @Override
    public ModelMessage.Answer answer(Question question) throws ModelFailure, InterruptedException {
        return explained(() -> answer(model.chat(request(question)).aiMessage()));
    }

    @Override
    public ModelMessage.Answer answer(Question question, AnswerParts parts) throws ModelFailure, InterruptedException {
        PieceReader reader = new PieceReader(parts);
        return explained(() -> {
            // All bytes are read on this thread, by BoundedHttp, so that this returns with the end of the answer.
            inPieces.chat(request(question), reader);
            return answer(reader.answer());
        });
    }

    private <T> T explained(Supplier<T> asked) throws ModelFailure, InterruptedException {
        try {
            return asked.get();
        } catch (RuntimeException e) {
            if (EndpointProblem.isInterruption(e)) {
                throw new InterruptedException("the turn was stopped");
            }
            throw problem.of(e);
        }
    }

    private static ChatRequest request(Question question) {
        ChatRequest.Builder request = ChatRequest.builder()
                .messages(question.messages().stream()
                        .map(message -> message.accept(Translation.INSTANCE))
                        .toList());
        if (!question.tools().isEmpty()) {
            // LangChain4j's own description of tools knows a part of JSON Schema only.
            request.parameters(OpenAiChatRequestParameters.builder()
                    .customParameters(Map.of("tools", tools(question.tools())))
                    .build());
        }
        return request.build();
    }

    private static ModelMessage.Answer answer(AiMessage message) {
        List<ToolRequest> requests = Optional.ofNullable(message.toolExecutionRequests()).orElse(List.of()).stream()
                .map(OpenAiModel::request)
                .toList();
        return new ModelMessage.Answer(Objects.requireNonNullElse(message.text(), ""), requests);
    }

    private static ToolRequest request(ToolExecutionRequest request) {
        return new ToolRequest(
                Objects.requireNonNullElse(request.id(), ""),
                Objects.requireNonNullElse(request.name(), ""),
                Objects.requireNonNullElse(request.arguments(), ""));
    }

    private static List<?> tools(List<ModelTool> tools) {
        return (List<?>) Objects.requireNonNull(
                JsonValue.array(tools.stream().map(OpenAiModel::tool).toList()).toJava());
    }

    private static JsonValue tool(ModelTool tool) {
        Map<String, JsonValue> function = new LinkedHashMap<>();
        function.put("name", JsonValue.of(tool.name()));
        function.put("description", JsonValue.of(tool.description()));
        function.put("parameters", tool.parameters());
        return JsonValue.object(Map.of("type", JsonValue.of("function"), "function", JsonValue.object(function)));
    }

    /** Our messages in LangChain4j's terms. Stateless. */
    private enum Translation implements ModelMessage.Visitor<ChatMessage> {
        INSTANCE;

        @Override
        public ChatMessage onInstructions(ModelMessage.Instructions instructions) {
            return SystemMessage.from(instructions.text());
        }

        @Override
        public ChatMessage onPrompt(ModelMessage.Prompt prompt) {
            return UserMessage.from(prompt.text());
        }

        @Override
        public ChatMessage onAnswer(ModelMessage.Answer answer) {
            List<ToolExecutionRequest> requests = answer.requests().stream()
                    .map(request -> ToolExecutionRequest.builder()
                            .id(request.id())
                            .name(request.tool())
                            .arguments(request.arguments())
                            .build())
                    .toList();
            return AiMessage.builder()
                    .text(answer.text().isEmpty() ? null : answer.text())
                    .toolExecutionRequests(requests)
                    .build();
        }

        @Override
        public ChatMessage onResult(ModelMessage.Result result) {
            return ToolExecutionResultMessage.from(
                    result.request().id(), result.request().tool(), result.text());
        }
    }
}
