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
import org.jspecify.annotations.Nullable;

/** A call, as its caller holds it: the outcome that is on its way, and what can be done until then. Thread-safe. */
final class StartedCall extends Promised<ToolOutcome> implements CallHandle {
    private static final ToolOutcome LOST = ToolOutcome.failure(ToolErrorCode.INTERNAL, "the gateway lost this call");

    private final CallId id;
    private final RunningAccess caller;
    private final Optional<Reports> reports;

    /** Makes the call, until it is started. */
    private @Nullable Thread starter = Thread.currentThread();

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

    /** @param listener told of progress, if anybody is */
    StartedCall(CallId id, RunningAccess caller, Optional<Consumer<? super CallProgress>> listener) {
        super(caller.executor(), caller.catchUp(), LOST);
        this.id = id;
        this.caller = caller;
        this.reports = listener.map(it -> new Reports(new Mailbox<>(caller.executor(), Runnable::run), it));
    }

    /** Its caller gets hold of it now; to be called by the thread that has made it. */
    StartedCall started() {
        starter = null;
        return this;
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
            caller.cancelCall(id);
        }
    }

    /** Its caller cancels it as a future: nothing answers it any more, and the call ends. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            caller.cancelCall(id);
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

    /** Nothing hangs on an outcome that is there before the call is started: no thread has to be woken for it. */
    @Override
    public void flush() {
        if (reports.isPresent()) {
            reports.get().conclude(this);
        } else if (Thread.currentThread().equals(starter)) {
            run();
        } else {
            super.flush();
        }
    }

    @Override
    public boolean isOfHost() {
        return caller.isHost();
    }

    @Override
    void conclude(ToolOutcome reached) {
        super.conclude(reached);
        caller.concluded(this);
    }

    /** The outcome leaves after all that its caller is to be told by now. */
    void leaveAfterNotices() {
        leaveBy(caller.told()::afterNotices);
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
