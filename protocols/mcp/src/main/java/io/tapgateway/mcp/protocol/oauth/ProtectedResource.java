package io.tapgateway.mcp.protocol.oauth;

import io.tapgateway.mcp.protocol.http.ServerAddress;
import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.net.URI;
import java.util.List;

/**
 * What a server says of tokens for it (RFC 9728). Immutable.
 *
 * @param resource what a token is asked for
 * @param issuers who gives them out
 * @param scope what they can be good for
 */
public record ProtectedResource(URI resource, List<URI> issuers, TokenScope scope) {
    public ProtectedResource {
        issuers = List.copyOf(issuers);
    }

    /** A server that says nothing gives out its tokens itself, as servers of 2025-03-26 do. */
    public static ProtectedResource silent(URI server) {
        return new ProtectedResource(server, List.of(URI.create(ServerAddress.origin(server))), TokenScope.UNNAMED);
    }

    /**
     * Reads what it says.
     *
     * @throws OauthFault if it is not about this server, or names nobody
     */
    public static ProtectedResource read(JsonValue document, URI server) throws OauthFault {
        try {
            JsonObject in = JsonObject.of(document);
            URI resource = AuthorizationServer.address(in.required("resource", JsonReader.TEXT));
            boolean isIts = ServerAddress.origin(resource).equals(ServerAddress.origin(server))
                    && path(server).startsWith(path(resource));
            if (!isIts) {
                throw new OauthFault("what it says about tokens is about another server");
            }
            List<URI> issuers = in.list("authorization_servers", JsonReader.TEXT).stream()
                    .map(URI::create)
                    .toList();
            if (issuers.isEmpty()) {
                throw new OauthFault("it does not say who gives out tokens for it");
            }
            return new ProtectedResource(
                    resource, issuers, TokenScope.of(in.list("scopes_supported", JsonReader.TEXT)));
        } catch (IllegalArgumentException e) {
            throw new OauthFault("what it says about tokens cannot be read");
        }
    }

    /** Whether it takes tokens of that issuer. */
    public boolean trusts(String issuer) {
        return issuers.stream().anyMatch(it -> AuthorizationServer.isSame(it.toString(), issuer));
    }

    private static String path(URI of) {
        String path = of.getPath() == null ? "" : of.getPath();
        return path.endsWith("/") ? path : path + "/";
    }
}
