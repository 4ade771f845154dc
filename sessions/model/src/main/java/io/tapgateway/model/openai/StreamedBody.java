package io.tapgateway.model.openai;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The body of a response while it arrives: up to a length, and with its last byte by a deadline. What is not read yet
 * is not asked for. What the HTTP client calls is thread-safe; reading is confined to one thread.
 */
final class StreamedBody extends InputStream implements HttpResponse.BodySubscriber<InputStream> {
    /** A part of what arrives: bytes, or the end with its reason, if there is one. */
    private record Arrival(List<ByteBuffer> buffers, Optional<Throwable> failure, boolean last) {}

    private final int maxBytes;
    private final long deadline;
    private final BlockingQueue<Arrival> arrived = new LinkedBlockingQueue<>();
    private volatile Optional<Flow.Subscription> source = Optional.empty();
    private List<ByteBuffer> current = List.of();
    private boolean ended;
    private int total;

    StreamedBody(int maxBytes, Duration time) {
        this.maxBytes = maxBytes;
        this.deadline = System.nanoTime() + time.toNanos();
    }

    @Override
    public CompletionStage<InputStream> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = Optional.of(subscription);
        subscription.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        arrived.add(new Arrival(List.copyOf(buffers), Optional.empty(), false));
    }

    @Override
    public void onError(Throwable failure) {
        arrived.add(new Arrival(List.of(), Optional.of(failure), true));
    }

    @Override
    public void onComplete() {
        arrived.add(new Arrival(List.of(), Optional.empty(), true));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (current.stream().noneMatch(ByteBuffer::hasRemaining)) {
            if (ended) {
                return -1;
            }
            take(next());
        }
        int read = 0;
        for (ByteBuffer buffer : current) {
            int share = Math.min(length - read, buffer.remaining());
            buffer.get(target, from + read, share);
            read += share;
        }
        return read;
    }

    private void take(Arrival arrival) throws IOException {
        ended = arrival.last();
        if (arrival.failure().isPresent()) {
            throw new IOException("the response broke off", arrival.failure().get());
        }
        total += arrival.buffers().stream().mapToInt(ByteBuffer::remaining).sum();
        if (total > maxBytes) {
            throw new LimitedBody.TooLong(maxBytes);
        }
        current = arrival.buffers();
        if (!ended) {
            source.ifPresent(it -> it.request(1));
        }
    }

    private Arrival next() throws IOException {
        try {
            Arrival next = arrived.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new HttpTimeoutException("no whole answer in time");
            }
            return next;
        } catch (InterruptedException e) {
            throw new BoundedHttp.Interrupted(e);
        }
    }

    @Override
    public void close() {
        ended = true;
        source.ifPresent(Flow.Subscription::cancel);
    }
}
