package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.core.state.Session;
import java.util.Optional;

/** Decides whether a token lets a peer in (D-038 – D-045, D-054, D-057). Confined to the loop. */
public final class Authenticator {
    /** One text for tokens that never were, are no more, or belong elsewhere: nobody learns which (T-10). */
    private static final String NOT_ACCEPTED =
            "the token was not accepted; of a paired provider that means: token expired: pair again";

    private final Kernel kernel;
    private final ConnectionTable connections;
    private final Tokens tokens;
    private final Rejections rejections;
    private final SessionRegistry sessions;
    private final HostFeed feed;

    public Authenticator(
            Kernel kernel,
            ConnectionTable connections,
            Tokens tokens,
            Rejections rejections,
            SessionRegistry sessions,
            HostFeed feed) {
        this.kernel = kernel;
        this.connections = connections;
        this.tokens = tokens;
        this.rejections = rejections;
        this.sessions = sessions;
        this.feed = feed;
    }

    /** What a token stands for; empty if the peer was or will be turned away. */
    public Optional<Credential> authenticate(Connection connection, Auth.Credential.Token token) {
        Optional<Credential> credential = tokens.find(token.value()).filter(it -> isUsableBy(it, connection));
        if (credential.isEmpty()) {
            rejections.wrong(connection, MessageType.AUTH, NOT_ACCEPTED);
        }
        return credential;
    }

    /** Counts a connection as authenticated; false if there are too many and the peer was turned away. */
    public boolean seat(Connection connection, MessageType message) {
        boolean seated = connections.authenticate(connection);
        if (!seated) {
            rejections.postpone(connection, message, "all provider connections of this gateway are in use");
        }
        return seated;
    }

    /**
     * Whether this connection may use the credential. If it is presented by a web page that it was not issued for, it
     * has leaked, and the sessions concerned are warned (T-01). All but the discovery token have a limit of connections
     * (D-042).
     */
    private boolean isUsableBy(Credential credential, Connection connection) {
        Principal principal = credential.principal();
        if (!credential.belongsTo(connection)) {
            if (!credential.isPaired()) {
                warnOfLeak(principal);
            }
            return false;
        }
        boolean shared = principal.trust() == TrustLevel.DISCOVERY;
        return shared || connections.countOf(principal.key()) < kernel.limit(Limit.CONNECTIONS_PER_TOKEN);
    }

    private void warnOfLeak(Principal principal) {
        String whose = principal.name().map(name -> "of '" + name + "' ").orElse("of this machine's programs ");
        String text = "a web page presented the token " + whose + "and was turned away: it has leaked";
        for (Session session : sessions.all()) {
            boolean concerned = principal.home().isPresent()
                    ? principal.home().equals(Optional.of(session.id()))
                    : session.info().discoverable();
            if (concerned) {
                feed.warn(session, text);
            }
        }
    }
}
