package io.tapgateway.provider;

/** What a tool does. Called on the provider's executor, several times at once if several calls are running. */
@FunctionalInterface
public interface ToolHandler {
    /**
     * Serves one call.
     *
     * @return the result: a {@code JsonValue}, a {@linkplain ToolFile file}, anything with a JSON form (texts,
     *     numbers, maps, lists, records), {@linkplain io.tapgateway.protocol.model.ToolContent content}, or a {@link
     *     java.util.concurrent.CompletionStage} of one of these
     * @throws ToolFailure to tell the caller what went wrong
     * @throws io.tapgateway.provider.schema.InvalidArguments to tell the caller which argument is wrong, and why
     * @throws Exception anything else fails the call as {@code INTERNAL}; its text goes to {@code onError} only
     */
    Object handle(ToolInvocation call) throws Exception;

    /**
     * What a tool does whose arguments are a record; see {@link ToolHandler#handle}.
     *
     * @param <T> the record
     */
    @FunctionalInterface
    interface OfRecord<T extends Record> {
        /** Serves one call. */
        Object handle(T arguments, ToolInvocation call) throws Exception;
    }
}
