package io.tapgateway.agentserver;

import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import java.util.function.Consumer;
import java.util.function.Function;

/** A session that was lent, with its agent and the place of a client's person. Immutable; its parts are thread-safe. */
record Engaged(SessionLender.Lent lent, Attachment seat) {
    /**
     * Opens a session and sits down.
     *
     * @throws IllegalStateException if there can be none; the message is a sentence for people
     */
    static Engaged in(
            SessionLender lender,
            SessionInfo info,
            Function<SessionUser, ThinkingAgent> agent,
            Consumer<TimelineEntry> timeline,
            Surface surface) {
        SessionLender.Lent opened = lender.lend(info, agent, timeline);
        return new Engaged(opened, opened.user().attach(surface));
    }

    /** The same where somebody has sat down anew. */
    Engaged seated(Surface surface) {
        return new Engaged(lent, lent.user().attach(surface));
    }

    ThinkingAgent agent() {
        return lent.agent();
    }

    GatewaySession session() {
        return lent.session();
    }

    /** Its turn, its questions and its calls end, and then the session; does not wait. */
    void end() {
        session().interrupt();
        seat.close();
        var unused = session().close();
    }
}
