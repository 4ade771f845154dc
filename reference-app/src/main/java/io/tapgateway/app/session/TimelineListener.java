package io.tapgateway.app.session;

import io.tapgateway.protocol.model.SessionId;

/** Is told every line of every session's timeline: in order per session, on the gateway's executor; must not block. */
@FunctionalInterface
public interface TimelineListener {
    void onEntry(SessionId session, NumberedEntry entry);
}
