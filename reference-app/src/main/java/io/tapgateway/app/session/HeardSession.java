package io.tapgateway.app.session;

import io.tapgateway.runtime.ForwardingSession;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.user.SessionUser;

/** A session whose user has read the notes of before once a message of theirs is heard (Z-091). Thread-safe. */
final class HeardSession extends ForwardingSession {
    private final SessionUser user;

    HeardSession(GatewaySession session, SessionUser user) {
        super(session);
        this.user = user;
    }

    @Override
    public void publish(SessionHostEvent event) {
        if (event.name().equals(SessionHostEvent.USER_MESSAGE) && !event.hearsay()) {
            user.clearNotes();
        }
        super.publish(event);
    }
}
