package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.SessionListener;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.kernel.HostNotice;

/** Tells a guest of a session what is not for its host alone. Thread-safe. */
final class GuestReceiver implements HostNotice.Visitor {
    private final SessionListener guest;

    GuestReceiver(SessionListener guest) {
        this.guest = guest;
    }

    @Override
    public void onToolsChanged(HostNotice.ToolsChanged notice) {
        guest.toolsChanged(notice.tools());
    }

    @Override
    public void onToolChanged(HostNotice.ToolChanged notice) {
        guest.toolChanged(notice.change());
    }

    /** A code that lets somebody in is for the user of the host. */
    @Override
    public void onLog(HostNotice.Log notice) {
        if (notice.entry().level() != TimelineEntry.Level.PAIRING) {
            guest.log(notice.entry());
        }
    }

    @Override
    public void onOfferingsChanged(HostNotice.OfferingsChanged notice) {
        guest.offeringsChanged();
    }

    @Override
    public void onEnded(HostNotice.Ended notice) {
        guest.closed();
    }

    @Override
    public void onSend(HostNotice.Send notice) {}

    @Override
    public void onPromptWaits(HostNotice.PromptWaits notice) {}

    @Override
    public void onInboxChanged(HostNotice.InboxChanged notice) {}

    @Override
    public void onApprove(HostNotice.Approve notice) {}

    @Override
    public void onApprovalWithdrawn(HostNotice.ApprovalWithdrawn notice) {}
}
