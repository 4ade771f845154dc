package io.tapgateway.runtime.core.kernel;

import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import java.util.List;

/** One call of a {@link SessionHost}, as a value. Immutable. */
public sealed interface HostNotice {
    /** Calls the method for this notice. */
    void accept(Visitor visitor);

    /** See {@link SessionHost#toolsChanged}. */
    record ToolsChanged(List<RegisteredTool> tools) implements HostNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onToolsChanged(this);
        }
    }

    /** See {@link SessionHost#toolChanged}. */
    record ToolChanged(ToolChange change) implements HostNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onToolChanged(this);
        }
    }

    /** See {@link SessionHost#log}. */
    record Log(TimelineEntry entry) implements HostNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onLog(this);
        }
    }

    /** See {@link SessionHost#send}. */
    record Send(InjectedPrompt prompt) implements HostNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onSend(this);
        }
    }

    /** See {@link SessionHost#offeringsChanged}. */
    record OfferingsChanged() implements HostNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onOfferingsChanged(this);
        }
    }

    /** See {@link SessionHost#promptWaits}. */
    record PromptWaits(InjectedPrompt prompt) implements HostNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPromptWaits(this);
        }
    }

    /** See {@link SessionHost#inboxChanged}. */
    record InboxChanged(InboxView inbox) implements HostNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onInboxChanged(this);
        }
    }

    /** See {@link SessionHost#approve}. */
    record Approve(CallQuestion question) implements HostNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onApprove(this);
        }
    }

    /** See {@link SessionHost#approvalWithdrawn}. */
    record ApprovalWithdrawn(CallQuestion question, ApprovalWithdrawal why) implements HostNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onApprovalWithdrawn(this);
        }
    }

    /** The last notice of a session, see {@link SessionHost#closed}. */
    record Ended() implements HostNotice {
        @Override
        public void accept(Visitor visitor) {
            visitor.onEnded(this);
        }
    }

    /** One method per notice. */
    interface Visitor {
        void onToolsChanged(ToolsChanged notice);

        void onToolChanged(ToolChanged notice);

        void onLog(Log notice);

        void onSend(Send notice);

        void onOfferingsChanged(OfferingsChanged notice);

        void onPromptWaits(PromptWaits notice);

        void onInboxChanged(InboxChanged notice);

        void onApprove(Approve notice);

        void onApprovalWithdrawn(ApprovalWithdrawn notice);

        void onEnded(Ended notice);
    }
}
