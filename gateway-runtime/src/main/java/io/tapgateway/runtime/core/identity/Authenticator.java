package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.connection.Hangup;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.SessionDesks;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Principal;
import java.util.Optional;

/**
 * Decides whether a peer is who it says (D-038 – D-045). Whatever is wrong with a credential, the answer is the same and
 * comes after the same short, jittered delay (D-043, T-10). Confined to the loop.
 */
public final class Authenticator {
    private final Kernel kernel;
    private final ConnectionTable connections;
    private final Tokens tokens;
    private final AuthFailures failures;
    private final Hangup hangup;
    private final SessionDesks sessions;

    public Authenticator(
            Kernel kernel,
            ConnectionTable connections,
            Tokens tokens,
            AuthFailures failures,
            Hangup hangup,
            SessionDesks sessions) {
        this.kernel = kernel;
        this.connections = connections;
        this.tokens = tokens;
        this.failures = failures;
        this.hangup = hangup;
        this.sessions = sessions;
    }

    /** The principal behind an {@code auth}; empty if the peer was or will be turned away. */
    public Optional<Principal> authenticate(Connection connection, Auth auth) {
        if (!(auth.credential() instanceof Auth.Credential.Token token)) {
            reject(connection, "pairing is not open at this gateway");
            return Optional.empty();
        }
        Optional<Principal> principal = tokens.find(token.value()).filter(it -> isUsableBy(it, connection));
        if (principal.isEmpty()) {
            reject(connection, "the token was not accepted");
            return Optional.empty();
        }
        if (!connections.authenticate(connection)) {
            tell(connection, ErrorCode.RATE_LIMITED, "all provider connections of this gateway are in use");
            hangup.hangUp(connection, CloseCode.OVER_CAPACITY, "over capacity");
            return Optional.empty();
        }
        return principal;
    }

    /** A token of a local program that turns up in a web page has leaked (T-01); others have a connection limit (D-042). */
    private boolean isUsableBy(Principal principal, Connection connection) {
        if (connection.origin().isPresent()) {
            warnOfLeak(principal);
            return false;
        }
        boolean shared = principal.trust() == TrustLevel.DISCOVERY;
        return shared || connections.countOf(principal.key()) < kernel.limit(Limit.CONNECTIONS_PER_TOKEN);
    }

    private void warnOfLeak(Principal principal) {
        principal.home().flatMap(sessions.registry()::find).ifPresent(session -> {
            String who = principal.name().map(name -> "of '" + name + "' ").orElse("");
            sessions.feed()
                    .warn(session, "a web page presented the token " + who + "and was turned away: it has leaked");
        });
    }

    /** Turns a peer away; from now on nothing it sends counts, and a moment later it is told and closed. */
    public void reject(Connection connection, String text) {
        failures.count(connection.origin());
        kernel.timers().cancel(connection.stateTimer());
        connection.transition(new GatewayState.Disconnected(CloseCode.AUTH_FAILED));
        long delay = kernel.limits().nanos(Limit.AUTH_FAILURE_DELAY);
        long at = kernel.now() + delay + kernel.entropy().jitter(delay);
        connection.setStateTimer(kernel.timers().at(at, () -> {
            tell(connection, ErrorCode.AUTH_FAILED, text);
            kernel.effects().close(connection.id(), CloseCode.AUTH_FAILED, text);
        }));
    }

    private void tell(Connection connection, ErrorCode code, String text) {
        ErrorMessage.About about = new ErrorMessage.About(Optional.of("auth"), Optional.empty(), Correlation.NONE);
        kernel.effects().send(connection.id(), new ErrorMessage(code, text, about));
    }
}
