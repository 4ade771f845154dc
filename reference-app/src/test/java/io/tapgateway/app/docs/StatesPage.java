package io.tapgateway.app.docs;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.connection.Legality;
import io.tapgateway.protocol.connection.ProviderState;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The page of all state machines: diagrams drawn from their {@code to…} methods, and which message is legal when. */
final class StatesPage {
    static final String PATH = "docs/protocol/states.md";
    static final String COMMAND = "mvn -pl reference-app -am test -Dtest=StatesPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dtapgateway.regenerate=true";

    private static final ProviderId PROVIDER = new ProviderId("p-1");
    private static final SessionId SESSION = new SessionId("abc");

    private StatesPage() {}

    static String markdown() {
        return """
                <!-- Generated from the code; do not edit. To write it anew: %s -->

                # States

                """.formatted(COMMAND) + String.join("\n", connection(), provider(), others());
    }

    private static String connection() {
        GatewayState awaitAuth = GatewayState.awaitAuth();
        GatewayState awaitConsent = awaitAuth.toAwaitConsent();
        GatewayState awaitHello = awaitAuth.toAwaitHello();
        GatewayState bound = awaitHello.toBound(PROVIDER);
        GatewayState unbound = bound.toUnregistered();
        List<GatewayState> states = List.of(
                awaitAuth,
                awaitConsent,
                awaitConsent.toAwaitPairing(),
                awaitHello,
                awaitHello.toRegistering(),
                bound,
                unbound,
                unbound.toRegistering(),
                bound.toDisconnected());
        return """
                ## A connection, seen from the gateway

                In AwaitConsent the embedder is asked whether the provider may pair. In Registering and Rebinding a `hello` waits for the
                provider's directory, or for a sign of life of the connection that holds its identity. If that connection gives one and
                still holds the identity, the `hello` is refused at once; otherwise it is checked anew. These three states are the
                gateway's own. What the gateway reports of a connection, to administration and in errors, calls them AwaitAuth,
                AwaitHello and Unbound.

                A repeated `hello` that passes its first checks ends the old binding: the connection is Unbound, and Bound again if
                nothing else speaks against the new binding. Unless the `hello` has to wait, that is one step: nothing else is handled in
                between. Listeners of `GatewayEvents` are told of both, `UNBOUND` and then `BOUND`.

                %s
                What a provider may send:

                %s
                *legal*: processed. *waits*: kept until the `hello` is decided, and judged then. *ignored*: without effect or reply; a
                late answer, or anything that arrives after the end. *refused*: `UNKNOWN_TYPE`, the connection stays. *fatal*:
                `AUTH_FAILED`, the connection ends. Types that only gateways send are answered like unknown ones, except for `error`,
                which is never answered.
                """.formatted(
                        StateDiagram.of(GatewayState.class).markdown(),
                        table(states, true, (state, type) -> word(state.judge(type))));
    }

    private static String provider() {
        ProviderState authenticating = ProviderState.authenticating();
        ProviderState choosing = authenticating.toListed(List.of());
        ProviderState registering = choosing.toRegistering(SESSION);
        List<ProviderState> states = List.of(
                authenticating,
                authenticating.toPairing(),
                choosing,
                registering,
                registering.toBound(new HelloAck(PROVIDER, SESSION, "token", 1, Optional.empty())),
                registering.toClosed());
        return """
                ## A connection, seen from the provider

                %s
                A provider in the gateway's own process begins in Registering, since `hello` is its first message. In Choosing,
                Registering and Bound a new list of sessions leaves the state as it is, with that list in it, unless the session that the
                provider is bound to is missing: then it is Choosing again.

                What a gateway is expected to send; anything else is ignored, never answered:

                %s""".formatted(
                        StateDiagram.of(ProviderState.class).markdown(),
                        table(states, false, (state, type) -> state.expects(type) ? "expected" : "–"));
    }

    private static String others() {
        return String.join(
                "\n",
                section(
                        "A provider in Java, over all its connections in one session",
                        "io.tapgateway.provider.connection.ProviderLife$Stage"),
                section("A tool call, in the gateway", "io.tapgateway.runtime.core.state.CallStage") + """

                        Asked lasts no longer than a step. A call is Intercepted while interceptors are asked: at first, and again if there are some
                        that were not asked when it would go on. If the session has rules, a call is Gated while they are asked, also if no gate has to
                        be; without rules it is not. Queued leads to Queued when the rules have changed and are asked once more, when they have let it pass,
                        when the call is given to another instance, and when it has waited for as long as it may but gates have yet to answer.
                        Sent leads to Sent with the provider's first report of progress, from which on these are counted.
                        """,
                section("A tool call, at a provider in Java", "io.tapgateway.provider.connection.RunningCall$Stage"),
                section("A socket of the provider port", "io.tapgateway.transport.ws.WebSocketConnection$Stage"),
                section("A host link, at either end", "io.tapgateway.link.LinkStates$LinkState"),
                section(
                        "A connection of a host link, seen from the host",
                        "io.tapgateway.link.HostGreetings$HostGreeting"),
                section(
                        "A connection of a host link, seen from the gateway",
                        "io.tapgateway.link.GatewayGreetings$GatewayGreeting"),
                section(
                        "A gateway in another process, seen from its host",
                        "io.tapgateway.link.RemoteGatewayStates$RemoteGatewayState"),
                section(
                        "A session of a gateway in another process, seen from its host",
                        "io.tapgateway.link.RemoteSessionStates$RemoteSessionState"),
                section("An extension of zot, over all its programs", "io.tapgateway.zot.ExtensionLife") + """

                        Registered waits for those that were loaded with it. In Failing its program cannot go on and has yet to end. Over is what people
                        see as ended, failed, given up or unapproved; Aborting, Leaving and Gone follow when it is stopped.
                        """,
                section("One program of such an extension, by what it says", "io.tapgateway.zot.RunStage"),
                section("An MCP server of a session, over all its runs", "io.tapgateway.mcp.provider.ServerLife") + """

                        Unbegun lasts no longer than a step, and people see it as waiting. Restarting is what they saw before, and ends with the
                        program or the connection; so does Leaving, which they see as ended, like Gone.
                        """,
                section("One run of such a server", "io.tapgateway.mcp.provider.ServerStage") + """

                        In Attached a provider that speaks for it waits for its session, in Bound its tools do. Ready leads to Ready with other tools.
                        """,
                section("A program that a session's file names", "io.tapgateway.app.project.ProgramLife"));
    }

    private static String section(String title, String family) {
        return "## " + title + "\n\n" + StateDiagram.of(family).markdown();
    }

    private static <S> String table(List<S> states, boolean fromProvider, BiFunction<S, MessageType, String> cell) {
        String head = states.stream()
                .map(state -> " " + state.getClass().getSimpleName() + " |")
                .collect(Collectors.joining("", "| |", "\n|---|" + "---|".repeat(states.size()) + "\n"));
        return Arrays.stream(MessageType.values())
                .filter(type -> type.fromProvider() == fromProvider)
                .map(type -> states.stream()
                        .map(state -> " " + cell.apply(state, type) + " |")
                        .collect(Collectors.joining("", "| `" + type.wireName() + "` |", "\n")))
                .collect(Collectors.joining("", head, ""));
    }

    private static String word(Legality legality) {
        return switch (legality) {
            case LEGAL -> "**legal**";
            case WAITS -> "waits";
            case IGNORED -> "ignored";
            case REFUSED -> "refused";
            case FATAL -> "fatal";
        };
    }
}
