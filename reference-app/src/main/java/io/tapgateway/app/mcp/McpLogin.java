package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.mcp.protocol.oauth.AuthorizationServer;
import io.tapgateway.mcp.protocol.oauth.KnownClient;
import io.tapgateway.mcp.protocol.oauth.LoginRequest;
import io.tapgateway.mcp.protocol.oauth.OauthClient;
import io.tapgateway.mcp.protocol.oauth.OauthFault;
import io.tapgateway.mcp.protocol.oauth.ServerToken;
import io.tapgateway.mcp.provider.AddressClient;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The login of a person at a server, in a browser (M-071). Confined to one thread, which waits. */
public final class McpLogin {
    /** How long somebody may take to log in. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int SECRET_BYTES = 32;

    /** Shows a link to the person. */
    public interface Shown {
        /** Called once, before the browser is waited for. */
        void show(URI link) throws Problem, InterruptedException;
    }

    private final HomeDirectory home;
    private final LongSupplier nanos;
    private final SecureRandom random = new SecureRandom();

    /** @param nanos monotonic time */
    public McpLogin(HomeDirectory home, LongSupplier nanos) {
        this.home = home;
        this.nanos = nanos;
    }

    /**
     * Logs in, and keeps the token.
     *
     * @param clientId as what the gateway is known there; empty for what the server's entry says, or else if it
     *     introduces itself
     * @param shown gets the link that the person opens
     * @throws Problem if nobody has logged in
     */
    public void run(McpEntry entry, Optional<String> clientId, Shown shown) throws Problem, InterruptedException {
        URI server = server(home, entry);
        Optional<KnownClient> known = known(entry, clientId);
        McpAuthorization authorization = new McpAuthorization(
                HttpClient.newBuilder().connectTimeout(AddressClient.CONNECT).build(), Clock.systemUTC());
        try (BrowserReturn back = new BrowserReturn(entry.oauth().callbackPort(), nanos)) {
            LoginRequest login = request(entry, server, known, authorization, back.address());
            shown.show(login.link());
            String query = back.await(PATIENCE, login::isMine)
                    .orElseThrow(
                            () -> new OauthFault("nobody has logged in within " + PATIENCE.toMinutes() + " minutes"));
            McpTokens.in(home).replace(authorization.exchange(login, login.code(query)), server);
            McpScopes.in(home).remove(server);
        } catch (OauthFault e) {
            throw refused(entry, e.getMessage());
        } catch (BindException e) {
            throw refused(entry, "the port of this machine that its 'callbackPort' names is taken");
        } catch (IOException e) {
            throw refused(entry, "it cannot be reached, or who gives out tokens for it cannot");
        }
    }

    private static Problem refused(McpEntry entry, @Nullable String why) {
        return new Problem("You cannot be logged in at the MCP server '" + entry.key() + "': " + why + ".");
    }

    private Optional<KnownClient> known(McpEntry entry, Optional<String> clientId) throws Problem {
        try {
            return clientId.isPresent()
                    ? clientId.map(it -> new KnownClient(it, Optional.empty()))
                    : entry.oauth().client(McpVariables.in(home));
        } catch (IOException e) {
            throw refused(entry, e.getMessage());
        }
    }

    private LoginRequest request(
            McpEntry entry, URI server, Optional<KnownClient> known, McpAuthorization authorization, URI back)
            throws OauthFault, IOException, InterruptedException, Problem {
        Optional<ServerToken> before = McpTokens.in(home).find(server);
        TokenScope wanted = McpScopes.in(home).find(server);
        McpAuthorization.Place place = authorization.find(server, wanted);
        Optional<ServerToken> same = before.filter(it -> place.server().isCalled(it.issuer()));
        if (before.isPresent() && same.isEmpty()) {
            requireOther(known, before.get(), place.server());
        }
        // What the present token is good for stays: servers name what a request lacks, and no more.
        TokenScope scope = same.map(ServerToken::scope)
                .orElse(TokenScope.UNNAMED)
                .and(
                        entry.oauth().scope().isUnnamed()
                                ? place.scope()
                                : entry.oauth().scope().and(wanted));
        Optional<OauthClient> client = known.flatMap(it -> it.at(place.server()));
        return new LoginRequest(
                place.server(),
                client.isPresent() ? client.get() : authorization.register(place, back, scope),
                back,
                place.resource().resource(),
                scope,
                secret(),
                secret());
    }

    /** A client that somebody has been given by one issuer is nobody to another, which is not to hear of it. */
    private static void requireOther(Optional<KnownClient> known, ServerToken before, AuthorizationServer now)
            throws OauthFault {
        boolean isOfBefore = known.filter(it -> !it.isPortable())
                .filter(it -> it.id().equals(before.client().id()))
                .isPresent();
        if (isOfBefore) {
            throw new OauthFault("tokens for it are given out by " + now.issuer() + " now, and the client id is one of "
                    + before.issuer() + "; see whether that is right, and get another one there, or log out first");
        }
    }

    /** Forgets the tokens for a server, and what it has wanted of them; false if there were none. */
    public static boolean forget(HomeDirectory home, McpEntry entry) throws Problem {
        URI server = server(home, entry);
        McpScopes.in(home).remove(server);
        return McpTokens.in(home).remove(server);
    }

    /**
     * Where a server is, with the values of its variables.
     *
     * @throws Problem if it is nowhere
     */
    public static URI server(HomeDirectory home, McpEntry entry) throws Problem {
        if (!entry.isAtAddress()) {
            throw new Problem("The MCP server '" + entry.key() + "' is a program, where nobody logs in.");
        }
        try {
            return McpHttp.address(McpVariables.in(home).in(entry.url())).uri();
        } catch (IOException e) {
            throw new Problem("The MCP server '" + entry.key() + "' cannot be found: " + e.getMessage() + ".");
        }
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
