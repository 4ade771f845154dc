package io.tapgateway.link;

import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessage.Signal;
import io.tapgateway.runtime.SessionInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a session at a gateway. One that was open elsewhere before is patient: a gateway that lost this host, and was found again,
 * may still be ending the session under the same id. Thread-safe.
 */
final class SessionOpening {
    private static final Logger LOG = LoggerFactory.getLogger(SessionOpening.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** Beyond the grace period, the time that sessions have to end. */
    private static final Duration PATIENCE = LinkRules.GRACE.plusSeconds(15);

    private final RemoteSession session;
    private final SessionPresence presence;
    private final Attachment gateway;
    private final RemoteGateway owner;
    private final boolean again;
    private final long end;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    SessionOpening(RemoteSession session, SessionPresence presence, Attachment gateway, RemoteGateway owner) {
        this.session = session;
        this.presence = presence;
        this.gateway = gateway;
        this.owner = owner;
        this.again = !presence.isNew();
        this.end = owner.timers().nanos() + PATIENCE.toNanos();
    }

    /** Completes when the session is open, or will not be at this gateway. */
    CompletableFuture<Void> begin() {
        attempt();
        return done;
    }

    private void attempt() {
        if (gateway.isOver() || !owner.has(session)) {
            done.complete(null);
            return;
        }
        SessionInfo asked = presence.info();
        var unused = gateway.request(number -> new HostMessage.Open(number, asked, presence.pathArguments()))
                .thenAccept(reply -> settle(asked, reply));
    }

    private void settle(SessionInfo asked, Reply reply) {
        if (reply instanceof Reply.Answered) {
            presence.opened(gateway, asked, reply);
            if (owner.has(session)) {
                session.opened(again);
            } else {
                gateway.say(new Signal(session.id(), Signal.Kind.CLOSE));
            }
        } else if (!(reply instanceof Reply.Lost)) {
            LOG.debug("The gateway does not take session '{}': {}", session.id(), reply);
            if (again && owner.timers().nanos() - end < 0) {
                var unused = owner.timers().wakeAt(owner.timers().nanos() + PAUSE.toNanos(), this::attempt);
                return;
            }
            presence.refused(reply);
            if (again) {
                LOG.warn("The gateway does not take session '{}' again; it ends", session.id());
                owner.drop(session);
            }
        }
        done.complete(null);
    }
}
