package io.tapgateway.app.control;

import io.tapgateway.runtime.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides who may use the control port: whoever knows the owner token, from a program or from a page of this very port.
 * The order of the questions never depends on whether the token is right (T-01, T-02, T-10). Immutable.
 */
final class ControlGuard {
    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String BEARER = "bearer ";

    private final byte[] ownerToken;

    ControlGuard(Secret ownerToken) {
        this.ownerToken = ownerToken.reveal().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The credentials of a request: all values of the three headers.
     */
    record Credentials(List<String> host, List<String> origin, List<String> authorization) {}

    /**
     * Judges a request.
     *
     * @param port where it came in
     * @return why it is refused
     */
    Optional<ApiProblem> refusal(Credentials request, int port) {
        if (request.host().size() != 1 || !isOurs(request.host().get(0), port)) {
            return Optional.of(ApiProblem.forbidden("The Host of the request is not this gateway's control port."));
        }
        if (!request.origin().isEmpty() && !isSameOrigin(request)) {
            return Optional.of(ApiProblem.forbidden("Pages of other sites have no access to the control port."));
        }
        if (request.authorization().size() != 1
                || !isOwner(request.authorization().get(0))) {
            return Optional.of(ApiProblem.unauthorized(
                    "The control port needs the owner token: Authorization: Bearer <content of owner.token>."));
        }
        return Optional.empty();
    }

    private static boolean isOurs(String host, int port) {
        String suffix = ":" + port;
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.endsWith(suffix) && HOSTS.contains(lower.substring(0, lower.length() - suffix.length()));
    }

    private static boolean isSameOrigin(Credentials request) {
        return request.origin().size() == 1
                && request.origin()
                        .get(0)
                        .equals("http://" + request.host().get(0).toLowerCase(Locale.ROOT));
    }

    private boolean isOwner(String authorization) {
        if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return false;
        }
        byte[] offered = authorization.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(ownerToken, offered);
    }
}
