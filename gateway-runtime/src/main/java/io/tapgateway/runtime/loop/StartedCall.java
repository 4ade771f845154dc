package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.thread.Mailbox;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A call, as its host holds it: the outcome that is on its way, and what can be done until then. Thread-safe. */
final class StartedCall extends Promised<ToolOutcome> implements CallHandle {
    private static final ToolOutcome LOST = ToolOutcome.failure(ToolErrorCode.INTERNAL, "the gateway lost this call");

    private final CallId id;
    private final Consumer<CallId> canceller;
    private final Optional<Reports> reports;

    /** Carries what is reported and then the outcome, in order. */
    private record Reports(Mailbox<Runnable> mailbox, Consumer<? super CallProgress> listener) implements Departure {
        void add(CallProgress progress) {
            mailbox.offer(() -> listener.accept(progress));
        }

        void conclude(Runnable outcome) {
            mailbox.offer(outcome);
            mailbox.flush();
        }

        @Override
        public void flush() {
            mailbox.flush();
        }
    }

    /**
     * @param beforeWaiting what a thread has to do before it waits for this
     * @param canceller has the call of that id cancelled
     * @param listener told of progress, if anybody is
     */
    StartedCall(
            CallId id,
            Executor executor,
            Runnable beforeWaiting,
            Consumer<CallId> canceller,
            Optional<Consumer<? super CallProgress>> listener) {
        super(executor, beforeWaiting, LOST);
        this.id = id;
        this.canceller = canceller;
        this.reports = listener.map(it -> new Reports(new Mailbox<>(executor, Runnable::run), it));
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

    /**
     * Notes a report; inside the loop.
     *
     * @return what has to be flushed, if anybody wants to know
     */
    Optional<? extends Departure> report(CallProgress progress) {
        reports.ifPresent(it -> it.add(progress));
        return reports;
    }

    @Override
    public void flush() {
        if (reports.isPresent()) {
            reports.get().conclude(this);
        } else {
            super.flush();
        }
    }

    /** The outcome comes after all reports, whoever carries it. */
    @Override
    void leaveBy(Executor carrier) {
        if (reports.isPresent()) {
            carrier.execute(() -> reports.get().conclude(this));
        } else {
            super.leaveBy(carrier);
        }
    }
}
