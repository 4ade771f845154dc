package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.kernel.InterceptorAddress;
import io.tapgateway.runtime.core.kernel.InterceptorNotice;
import io.tapgateway.runtime.thread.Mailbox;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks one interceptor, serially, and hands its answers to the core; one that does not keep up with events gets no more
 * of them. Thread-safe, but for what is noted inside the loop.
 */
final class RunningInterception implements Interception, InterceptorAddress, Departure {
    /** How many notices may wait for an interceptor before there are no more events for it. */
    static final int MOST_WAITING = 10_000;

    private static final InterceptorVerdict FAILED = InterceptorVerdict.block("It failed when it was asked.");
    private static final Logger LOG = LoggerFactory.getLogger(RunningInterception.class);

    private final ProviderName name;
    private final SessionInterceptor interceptor;
    private final RunningSession session;
    private final Mailbox<InterceptorNotice> notices;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** What it has yet to answer, by the number of the question. */
    private final Map<Long, Asked> open = new ConcurrentHashMap<>();

    private boolean deaf;

    RunningInterception(ProviderName name, SessionInterceptor interceptor, RunningSession session, Executor executor) {
        this.name = name;
        this.interceptor = interceptor;
        this.session = session;
        Receiver receiver = new Receiver();
        this.notices = new Mailbox<>(executor, notice -> notice.accept(receiver));
    }

    /** Notes what it is to be asked or told; called inside the loop. */
    void offer(InterceptorNotice notice) {
        if (notice.isEvent()) {
            if (!deaf && notices.waiting() >= MOST_WAITING) {
                LOG.warn("interceptor '{}' is {} notices behind and gets no more events", name, MOST_WAITING);
                deaf = true;
            }
            if (deaf) {
                return;
            }
        }
        notices.offer(notice);
    }

    @Override
    public void flush() {
        notices.flush();
    }

    @Override
    public void take(Set<InterceptorInterest> interests) {
        session.change(this, interests);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            session.remove(this);
        }
    }

    /** Once it is closed, it is asked and told nothing more, but that what is open is withdrawn. */
    private final class Receiver implements InterceptorNotice.Visitor {
        @Override
        public void onBeforeTool(InterceptorNotice.BeforeTool notice) {
            ask(notice.question(), it -> interceptor.beforeTool(notice.use(), it));
        }

        @Override
        public void onBeforeTurn(InterceptorNotice.BeforeTurn notice) {
            ask(notice.question(), it -> interceptor.beforeTurn(notice.step(), it));
        }

        @Override
        public void onBeforeShown(InterceptorNotice.BeforeShown notice) {
            ask(notice.question(), it -> interceptor.beforeShown(notice.text(), it));
        }

        @Override
        public void onWithdrawn(InterceptorNotice.Withdrawn notice) {
            Asked withdrawn = open.remove(notice.question());
            if (withdrawn != null) {
                withdrawn.end.complete(null);
            }
        }

        @Override
        public void onToolAsked(InterceptorNotice.ToolAsked notice) {
            tell(it -> it.toolAsked(notice.use()));
        }

        @Override
        public void onTurnStarted(InterceptorNotice.TurnStarted notice) {
            tell(it -> it.turnStarted(notice.step()));
        }

        @Override
        public void onTextShown(InterceptorNotice.TextShown notice) {
            tell(it -> it.textShown(notice.text()));
        }

        @Override
        public void onTurnEnded(InterceptorNotice.TurnEnded notice) {
            tell(it -> it.turnEnded(notice.stop(), notice.error()));
        }

        private void tell(Consumer<SessionInterceptor> event) {
            if (!closed.get()) {
                event.accept(interceptor);
            }
        }

        private void ask(
                InterceptorNotice.Question question,
                Function<InterceptorQuestion, CompletionStage<InterceptorVerdict>> asking) {
            if (closed.get()) {
                return;
            }
            Asked asked = new Asked(question);
            open.put(question.number(), asked);
            CompletionStage<InterceptorVerdict> answer;
            try {
                answer = asking.apply(asked);
            } catch (RuntimeException | Error failure) {
                answer = CompletableFuture.failedFuture(failure);
            }
            answer.whenComplete((said, failure) -> {
                open.remove(question.number());
                if (failure != null) {
                    LOG.warn(
                            "interceptor '{}' failed when it was asked, which blocks what it was asked about",
                            name,
                            failure);
                }
                InterceptorVerdict verdict = failure == null && said != null ? said : FAILED;
                session.submit(new HostInput.InterceptorAnswered(question.session(), question.number(), verdict));
            });
        }
    }

    private final class Asked implements InterceptorQuestion {
        private final InterceptorNotice.Question question;
        private final CompletableFuture<Void> end = new CompletableFuture<>();

        private Asked(InterceptorNotice.Question question) {
            this.question = question;
        }

        @Override
        public long chainBegan() {
            return session.clockTime(question.chainBegan());
        }

        @Override
        public Duration paused() {
            return Duration.ofNanos(question.paused());
        }

        @Override
        public long asked() {
            return session.clockTime(question.asked());
        }

        @Override
        public void busy() {
            session.submit(new HostInput.InterceptorBusy(question.session(), question.number()));
        }

        @Override
        public void free() {
            session.submit(new HostInput.InterceptorFree(question.session(), question.number()));
        }

        @Override
        public CompletionStage<Void> withdrawn() {
            return end.minimalCompletionStage();
        }
    }
}
