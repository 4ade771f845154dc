package io.tapgateway.app.control;

import io.tapgateway.app.agents.AgentTokens;
import io.tapgateway.app.console.ConsoleOrigin;
import io.tapgateway.app.console.SignIn;
import io.tapgateway.app.control.action.AgentHookActions;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.runtime.Secret;
import io.tapgateway.transport.ws.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/**
 * Decides who may use the control port: a program that knows the owner token, or an agent that knows its own and wants
 * MCP, under the names of this machine; or a browser in which the owner has signed in, on a page of the console, under
 * the console's own name. None gets anything in another's place (T-53). The order of the questions never depends on
 * whether a secret is right (T-01, T-02, T-10). Immutable.
 */
final class ControlGuard {
    /** The header in which the page shows its half of a {@link io.tapgateway.app.console.Visit}. */
    static final String PASS = "tap-console";

    private static final String BEARER = "bearer ";

    private final byte[] ownerToken;
    private final byte[] hookToken;
    private final AgentTokens agents;
    private final SignIn signIn;
    private final ConsoleOrigin console;

    ControlGuard(Secret ownerToken, Secret hookToken, AgentTokens agents, SignIn signIn, ConsoleOrigin console) {
        this.ownerToken = ownerToken.reveal().getBytes(StandardCharsets.UTF_8);
        this.hookToken = hookToken.reveal().getBytes(StandardCharsets.UTF_8);
        this.agents = agents;
        this.signIn = signIn;
        this.console = console;
    }

    /** Whether the head of a request shows that the owner makes it. */
    boolean knows(RequestHead head, int port) {
        return refusalOfPlace(head, port).isEmpty()
                && refusalOfPerson(head, port).isEmpty();
    }

    /** Whether a request goes to the console, as those of its pages do. */
    boolean isForConsole(RequestHead head, int port) {
        return head.single("host").filter(console.host(port)::equalsIgnoreCase).isPresent();
    }

    /**
     * Judges where a request comes from and goes to.
     *
     * @param port where it came in
     * @return why it is refused
     */
    Optional<ApiProblem> refusalOfPlace(RequestHead head, int port) {
        boolean forConsole = isForConsole(head, port);
        String host = head.single("host").orElse("");
        if (!forConsole && ConsoleOrigin.mayHaveBeen(host, port)) {
            return Optional.of(
                    ApiProblem.unauthorized(
                            "The gateway has been started anew, and its console is at another address; 'tapgateway console' prints a link."));
        }
        if (!forConsole && !head.isForLoopback(port)) {
            return Optional.of(
                    ApiProblem.forbidden(
                            "The Host of the request is not this gateway's control port; use the address that 'tapgateway status' prints."));
        }
        List<String> own = forConsole ? List.of(console.at(port)) : List.of();
        if (head.has("origin") && !head.values("origin").equals(own)) {
            return Optional.of(ApiProblem.forbidden(
                    "Pages of other sites have no access to the control port; use a program, or the console."));
        }
        return Optional.empty();
    }

    /**
     * Judges whose a request is that comes from the right place.
     *
     * @return why it is refused
     */
    Optional<ApiProblem> refusalOfPerson(RequestHead head, int port) {
        if (isForConsole(head, port)) {
            boolean fromPage = head.method().equals("GET") || head.has("origin");
            return signIn.admits(
                                    console.cookie(head.values("cookie"), port),
                                    head.single(PASS).orElse(""))
                            && fromPage
                    ? Optional.empty()
                    : Optional.of(ApiProblem.unauthorized(
                            "This browser is not signed in to this gateway; 'tapgateway console' prints a link."));
        }
        if (McpDoor.isAt(head.target())) {
            return ownerOf(head).isPresent() ? Optional.empty() : Optional.of(noAgent());
        }
        byte[] expected = head.target().startsWith(AgentHookActions.HOOKS) ? hookToken : ownerToken;
        return head.single("authorization").filter(it -> shows(it, expected)).isPresent()
                ? Optional.empty()
                : Optional.of(
                        ApiProblem.unauthorized(
                                "The control port needs the owner token: Authorization: Bearer <content of owner.token>. For a browser, 'tapgateway console' prints a link."));
    }

    /**
     * Judges whose request to MCP it is that comes from the right place.
     *
     * @throws ApiProblem if it is nobody's
     */
    String owner(RequestHead head) throws ApiProblem {
        return ownerOf(head).orElseThrow(ControlGuard::noAgent);
    }

    private static ApiProblem noAgent() {
        return ApiProblem.unauthorized(
                "MCP needs an agent's token: Authorization: Bearer <what 'tapgateway token --agent NAME --show' prints>.");
    }

    private Optional<String> ownerOf(RequestHead head) {
        Optional<String> authorization = head.single("authorization");
        boolean isOwner = authorization.filter(it -> shows(it, ownerToken)).isPresent();
        Optional<String> agent = authorization.flatMap(ControlGuard::bearer).flatMap(agents::owner);
        return isOwner ? Optional.of(AgentTokens.OWNER) : agent;
    }

    private static boolean shows(String authorization, byte[] token) {
        return bearer(authorization)
                .filter(it -> MessageDigest.isEqual(token, it.getBytes(StandardCharsets.UTF_8)))
                .isPresent();
    }

    private static Optional<String> bearer(String authorization) {
        return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? Optional.of(authorization.substring(BEARER.length()).strip())
                : Optional.empty();
    }
}
