package io.tapgateway.app.session;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rules of the app's own in a session, as those of a provider in this process. Stateless. */
final class OwnRules {
    private static final Logger LOG = LoggerFactory.getLogger(OwnRules.class);
    private static final long MOST_SECONDS = 5;

    private OwnRules() {}

    /**
     * Returns once they are in force, or the session is ending because they cannot be: nobody has called anything there
     * by then.
     *
     * @param whose for people, as in "The rules of …"
     */
    @CanIgnoreReturnValue
    static BoundProvider putInForce(
            Gateway gateway, AppSessions sessions, AppSessions.Open session, Provider rules, String whose) {
        SessionId id = session.gateway().info().id();
        BoundProvider bound = LocalProviderTransport.attach(gateway, id, rules);
        try {
            var unused = bound.whenBound().toCompletableFuture().get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("The rules of {} are not in force in session '{}', which ends", whose, id, e);
            giveUp(sessions, session, whose);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            giveUp(sessions, session, whose);
        }
        return bound;
    }

    private static void giveUp(AppSessions sessions, AppSessions.Open session, String whose) {
        sessions.tell(session.gateway().info().id(), "The rules of " + whose + " are not in force; the session ends.");
        var unused = sessions.end(session);
    }
}
