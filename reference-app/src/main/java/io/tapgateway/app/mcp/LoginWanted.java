package io.tapgateway.app.mcp;

import io.tapgateway.mcp.protocol.http.Challenge;
import io.tapgateway.mcp.protocol.oauth.ServerToken;
import io.tapgateway.protocol.model.ProviderName;
import java.util.Optional;

/**
 * Nothing but a login of its user helps with a server (M-071). Immutable; {@code toString} has no secret in it.
 *
 * @param refused the token that was not good enough; empty if there was none
 * @param challenge what the server has said to that
 */
record LoginWanted(Optional<ServerToken> refused, Challenge challenge) {
    /** Whether another login helps: one was asked for all that is missing, if that has a name, and did not get it. */
    boolean isOfUse() {
        return !challenge.wantsMore()
                || challenge.scope().isUnnamed()
                || refused.filter(it -> it.scope().includes(challenge.scope())).isEmpty();
    }

    /** What the server wants and what to do about it, for people: the rest of a sentence about the server. */
    String wish(ProviderName server) {
        if (!challenge.wantsMore()) {
            return "wants you to log in: " + command(server);
        }
        String login = "wants a login that is good for "
                + (challenge.scope().isUnnamed()
                        ? "more"
                        : "'" + challenge.scope().text() + "'");
        return isOfUse()
                ? login + ": " + command(server)
                : login + ", as yours should be; whoever runs it may know why it is not";
    }

    private static String command(ProviderName server) {
        return "tapgateway mcp-server login " + server;
    }
}
