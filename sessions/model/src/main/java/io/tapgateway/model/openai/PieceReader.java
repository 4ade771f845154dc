package io.tapgateway.model.openai;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.tapgateway.model.AnswerParts;
import io.tapgateway.model.FinishReason;
import io.tapgateway.model.TokenUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;

/** Passes on the pieces of one answer, and keeps how it ends. Confined to the thread that asked. */
final class PieceReader implements StreamingChatResponseHandler {
    private final AnswerParts parts;
    private Optional<ChatResponse> response = Optional.empty();
    private Optional<Throwable> failure = Optional.empty();

    PieceReader(AnswerParts parts) {
        this.parts = parts;
    }

    /**
     * The whole.
     *
     * @throws RuntimeException the reason why there is none
     */
    AiMessage answer() {
        if (failure.isPresent()) {
            throw failure.get() instanceof RuntimeException it
                    ? it
                    : new UncheckedIOException(new IOException("the answer broke off", failure.get()));
        }
        return response.orElseThrow(() -> new UncheckedIOException(new IOException("the answer never ended")))
                .aiMessage();
    }

    @Override
    public void onPartialResponse(String piece) {
        if (!piece.isEmpty()) {
            parts.text(piece);
        }
    }

    @Override
    public void onPartialThinking(PartialThinking piece) {
        if (!piece.text().isEmpty()) {
            parts.reasoning(piece.text());
        }
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece) {
        parts.input(
                Objects.requireNonNullElse(piece.id(), ""),
                Objects.requireNonNullElse(piece.name(), ""),
                Objects.requireNonNullElse(piece.partialArguments(), ""));
    }

    @Override
    public void onCompleteResponse(ChatResponse whole) {
        response = Optional.of(whole);
        parts.finished(reason(whole), usage(whole));
    }

    @Override
    public void onError(Throwable why) {
        failure = failure.or(() -> Optional.of(why));
    }

    private static FinishReason reason(ChatResponse whole) {
        if (whole.finishReason() == null) {
            return FinishReason.UNKNOWN;
        }
        return switch (whole.finishReason()) {
            case STOP -> FinishReason.STOP;
            case LENGTH -> FinishReason.LENGTH;
            case TOOL_EXECUTION -> FinishReason.TOOLS;
            case CONTENT_FILTER -> FinishReason.FILTER;
            case OTHER -> FinishReason.OTHER;
        };
    }

    private static Optional<TokenUsage> usage(ChatResponse whole) {
        return Optional.ofNullable(whole.tokenUsage())
                .filter(it -> it.inputTokenCount() != null && it.outputTokenCount() != null)
                .map(it -> new TokenUsage(it.inputTokenCount(), it.outputTokenCount()));
    }
}
