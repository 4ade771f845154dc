package io.tapgateway.model;

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
}
