package io.tapgateway.mcp.protocol.oauth;

import io.tapgateway.mcp.protocol.http.Challenge;
import io.tapgateway.mcp.protocol.http.ServerAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where documents about tokens are. Stateless. */
public final class WellKnown {
    private static final String RESOURCE = "/.well-known/oauth-protected-resource";
    private static final String OAUTH = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    private WellKnown() {}

    /**
     * Where a server may say who gives out tokens for it (RFC 9728), the likeliest first: always at its own origin.
     */
    public static List<URI> ofServer(URI server, Challenge challenge) {
        Set<URI> places = new LinkedHashSet<>();
        challenge
                .metadata()
                .map(it -> resolved(server, it))
                .filter(it -> isSameOrigin(server, it))
                .ifPresent(places::add);
        if (!path(server).isEmpty()) {
            places.add(at(server, RESOURCE + path(server)));
        }
        places.add(at(server, RESOURCE));
        return List.copyOf(places);
    }

    /** Where somebody who gives out tokens may say how that goes (RFC 8414), the likeliest first. */
    public static List<URI> ofIssuer(URI issuer) {
        String path = path(issuer);
        List<URI> places = new ArrayList<>(List.of(at(issuer, OAUTH + path), at(issuer, OPENID + path)));
        if (!path.isEmpty()) {
            places.add(at(issuer, path + OPENID));
        }
        return places;
    }

    private static boolean isSameOrigin(URI server, URI place) {
        return place.getHost() != null && ServerAddress.origin(place).equals(ServerAddress.origin(server));
    }

    private static URI resolved(URI server, String place) {
        try {
            return server.resolve(place);
        } catch (IllegalArgumentException e) {
            return URI.create("none:none");
        }
    }

    private static String path(URI of) {
        String path = of.getRawPath() == null ? "" : of.getRawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static URI at(URI origin, String path) {
        return URI.create(origin.getScheme() + "://" + origin.getRawAuthority() + path);
    }
}
