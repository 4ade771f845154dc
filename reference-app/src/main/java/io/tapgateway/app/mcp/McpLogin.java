package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.mcp.protocol.oauth.LoginRequest;
import io.tapgateway.mcp.protocol.oauth.OauthClient;
import io.tapgateway.mcp.protocol.oauth.OauthFault;
import io.tapgateway.mcp.provider.AddressClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.function.LongSupplier;

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
     * @param clientId as what the gateway is known there; empty if it introduces itself
     * @param shown gets the link that the person opens
     * @throws Problem if nobody has logged in
     */
    public void run(McpEntry entry, Optional<String> clientId, Shown shown) throws Problem, InterruptedException {
        URI server = server(home, entry);
        McpAuthorization authorization = new McpAuthorization(
                HttpClient.newBuilder().connectTimeout(AddressClient.CONNECT).build(), Clock.systemUTC());
        try (BrowserReturn back = new BrowserReturn(nanos)) {
            McpAuthorization.Place place = authorization.find(server);
            OauthClient client = clientId.isPresent()
                    ? OauthClient.of(clientId.get())
                    : authorization.register(place, back.address());
            LoginRequest login = new LoginRequest(
                    place.server(),
                    client,
                    back.address(),
                    place.resource().resource(),
                    place.scope(),
                    secret(),
                    secret());
            shown.show(login.link());
            String query = back.await(PATIENCE, login::isMine)
                    .orElseThrow(
                            () -> new OauthFault("nobody has logged in within " + PATIENCE.toMinutes() + " minutes"));
            McpTokens.in(home).save(authorization.exchange(login, login.code(query)));
        } catch (OauthFault e) {
            throw new Problem(
                    "You cannot be logged in at the MCP server '" + entry.key() + "': " + e.getMessage() + ".");
        } catch (IOException e) {
            throw new Problem("You cannot be logged in at the MCP server '" + entry.key()
                    + "': it cannot be reached, or who gives out tokens for it cannot.");
        }
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
