package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.mcp.protocol.ClientProfile;
import io.tapgateway.mcp.protocol.Elicitation;
import io.tapgateway.mcp.provider.Elicited;
import io.tapgateway.mcp.provider.McpServer;
import io.tapgateway.mcp.provider.McpServerHost;
import io.tapgateway.mcp.provider.McpServerView;
import io.tapgateway.mcp.provider.PinStore;
import io.tapgateway.mcp.provider.ServerWire;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.SessionUser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What the conformance suite of MCP starts as a client: a gateway with one session, and the server of the suite as a
 * provider of it. Logs in where the server wants it, and uses each tool once. Confined to its main thread.
 */
final class McpConformanceClient implements McpServerHost {
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private final SystemProgramThread thread = new SystemProgramThread("servers", System::nanoTime);
    private final Gateway gateway = Gateway.builder().build();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("s", "Conformance", Path.of("/")), new RecordingHost());
    private final HomeDirectory home;
    private final McpEntry entry;
    private final McpHttp http;
    private final CountDownLatch loginWanted = new CountDownLatch(1);

    private boolean loggedIn;

    private McpConformanceClient(Path directory, String url) {
        home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
        entry = McpEntry.read("suite", JsonValue.of(Map.of("url", url)));
        http = new McpHttp(home, thread);
    }

    /**
     * Plays one scenario of the suite.
     *
     * @param arguments the address of the server comes last
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("conformance");
        boolean served = new McpConformanceClient(directory, arguments[arguments.length - 1]).run();
        System.exit(served ? 0 : 1);
    }

    private boolean run() throws Exception {
        McpServer server = McpServer.start(entry.spec(), this);
        boolean ready = awaitReady(server);
        if (!ready && loginWanted.getCount() == 0) {
            login();
            loggedIn = true;
            server.restart();
            ready = awaitReady(server);
        }
        if (ready) {
            for (RegisteredTool tool : session.tools()) {
                var outcome = session.startCall(
                                tool.name().toString(), JsonValue.of(Map.of("a", 5, "b", 3)), CallOptions.NONE)
                        .outcome()
                        .toCompletableFuture()
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                System.err.println(tool.name() + ": " + outcome);
            }
        }
        server.close();
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        while (server.view().state() != McpServerView.State.ENDED && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return ready;
    }

    private boolean awaitReady(McpServer server) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            if (server.view().state() == McpServerView.State.READY) {
                return true;
            }
            boolean wanted = loginWanted.await(50, TimeUnit.MILLISECONDS);
            if (wanted && !loggedIn && server.view().state() == McpServerView.State.WAITING) {
                return false;
            }
        }
        return false;
    }

    private void login() throws Problem, InterruptedException {
        new McpLogin(home, System::nanoTime).run(entry, Optional.empty(), McpConformanceClient::agree);
    }

    /** A person who always agrees, and a browser that follows. */
    private static void agree(URI link) {
        var unused = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()
                .sendAsync(HttpRequest.newBuilder(link).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public ProgramThread thread() {
        return thread;
    }

    @Override
    public ClientProfile client() {
        return new ClientProfile("tapgateway", "Tap Gateway", "1", Optional.empty());
    }

    @Override
    public ServerWire start() throws IOException {
        try {
            return http.open(entry, McpVariables.in(home), loginWanted::countDown);
        } catch (Problem e) {
            throw new IOException(e.sentence(), e);
        }
    }

    @Override
    public BoundProvider attach(Provider provider) {
        return LocalProviderTransport.to(gateway)
                .executor(Runnable::run)
                .trust(TrustLevel.PROJECT)
                .attach(session.info().id(), provider);
    }

    /** A person who agrees to whatever is preset. */
    @Override
    public Elicited ask(Elicitation what) {
        return ServerWish.ask(person(), entry.key(), what);
    }

    private static SessionUser person() {
        SessionUser user = SessionUser.create(System::nanoTime);
        AgreeingSurface.attachTo(user);
        return user;
    }

    @Override
    public PinStore pins() {
        return new McpPinFile(home, entry, Optional.empty());
    }

    @Override
    public void tell(String sentence) {
        System.err.println(sentence);
    }
}
