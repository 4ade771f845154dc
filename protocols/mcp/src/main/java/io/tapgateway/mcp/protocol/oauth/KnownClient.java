package io.tapgateway.mcp.protocol.oauth;

import java.net.URI;
import java.util.Optional;

/**
 * What the gateway is known as to somebody who gives out tokens before it has introduced itself, by the words of its
 * user. Immutable; {@code toString} has no secret in it.
 *
 * @param id given by hand, or the address of a document that says who the client is
 * @param secret that belongs to an id which was given by hand
 */
public record KnownClient(String id, Optional<String> secret) {
    /**
     * The client that it is there; empty if it has to introduce itself, since nobody there reads what its id is the
     * address of.
     */
    public Optional<OauthClient> at(AuthorizationServer server) {
        if (isPortable()) {
            return server.readsDocuments() ? Optional.of(OauthClient.of(id)) : Optional.empty();
        }
        String method = secret.isPresent() ? server.methodOfSecret() : OauthClient.NONE;
        return Optional.of(new OauthClient(id, secret.filter(it -> !method.equals(OauthClient.NONE)), method));
    }

    /**
     * Whether it is the same client wherever tokens are given out, since its id is an address with https and a path,
     * where a document says who it is. Any other id is known where it was given.
     */
    public boolean isPortable() {
        try {
            URI address = URI.create(id);
            return "https".equalsIgnoreCase(address.getScheme())
                    && address.getHost() != null
                    && address.getUserInfo() == null
                    && address.getRawFragment() == null
                    && address.getRawPath().length() > 1;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
