package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.kernel.HostNotice;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the host of a session everything, and takes its answers. Thread-safe. */
final class HostReceiver implements HostNotice.Visitor {
    private static final CallApproval UNANSWERED = CallApproval.denied("The person could not be asked.");
    private static final Logger LOG = LoggerFactory.getLogger(HostReceiver.class);

    private final Consumer<HostInput.QuestionAnswered> answers;
    private volatile SessionHost host;

    /** @param answers takes what the host says to the questions that it is asked */
    HostReceiver(SessionHost host, Consumer<HostInput.QuestionAnswered> answers) {
        this.host = host;
        this.answers = answers;
    }

    /** Tells another host from now on. */
    void handTo(SessionHost next) {
        host = next;
    }

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
        host.closed();
    }
}
