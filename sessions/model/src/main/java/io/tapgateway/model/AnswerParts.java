package io.tapgateway.model;

import io.tapgateway.protocol.model.MayChange;
import java.util.Optional;

/**
 * Hears of an answer while a model gives it, in order, on the thread that asked. Who wants the whole only takes what
 * {@link LanguageModel#answer(Question, AnswerParts)} returns. Methods that are added later do nothing by default.
 */
@MayChange
public interface AnswerParts {
    /** Listens to nothing. */
    AnswerParts NONE = new AnswerParts() {};

    /** The next piece of what the model says, never empty. */
    default void text(String piece) {}

    /** The next piece of what the model thinks before it answers, never empty. */
    default void reasoning(String piece) {}

    /**
     * The next piece of the arguments for a tool.
     *
     * @param id the model's own name for this wish, see {@link ToolRequest}
     */
    default void input(String id, String tool, String piece) {}

    /** The answer is complete. Not said of an answer that fails. */
    default void finished(FinishReason reason, Optional<TokenUsage> usage) {}
}
