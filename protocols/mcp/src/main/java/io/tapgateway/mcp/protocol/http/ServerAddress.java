package io.tapgateway.mcp.protocol.http;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a server is. Immutable.
 *
 * @param uri absolute, with the scheme {@code http} or {@code https}
 */
public record ServerAddress(URI uri) {
    /** @throws IllegalArgumentException if nobody can be spoken with there; the message is for people */
    public ServerAddress {
        if (uri.getHost() == null || !(isScheme(uri, "http") || isScheme(uri, "https"))) {
            throw new IllegalArgumentException("must be an address with http:// or https://");
        }
        if (uri.getUserInfo() != null) {
            throw new IllegalArgumentException("must have no user and no password; write them into a header");
        }
    }

    private static boolean isScheme(URI uri, String scheme) {
        return scheme.equalsIgnoreCase(uri.getScheme());
    }

    /** What that means which a server says of a place: empty if it is at another origin, or none at all. */
    Optional<URI> sameOrigin(URI base, String place) {
        try {
            URI target = base.resolve(place);
            return target.getHost() != null
                            && target.getUserInfo() == null
                            && origin(target).equals(origin(uri))
                    ? Optional.of(target)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Scheme, host and port; the same text for the same origin. */
    public static String origin(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT) + ":" + port;
    }
}
