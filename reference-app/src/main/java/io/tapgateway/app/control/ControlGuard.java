package io.tapgateway.app.control;

import io.tapgateway.app.console.SignIn;
import io.tapgateway.runtime.Secret;
import io.tapgateway.transport.ws.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides who may use the control port: a program that knows the owner token, or a browser in which the owner has
 * signed in, on a page of this very port. The order of the questions never depends on whether a secret is right (T-01,
 * T-02, T-10). Immutable.
 */
final class ControlGuard {
    /** The header in which the page shows its half of a {@link io.tapgateway.app.console.Visit}. */
    static final String PASS = "Tap-Console";

    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String BEARER = "bearer ";

    private final byte[] ownerToken;
    private final SignIn signIn;

    ControlGuard(Secret ownerToken, SignIn signIn) {
        this.ownerToken = ownerToken.reveal().getBytes(StandardCharsets.UTF_8);
        this.signIn = signIn;
    }

    /** The credentials of a request: all values of the headers. */
    record Credentials(
            List<String> host,
            List<String> origin,
            List<String> authorization,
            List<String> cookie,
            List<String> pass) {
        /** The cookie of the console at a port; a machine has one jar of cookies for all of its ports. */
        Optional<String> cookie(int port) {
            String name = cookieName(port) + "=";
            return cookie.stream()
                    .flatMap(header -> Stream.of(header.split(";", -1)))
                    .map(String::strip)
                    .filter(pair -> pair.startsWith(name))
                    .map(pair -> pair.substring(name.length()))
                    .findFirst();
        }
    }

    static String cookieName(int port) {
        return "tapgateway-" + port;
    }

    /** Whether the head of a request shows that the owner makes it. */
    boolean knows(RequestHead head, int port) {
        Credentials shown = new Credentials(
                head.values("host"),
                head.values("origin"),
                head.values("authorization"),
                head.values("cookie"),
                head.values(PASS.toLowerCase(Locale.ROOT)));
        return refusalOfPlace(shown, port).isEmpty()
                && refusalOfPerson(shown, head.method(), port).isEmpty();
    }

    /**
     * Judges where a request comes from and goes to.
     *
     * @param port where it came in
     * @return why it is refused
     */
    Optional<ApiProblem> refusalOfPlace(Credentials request, int port) {
        if (request.host().size() != 1 || !isOurs(request.host().get(0), port)) {
            return Optional.of(
                    ApiProblem.forbidden(
                            "The Host of the request is not this gateway's control port; use the address that 'tapgateway status' prints."));
        }
        if (!request.origin().isEmpty() && !isSameOrigin(request)) {
            return Optional.of(ApiProblem.forbidden(
                    "Pages of other sites have no access to the control port; use a program, or the console."));
        }
        return Optional.empty();
    }

    /**
     * Judges whose a request is.
     *
     * @return why it is refused
     */
    Optional<ApiProblem> refusalOfPerson(Credentials request, String method, int port) {
        if (request.authorization().isEmpty() && request.pass().size() == 1) {
            boolean fromPage = method.equals("GET") || !request.origin().isEmpty();
            String cookie = request.cookie(port).orElse("");
            return signIn.admits(cookie, request.pass().get(0)) && fromPage
                    ? Optional.empty()
                    : Optional.of(ApiProblem.unauthorized(
                            "This browser is not signed in to this gateway; 'tapgateway console' prints a link."));
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
