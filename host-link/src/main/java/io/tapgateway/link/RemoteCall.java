package io.tapgateway.link;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.thread.Mailbox;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A call at a gateway in another process, as its host holds it. Thread-safe. */
final class RemoteCall extends CompletableFuture<ToolOutcome> implements CallHandle {
    private final CallId id;
    private final Consumer<CallId> canceller;
    private final Optional<Consumer<? super CallProgress>> listener;

    /** Carries what is reported and then the outcome, in order. */
    private final Mailbox<Runnable> mailbox;

    /**
     * @param canceller has the call of that id cancelled
     * @param listener told of progress, if anybody is
     */
    RemoteCall(
            CallId id,
            Executor executor,
            Consumer<CallId> canceller,
            Optional<Consumer<? super CallProgress>> listener) {
        this.id = id;
        this.canceller = canceller;
        this.listener = listener;
        this.mailbox = new Mailbox<>(executor, Runnable::run);
    }

    @Override
    public CallId id() {
        return id;
    }

    @Override
    public CompletionStage<ToolOutcome> outcome() {
        return this;
    }

    @Override
    public void cancel() {
        if (!isDone()) {
            canceller.accept(id);
        }
    }

    /** The host cancels it as a future: nothing answers it any more, and the call ends. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            canceller.accept(id);
        }
        return cancelled;
    }

    /** Its provider reports. */
    void report(CallProgress progress) {
        listener.ifPresent(it -> deliver(() -> it.accept(progress)));
    }

    /** It has ended; what it has ended with is read on the executor. */
    void conclude(Supplier<ToolOutcome> outcome) {
        deliver(() -> {
            try {
                complete(outcome.get());
            } catch (RuntimeException e) {
                completeExceptionally(e);
            }
        });
    }

    private void deliver(Runnable news) {
        mailbox.offer(news);
        mailbox.flush();
    }
}
