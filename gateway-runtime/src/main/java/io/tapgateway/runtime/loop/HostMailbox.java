package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.thread.Mailbox;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls one session's host, serially; a host that does not keep up loses timeline lines first. Thread-safe, but for
 * what is noted inside the loop.
 */
final class HostMailbox implements Departure {
    /** How many notices may wait for a host before timeline lines are dropped. */
    static final int MOST_WAITING = 10_000;

    private static final CallApproval UNANSWERED = CallApproval.denied("The person could not be asked.");
    private static final Logger LOG = LoggerFactory.getLogger(HostMailbox.class);

    private final Mailbox<Runnable> notices;
    private final Consumer<HostInput.QuestionAnswered> answers;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Receiver receiver = new Receiver();
    private volatile SessionHost host;
    private boolean over;

    /** @param answers takes what the host says to the questions that it is asked */
    HostMailbox(Executor executor, SessionHost host, Consumer<HostInput.QuestionAnswered> answers) {
        this.host = host;
        this.answers = answers;
        notices = new Mailbox<>(executor, Runnable::run);
    }

    /** Completes when the host has been told that its session is over. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** Calls another host from now on. */
    void handTo(SessionHost next) {
        host = next;
    }

    /** Whether its session is over, told or not. Confined to the loop. */
    boolean isOver() {
        return over;
    }

    /** Notes what the host is to be told; called inside the loop. */
    void offer(HostNotice notice) {
        over |= notice instanceof HostNotice.Ended;
        if (notice instanceof HostNotice.Log && notices.waiting() >= MOST_WAITING) {
            LOG.warn("a timeline line was dropped: the session's host is {} notices behind", MOST_WAITING);
            return;
        }
        notices.offer(() -> notice.accept(receiver));
    }

    /** Does something when the host has been told what was noted before. */
    void afterNotices(Runnable action) {
        notices.offer(action);
        notices.flush();
    }

    @Override
    public void flush() {
        notices.flush();
    }

    private final class Receiver implements HostNotice.Visitor {
        @Override
        public void onToolsChanged(HostNotice.ToolsChanged notice) {
            host.toolsChanged(notice.tools());
        }

        @Override
        public void onToolChanged(HostNotice.ToolChanged notice) {
            host.toolChanged(notice.change());
        }

        @Override
        public void onLog(HostNotice.Log notice) {
            host.log(notice.entry());
        }

        @Override
        public void onSend(HostNotice.Send notice) {
            host.send(notice.prompt()).whenComplete((done, failure) -> {
                if (failure != null) {
                    LOG.warn("a session host did not accept an injected prompt", failure);
                }
            });
        }

        @Override
        public void onOfferingsChanged(HostNotice.OfferingsChanged notice) {
            host.offeringsChanged();
        }

        @Override
        public void onPromptWaits(HostNotice.PromptWaits notice) {
            host.promptWaits(notice.prompt());
        }

        @Override
        public void onInboxChanged(HostNotice.InboxChanged notice) {
            host.inboxChanged(notice.inbox());
        }

        @Override
        public void onApprove(HostNotice.Approve notice) {
            CallQuestion question = notice.question();
            CompletionStage<CallApproval> answer;
            try {
                answer = host.approve(question);
            } catch (RuntimeException | Error failure) {
                answer = CompletableFuture.failedFuture(failure);
            }
            answer.whenComplete((said, failure) -> {
                if (failure != null) {
                    LOG.warn("a session host could not have a question answered", failure);
                }
                CallApproval given = failure == null && said != null ? said : UNANSWERED;
                answers.accept(new HostInput.QuestionAnswered(question.session(), question.id(), given));
            });
        }

        @Override
        public void onApprovalWithdrawn(HostNotice.ApprovalWithdrawn notice) {
            host.approvalWithdrawn(notice.question(), notice.why());
        }

        @Override
        public void onEnded(HostNotice.Ended notice) {
            try {
                host.closed();
            } finally {
                ended.complete(null);
            }
        }
    }
}
