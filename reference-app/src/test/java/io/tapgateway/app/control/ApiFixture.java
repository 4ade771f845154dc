package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.agents.AgentContacts;
import io.tapgateway.app.agents.AgentWindows;
import io.tapgateway.app.control.action.AgentHookActions;
import io.tapgateway.app.control.action.AgentTokenActions;
import io.tapgateway.app.control.action.CheckpointActions;
import io.tapgateway.app.control.action.ConnectActions;
import io.tapgateway.app.control.action.ExtensionActions;
import io.tapgateway.app.control.action.GatewayActions;
import io.tapgateway.app.control.action.HookActions;
import io.tapgateway.app.control.action.McpServerActions;
import io.tapgateway.app.control.action.PairingActions;
import io.tapgateway.app.control.action.PersonActions;
import io.tapgateway.app.control.action.ProgramActions;
import io.tapgateway.app.control.action.QuestionActions;
import io.tapgateway.app.control.action.SessionActions;
import io.tapgateway.app.control.action.TokenActions;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ConsoleSeats;
import io.tapgateway.app.control.event.ScriptedPage;
import io.tapgateway.app.control.event.ServerSentEvent;
import io.tapgateway.app.control.observer.ObserverActions;
import io.tapgateway.app.control.observer.Vitals;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.project.ProjectEmitters;
import io.tapgateway.app.project.ProjectPrograms;
import io.tapgateway.app.session.Absence;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.workspace.SessionWorkspaces;
import io.tapgateway.mcp.protocol.SessionIds;
import io.tapgateway.mcp.session.FaceSettings;
import io.tapgateway.mcp.session.HttpFaces;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.JsonPattern;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.ScriptedPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The actions of the control port over a real gateway under virtual time, without HTTP. Confined to the test's thread.
 */
final class ApiFixture {
    /** One of them is another than it is by default. */
    private static final Limits LIMITS = Limits.standard().with(Limit.AUTHENTICATED_CONNECTIONS, 201);

    final ManualClock clock = ManualClock.create();
    final Gateway gateway = Gateway.builder()
            .limits(LIMITS)
            .clock(clock)
            .executor(Runnable::run)
            .build();
    final AppSessions sessions = new AppSessions(gateway, clock::nanos);

    /** Of no session: nobody tells it of one. */
    private final SessionMcpServers mcpServers = new SessionMcpServers(
            gateway,
            new AppSessions(gateway, () -> 0),
            new HomeDirectory(Path.of("none"), Path.of("none")),
            "1.2.3",
            clock::nanos);

    final ProjectPrograms programs = new ProjectPrograms(
            sessions,
            new ProjectEmitters(gateway, sessions, false),
            mcpServers,
            gateway.tokens(),
            new HomeDirectory(Path.of("none"), Path.of("none")),
            "ws://127.0.0.1:1/",
            clock::nanos);

    final SessionExtensions extensions;

    private final AgentWindows windows =
            new AgentWindows(sessions, clock, (session, event, answer) -> {}, session -> {});

    private final AgentContacts contacts = new AgentContacts(Instant::now);

    final ConsoleSeats seats = new ConsoleSeats(sessions, new SecureRandom(), clock::nanos);

    /** What those who listen are told of who comes and goes. */
    final List<ServerSentEvent> news = new ArrayList<>();

    /** What requests show as the key of a page. */
    Optional<String> personKey = Optional.empty();

    private final HomeDirectory home;

    final SessionWorkspaces workspaces;

    final Routes routes;

    private static final Vitals VITALS = new Vitals(
            4711,
            "1.2.3",
            "2026-01-01T00:00:00Z",
            new Vitals.Way("./tapgateway", Path.of("/home/ada/.tapgateway"), true),
            new Vitals.Terms(PairingPolicy.standard(), Absence.WAIT, true, false));

    private static final HttpFaces NO_AGENTS =
            new HttpFaces(FaceSettings.standard("1.2.3"), new byte[SessionIds.KEY_BYTES], (info, host) -> {
                throw new IOException("no agent asks");
            });

    ApiFixture() {
        this(Path.of("none"));
    }

    /** @param home where what is kept for sessions is, if a test needs it */
    ApiFixture(Path home) {
        this.home = new HomeDirectory(home, home);
        extensions = new SessionExtensions(gateway, sessions, this.home, clock::nanos);
        workspaces = new SessionWorkspaces(gateway, this.home);
        routes = routes();
        sessions.open(NewSession.of("main", "Main session", Optional.of(Path.of("/code/main"))));
    }

