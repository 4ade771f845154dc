package io.tapgateway.app.control;

import io.tapgateway.app.console.ConsoleFile;
import io.tapgateway.app.console.ConsoleFiles;
import io.tapgateway.app.console.ConsoleOrigin;
import io.tapgateway.app.console.SignIn;
import io.tapgateway.app.console.Visit;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.transport.ws.http.RequestHead;
import java.util.List;
import java.util.Optional;

/**
 * What the console is answered beside the actions: its files, which have no secrets, and the signing in and out. The
 * page can run nothing but these files and talk to nobody but this port. Immutable.
 */
final class ConsoleDoor {
    /** Where those who are signed in end that. */
    static final String SIGN_OUT = "/api/sign-out";

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types 'none'";

    /** Where the page finds its pass. */
    private static final String NO_PASS = "<meta name=\"pass\" content=\"\" />";

    /** What no navigation has that a user begins: they are of workers, and of browsers that look ahead. */
    private static final List<String> FOREIGN_TO_NAVIGATIONS =
            List.of("service-worker", "service-worker-navigation-preload", "sec-purpose", "purpose", "x-moz");

    private final ConsoleFiles files;
    private final SignIn signIn;
    private final ConsoleOrigin origin;

    ConsoleDoor(ConsoleFiles files, SignIn signIn, ConsoleOrigin origin) {
        this.files = files;
        this.signIn = signIn;
        this.origin = origin;
    }

    /** Whether anybody may ask that who comes to the console. */
    boolean isOpenFor(String method, String path) {
        return method.equals("GET")
                && (path.equals(ConsoleOrigin.SIGN_IN) || files.at(path).isPresent());
    }

    ApiReply answer(ApiRequest request, RequestHead head, int port) throws ApiProblem {
        return head.target().equals(ConsoleOrigin.SIGN_IN)
                ? enter(request, head, port)
                : file(files.at(head.target()).orElseThrow(), 200);
    }

    /**
     * Answers a browser that is signed in.
     *
     * @return empty if an action does that
     * @throws ApiProblem if it wants what no browser gets
     */
    Optional<ApiReply> answerKnown(ApiRequest request, RequestHead head, int port) throws ApiProblem {
        requireNoPerson(request);
        boolean leaves = head.method().equals("POST") && head.target().equals(SIGN_OUT);
        return leaves ? Optional.of(signOut(head, port)) : Optional.empty();
    }

    /** Forgets the browser, and takes its cookie away. */
    private ApiReply signOut(RequestHead head, int port) {
        signIn.leave(origin.cookie(head.values("cookie"), port));
        return ApiReply.noContent().with("Set-Cookie", origin.setCookie("", port) + "; Max-Age=0");
    }

    /**
     * Refuses what takes a person, as long as no browser can show that one sits there: whoever gets hold of a page must
     * not have the user's account as well (T-53).
     */
    private static void requireNoPerson(ApiRequest request) throws ApiProblem {
        boolean posts = request.method().equals("POST");
        String last = request.segments().get(request.segments().size() - 1);
        if (posts && last.equals("programs")) {
            throw ApiProblem.forbidden("The console starts no programs; 'tapgateway run --config FILE' does.");
        }
        if (posts && last.equals("spawn-tokens")) {
            throw ApiProblem.forbidden("The console lets no programs in; 'tapgateway spawn' does.");
        }
        if (posts && last.equals("agent-tokens")) {
            throw ApiProblem.forbidden("The console lets no agents in; 'tapgateway token --agent NAME' does.");
        }
        if (posts && last.equals("sessions") && request.text("cwd").isPresent()) {
            throw ApiProblem.forbidden(
                    "The console opens no directories; 'tapgateway run --session' does, and so do programs.");
        }
    }

    /** A worker can make no request whose destination is a document, even where it passes on one that was. */
    private ApiReply enter(ApiRequest request, RequestHead head, int port) throws ApiProblem {
        boolean navigates = head.single("sec-fetch-dest").equals(Optional.of("document"))
                && head.single("sec-fetch-mode").equals(Optional.of("navigate"))
                && FOREIGN_TO_NAVIGATIONS.stream().noneMatch(head::has);
        if (!navigates) {
            throw ApiProblem.forbidden("Only a browser that the user sends to a link is signed in by it.");
        }
        String code = request.query().getOrDefault("code", "");
        Optional<Visit> visit = signIn.enter(code, origin.cookie(head.values("cookie"), port));
        ConsoleFile page = files.at(ConsoleFiles.PAGE).orElseThrow();
        return visit.isEmpty() ? file(page, 401) : welcome(page, visit.get(), port);
    }

    /** Where the gateway is the first to serve pages, there is nothing to clear; elsewhere there may be a worker. */
    private ApiReply welcome(ConsoleFile page, Visit visit, int port) {
        String withPass = page.content()
                .replace(NO_PASS, NO_PASS.replace("\"\"", '"' + visit.pass().reveal() + '"'));
        return file(new ConsoleFile(page.type(), withPass), 200)
                .with("Set-Cookie", origin.setCookie(visit.cookie().reveal(), port))
                .with("Clear-Site-Data", "\"storage\"");
    }

    private static ApiReply file(ConsoleFile file, int status) {
        return new ApiReply(status, file.content())
                .with("Content-Type", file.type())
                .with("Content-Security-Policy", POLICY)
                .with("X-Frame-Options", "DENY")
                .with("Referrer-Policy", "no-referrer")
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("Cross-Origin-Resource-Policy", "same-origin");
    }
}
