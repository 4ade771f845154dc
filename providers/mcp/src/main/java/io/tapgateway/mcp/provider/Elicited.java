package io.tapgateway.mcp.provider;

import io.tapgateway.mcp.protocol.ElicitationAnswer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a server wants of a person, while it is under way. Thread-safe. */
public interface Elicited {
    /** Nobody is there who could do it. */
    Elicited BY_NOBODY = new Elicited() {
        @Override
        public CompletionStage<ElicitationAnswer> answer() {
            return CompletableFuture.completedStage(ElicitationAnswer.DECLINED);
        }

        @Override
        public void withdraw() {}
    };

    /** What the person has done: completes once, normally, on any thread. */
    CompletionStage<ElicitationAnswer> answer();

    /** The server does not want it any more, or is gone. Harmless afterwards. */
    void withdraw();
}
