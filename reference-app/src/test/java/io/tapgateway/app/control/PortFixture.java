package io.tapgateway.app.control;

import io.tapgateway.app.agents.AgentContacts;
import io.tapgateway.app.agents.AgentTokens;
import io.tapgateway.app.agents.AgentWindows;
import io.tapgateway.app.agents.HookKeys;
import io.tapgateway.app.agents.HostSessions;
import io.tapgateway.app.agents.SessionsHere;
import io.tapgateway.app.console.ConsoleOrigin;
import io.tapgateway.app.console.SignIn;
import io.tapgateway.app.control.observer.Vitals;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.project.ProjectEmitters;
import io.tapgateway.app.project.ProjectPrograms;
import io.tapgateway.app.session.Absence;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.workspace.SessionWorkspaces;
import io.tapgateway.mcp.protocol.SessionIds;
import io.tapgateway.mcp.session.FaceSettings;
import io.tapgateway.mcp.session.HttpFaces;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.thread.SystemClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.function.LongSupplier;

/** A control port that listens, and somebody who asks over HTTP. Confined to the test's thread. */
final class PortFixture implements AutoCloseable {
    final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    final Gateway gateway = Gateway.builder().build();
    final AppSessions sessions = new AppSessions(gateway, () -> 0);
    final SignIn signIn = new SignIn(new SecureRandom(), System::nanoTime);
    final ConsoleOrigin console = ConsoleOrigin.fresh(new SecureRandom());
    private final SessionMcpServers mcpServers = new SessionMcpServers(
            gateway, sessions, new HomeDirectory(Path.of("none"), Path.of("none")), "1.2.3", System::nanoTime);
    private final ProjectPrograms programs = new ProjectPrograms(
            sessions,
            new ProjectEmitters(gateway, sessions, false),
            mcpServers,
            gateway.tokens(),
            new HomeDirectory(Path.of("none"), Path.of("none")),
            "ws://127.0.0.1:1/",
            System::nanoTime);
    final AgentWindows windows =
            new AgentWindows(sessions, SystemClock.named("hooks"), (session, event, answer) -> {}, session -> {});
    final AgentContacts contacts = new AgentContacts(Instant::now);
    final AgentTokens agents;
    private final HttpFaces faces;
    private final ControlPort port;

    PortFixture() throws IOException {
        this(System::nanoTime);
    }

    /** With another clock for how long connections last. */
    PortFixture(LongSupplier nanos) throws IOException {
        this(nanos, agentTokens());
    }

    /** With the tokens of a home. */
    PortFixture(LongSupplier nanos, AgentTokens agents) throws IOException {
        this.agents = agents;
        this.faces = new HttpFaces(
                FaceSettings.standard("1.2.3"),
                new byte[SessionIds.KEY_BYTES],
                new SessionsHere(sessions, new AgentContacts(Instant::now)));
        port = ControlPort.listen(
                0,
                new ControlPort.Settings(
                        gateway,
                        sessions,
                        programs,
                        mcpServers,
                        new SessionExtensions(
                                gateway,
                                sessions,
                                new HomeDirectory(Path.of("none"), Path.of("none")),
                                System::nanoTime),
                        new SessionWorkspaces(gateway, new HomeDirectory(Path.of("none"), Path.of("none"))),
                        windows,
                        contacts,
                        new HostSessions(sessions, windows, contacts, false),
                        faces,
                        new HomeDirectory(Path.of("none"), Path.of("none")),
                        new ControlPort.Keys(
                                Secret.of("owner-secret"),
                                new LinkProof(new byte[LinkProof.BYTES]),
                                new HookKeys(Secret.of("hook-secret"), Secret.of("proof")),
                                agents,
                                signIn,
                                console),
                        new Vitals(
                                1,
                                "1.2.3",
                                "now",
                                new Vitals.Way("tapgateway", Path.of("none"), false),
                                new Vitals.Terms(PairingPolicy.standard(), Absence.DENY, false, false)),
                        nanos));
    }

    /** None, of a home that there is not. */
    static AgentTokens agentTokens() {
        try {
            return AgentTokens.in(new HomeDirectory(Path.of("none"), Path.of("none")));
        } catch (Problem e) {
            throw new AssertionError(e);
        }
    }

    int port() {
        return port.port();
    }

    /** What is sent has no credentials. */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/" + path));
    }

    /** What is sent goes to the console, as browsers send it. */
    HttpRequest.Builder toConsole(String path) {
        return request(path).header("Host", console.host(port()));
    }

    /** What is sent comes from the owner. */
    HttpRequest.Builder fromOwner(String path) {
        return request(path).header("Authorization", "Bearer owner-secret");
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Ends what listens, not the gateway. */
    void closePort() {
        faces.close();
        port.close();
        programs.close();
    }

    @Override
    public void close() {
        closePort();
        gateway.closeNow();
    }
}
