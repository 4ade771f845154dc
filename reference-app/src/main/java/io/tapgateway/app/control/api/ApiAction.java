package io.tapgateway.app.control.api;

import io.tapgateway.app.home.Problem;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Carries out one kind of request. Must not block: what takes time completes the stage later. The stage is cancelled if
 * whoever asked goes away before that.
 */
@FunctionalInterface
public interface ApiAction {
    CompletionStage<ApiReply> answer(ApiRequest request) throws ApiProblem;

    /** An action that has its answer at once. A problem is what stands in the way at the moment: a conflict. */
    static ApiAction immediate(Immediate action) {
        return request -> {
            try {
                return CompletableFuture.completedFuture(action.answer(request));
            } catch (Problem e) {
                throw ApiProblem.conflict(e.sentence());
            }
        };
    }

    /** Carries out a request that takes no time. */
    @FunctionalInterface
    interface Immediate {
        ApiReply answer(ApiRequest request) throws ApiProblem, Problem;
    }
}