    private Routes routes() {
        Routes.Builder builder = Routes.builder();
        new SessionActions(sessions, seats, clock::nanos).addTo(builder);
        new HookActions(sessions, seats).addTo(builder);
        new QuestionActions(sessions, seats, clock::nanos).addTo(builder);
        new AgentHookActions(windows, contacts, Secret.of("proof")).addTo(builder);
        new ConnectActions(sessions, home, contacts).addTo(builder);
        new TokenActions(sessions, gateway.tokens()).addTo(builder);
        new AgentTokenActions(PortFixture.agentTokens(), NO_AGENTS).addTo(builder);
        new McpServerActions(mcpServers, seats).addTo(builder);
        new ProgramActions(sessions, programs, seats).addTo(builder);
        new ExtensionActions(sessions, extensions, seats).addTo(builder);
        new CheckpointActions(sessions, workspaces, seats).addTo(builder);
        new PersonActions(sessions, seats).addTo(builder);
        new PairingActions(gateway.pairing()).addTo(builder);
        new GatewayActions(gateway, VITALS).addTo(builder);
        new ObserverActions(gateway, sessions, VITALS, () -> 3, news::add, clock::wall).addTo(builder);
        return builder.build();
    }

    /** From now on a person in front of a browser asks. */
    void becomePerson() {
        String key = "a".repeat(64);
        ScriptedPage page = new ScriptedPage();
        seats.sit(key, page);
        seats.confirm(page.code());
        personKey = Optional.of(key);
    }

    /** A request whose answer comes when it comes. */
    CompletionStage<ApiReply> ask(String method, String pathAndQuery, String body) {
        return ask(method, pathAndQuery, List.of(), body);
    }

    /** The same with headers that say which trace it is part of. */
    CompletionStage<ApiReply> ask(String method, String pathAndQuery, List<String> traceParents, String body) {
        String[] parts = pathAndQuery.split("\\?", 2);
        List<String> segments = List.of(parts[0].substring(1).split("/", -1));
        Map<String, String> query =
                parts.length < 2 ? Map.of() : Map.of(parts[1].split("=", 2)[0], parts[1].split("=", 2)[1]);
        try {
            return routes.answer(
                    new ApiRequest(
                            method,
                            segments,
                            Map.of(),
                            query,
                            traceParents,
                            Optional.of("" + ProcessHandle.current().pid()),
                            personKey.isPresent(),
                            personKey,
                            body,
                            Optional.empty()),
                    false);
        } catch (ApiProblem e) {
            return CompletableFuture.completedFuture(e.toReply());
        }
    }

    /** What is answered with no JSON. */
    String text(String path) {
        ApiReply reply = ask("GET", path, "").toCompletableFuture().join();
        assertThat(reply.status()).isEqualTo(200);
        return reply.body();
    }

    /** A request that must be answered at once, with that status. */
    JsonValue answer(int status, String method, String pathAndQuery, String body) {
        CompletableFuture<ApiReply> reply = ask(method, pathAndQuery, body).toCompletableFuture();
        assertThat(reply).isCompleted();
        assertThat(reply.join().status()).as(reply.join().body()).isEqualTo(status);
        String json = reply.join().body();
        return status == ApiReply.NO_CONTENT && json.isEmpty() ? JsonValue.EMPTY_OBJECT : parsed(json);
    }

    JsonValue get(String pathAndQuery) {
        return answer(200, "GET", pathAndQuery, "");
    }

    /** An internal provider bound to a session, which has said and been told the usual at the start. */
    ScriptedPeer provider(String session, String hello) {
        return ScriptedPeer.connect(gateway.providerPort(), new Peer.InProcess(new SessionId(session)), new Captures())
                .receives("{'type':'sessions','*':'*'}".replace('\'', '"'))
                .sends(hello.replace('\'', '"'))
                .receives("{'type':'hello.ack','*':'*'}".replace('\'', '"'))
                .receives("{'type':'session.lifecycle','*':'*'}".replace('\'', '"'));
    }

    /** Lets the batched news of changed tools through. */
    void settle() {
        clock.advance(Duration.ofSeconds(1));
    }

    static void assertLooksLike(JsonValue actual, String pattern) {
        assertThat(JsonPattern.parse(pattern.replace('\'', '"')).mismatch(actual, new Captures()))
                .as(actual.json())
                .isEmpty();
    }

    static JsonValue parsed(String json) {
        try {
            return JsonValue.parse(json);
        } catch (MalformedJson e) {
            throw new AssertionError(json, e);
        }
    }
}
