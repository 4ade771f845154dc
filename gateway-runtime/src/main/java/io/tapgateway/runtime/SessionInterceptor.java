package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Somebody in the gateway's process who is asked what an agent is about to do, ahead of all rules and gates, and may
 * block or change it (Z-060 – Z-080). {@link GatewaySession#intercept} has it asked.
 *
 * <p>The interceptors of a session are asked one after the other, by rank: the first {@link InterceptorVerdict#block}
 * ends it, and what one has changed is what the next is asked about. A stage that fails, an answer that does not fit
 * the question, silence and an end of the registration in the middle block it, too.
 *
 * <p>Calls come serially per registration, in the order in which things happened, on the gateway's executor and never
 * under a lock. A method returns soon and answers later; while one waits, further questions come.
 */
@MayChange
public interface SessionInterceptor {
    /** The answer of those who have nothing to say. */
    CompletionStage<InterceptorVerdict> NOTHING_TO_SAY =
            CompletableFuture.completedFuture(InterceptorVerdict.allow()).minimalCompletionStage();

    /**
     * A tool is about to be used, anybody's: a provider's, the gateway's or the host's own. What is decided is held
     * against rules and gates afterwards. Who has let it pass is not asked about it again; who is registered while it
     * waits for somebody else is asked then, and may not change it any more.
     *
     * @return completes with {@link InterceptorVerdict#allow}, {@link InterceptorVerdict#block} or {@link
     *     InterceptorVerdict#rewrite}
     */
    default CompletionStage<InterceptorVerdict> beforeTool(InterceptedTool use, InterceptorQuestion question) {
        return NOTHING_TO_SAY;
    }

    /**
     * The model is about to be asked.
     *
     * @param step which answer of its turn it is going to give, from 1
     * @return completes with {@link InterceptorVerdict#allow} or {@link InterceptorVerdict#block}
     */
    default CompletionStage<InterceptorVerdict> beforeTurn(int step, InterceptorQuestion question) {
        return NOTHING_TO_SAY;
    }

    /**
     * A text of the model is about to be shown.
     *
     * @param text not blank
     * @return completes with {@link InterceptorVerdict#allow}, {@link InterceptorVerdict#block}, which withholds it, or
     *     {@link InterceptorVerdict#replace}
     */
    default CompletionStage<InterceptorVerdict> beforeShown(String text, InterceptorQuestion question) {
        return NOTHING_TO_SAY;
    }

    /** A tool is about to be used, with the arguments that the agent gave; comes before the question about it. */
    default void toolAsked(InterceptedTool use) {}

    /** The model is about to be asked; comes before the question about it. */
    default void turnStarted(int step) {}

    /** A text of the model was shown, in this form; comes after the question about it, and not if it was withheld. */
    default void textShown(String text) {}

    /**
     * An answer of the model is done with, and the tools that it wanted.
     *
     * @param error what went wrong, if something has
     */
    default void turnEnded(TurnStop stop, Optional<String> error) {}
}
