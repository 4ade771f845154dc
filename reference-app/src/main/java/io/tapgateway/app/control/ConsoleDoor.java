package io.tapgateway.app.control;

import io.tapgateway.app.console.ConsoleFile;
import io.tapgateway.app.console.ConsoleFiles;
import io.tapgateway.app.console.SignIn;
import io.tapgateway.app.console.Visit;
import java.util.Optional;
import java.util.Set;

/**
 * What the control port answers to browsers before they are signed in: the files of the console, which have no secrets,
 * and the signing in. The page can run nothing but these files and talk to nobody but this port. Immutable.
 */
final class ConsoleDoor {
    /** Where those who are signed in end that. */
    static final String SIGN_OUT = "/api/sign-out";

    private static final String ENTER = "/api/sign-in";
    private static final String CHALLENGE = "/api/sign-in/challenge";
    private static final String RETURN = "/api/sign-in/return";

    /** What whoever is not signed in may send. */
    static final Set<String> OPEN = Set.of(ENTER, CHALLENGE, RETURN);

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types 'none'";

    private final ConsoleFiles files;
    private final SignIn signIn;

    ConsoleDoor(ConsoleFiles files, SignIn signIn) {
        this.files = files;
        this.signIn = signIn;
    }

    /** Whether anybody may ask that who comes from the right place. */
    boolean isOpenFor(String method, String path) {
        return method.equals("GET") ? files.at(path).isPresent() : method.equals("POST") && OPEN.contains(path);
    }

    ApiReply answer(ApiRequest request, String path, ControlGuard.Credentials who, int port) throws ApiProblem {
        if (request.method().equals("GET")) {
            return file(files.at(path).orElseThrow());
        }
        if (who.origin().isEmpty()) {
            throw ApiProblem.forbidden("Only the console's own page signs in; programs show the owner token.");
        }
        if (path.equals(CHALLENGE)) {
            return ApiReply.ok(out -> out.text("challenge", signIn.newChallenge()));
        }
        Optional<Visit> visit = path.equals(ENTER)
                ? signIn.enter(request.requiredText("code"), request.text("key"))
                : signIn.comeBack(proof(request), who.origin().get(0));
        return welcome(visit, port);
    }

    /** Forgets the browser, and takes its cookie away. */
    ApiReply signOut(ControlGuard.Credentials who, int port) {
        who.cookie(port).ifPresent(signIn::leave);
        return ApiReply.noContent().with("Set-Cookie", cookie(port, "") + "; Max-Age=0");
    }

    private static SignIn.Proof proof(ApiRequest request) throws ApiProblem {
        return new SignIn.Proof(
                request.requiredText("key"), request.requiredText("challenge"), request.requiredText("signature"));
    }

    private static ApiReply welcome(Optional<Visit> visit, int port) throws ApiProblem {
        if (visit.isEmpty()) {
            throw ApiProblem.unauthorized(
                    "The link has been used or has expired, or this browser is not known; 'tapgateway console' prints a new link.");
        }
        return ApiReply.ok(out -> out.text("pass", visit.get().pass().reveal()))
                .with("Set-Cookie", cookie(port, visit.get().cookie().reveal()));
    }

    private static String cookie(int port, String value) {
        return ControlGuard.cookieName(port) + "=" + value + "; Path=/api; HttpOnly; SameSite=Strict";
    }

    private static ApiReply file(ConsoleFile file) {
        return new ApiReply(200, file.content())
                .with("Content-Type", file.type())
                .with("Content-Security-Policy", POLICY)
                .with("X-Frame-Options", "DENY")
                .with("Referrer-Policy", "no-referrer")
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("Cross-Origin-Resource-Policy", "same-origin");
    }
}
