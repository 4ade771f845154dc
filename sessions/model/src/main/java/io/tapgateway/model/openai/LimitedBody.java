package io.tapgateway.model.openai;

import io.tapgateway.protocol.model.MayChange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Collects the body of a response, up to a length. Confined to the HTTP client, which calls it serially. */
@MayChange
public final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final int maxBytes;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private Optional<Flow.Subscription> source = Optional.empty();

    /** @param maxBytes beyond which the response fails as {@link TooLong} */
    public LimitedBody(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** A body that is longer than allowed. */
    public static final class TooLong extends IOException {
        private static final long serialVersionUID = 1L;

        TooLong(int maxBytes) {
            super("more than " + maxBytes + " bytes");
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = Optional.of(subscription);
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (body.isDone()) {
                return;
            }
            if (collected.size() + buffer.remaining() > maxBytes) {
                source.ifPresent(Flow.Subscription::cancel);
                body.completeExceptionally(new TooLong(maxBytes));
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            collected.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(collected.toByteArray());
    }
}
