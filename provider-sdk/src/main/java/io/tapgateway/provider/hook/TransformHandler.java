package io.tapgateway.provider.hook;

import io.tapgateway.protocol.message.TransformRequest;
import java.util.concurrent.CompletionStage;

/** Rewrites a section of the prompt. Called on the provider's executor, several times at once. */
@FunctionalInterface
public interface TransformHandler {
    /**
     * The new content of the section; within two seconds, or it stays as it is (A/transforms).
     *
     * @param current the section as the host wrote it, or as an earlier provider has left it
     * @return at most 256 KiB of text, in place of {@code current}
     * @throws Exception leaves the section as it is; its text goes to {@code onError} only
     */
    String transform(String current) throws Exception;

    /**
     * The same for contents that take time, or depend on the session or the section, which the request names; see
     * {@link TransformHandler#transform}.
     */
    @FunctionalInterface
    interface Async {
        /** Begins to make the new content. */
        CompletionStage<String> transform(TransformRequest request) throws Exception;
    }
}
