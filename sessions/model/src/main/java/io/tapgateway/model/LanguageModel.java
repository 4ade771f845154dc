package io.tapgateway.model;

import io.tapgateway.protocol.model.MayChange;
import java.util.Optional;

/**
 * Whoever continues a conversation. Used by the thread of one agent; an implementation that several share is
 * thread-safe.
 */
@FunctionalInterface
public interface LanguageModel {
    /**
     * Continues a conversation.
     *
     * @throws ModelFailure if there is no answer, saying why and what to do
     * @throws InterruptedException if somebody has interrupted this thread, which has to end the waiting soon
     */
    ModelMessage.Answer answer(Question question) throws ModelFailure, InterruptedException;

    /**
     * The same, for somebody who hears of the answer while it is given. What {@code parts} has heard adds up to what is
     * returned. A model that cannot speak in pieces says each part as one.
     *
     * @param parts what it throws ends the answer, and is thrown
     */
    @MayChange
    default ModelMessage.Answer answer(Question question, AnswerParts parts) throws ModelFailure, InterruptedException {
        ModelMessage.Answer answer = answer(question);
        if (!answer.text().isEmpty()) {
            parts.text(answer.text());
        }
        answer.requests().forEach(it -> parts.input(it.id(), it.tool(), it.arguments()));
        parts.finished(FinishReason.UNKNOWN, Optional.empty());
        return answer;
    }
}
