package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.mcp.protocol.ClientProfile;
import io.tapgateway.mcp.protocol.Elicitation;
import io.tapgateway.mcp.provider.Elicited;
import io.tapgateway.mcp.provider.GivenSecrets;
import io.tapgateway.mcp.provider.McpServer;
import io.tapgateway.mcp.provider.McpServerHost;
import io.tapgateway.mcp.provider.McpServerSpec;
import io.tapgateway.mcp.provider.PinStore;
import io.tapgateway.mcp.provider.ProgramWire;
import io.tapgateway.mcp.provider.ServerWire;
import io.tapgateway.mcp.provider.ToolChoice;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.InteractiveProcess;
import io.tapgateway.programs.ProgramEnvironment;
import io.tapgateway.programs.ProgramLog;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.codec.ToolContentReader;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.SessionUser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** {@link SuiteFixture} in sessions of a gateway, by a provider of ours or by an MCP server. Thread-safe. */
public final class SuiteProviders implements AutoCloseable {
    private final SystemProgramThread thread = new SystemProgramThread("servers", System::nanoTime);
    private final Queue<McpServer> servers = new ConcurrentLinkedQueue<>();
    private final Path directory;
    private final List<String> program;

    public SuiteProviders(Path directory) {
        this(
                directory,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SuiteServer.class.getName()));
    }

    /** @param program what is started as a server */
    public SuiteProviders(Path directory, List<String> program) {
        this.directory = directory;
        this.program = List.copyOf(program);
    }

    /** Attaches a provider of ours. */
    public void attachOurs(Gateway gateway, SessionInfo session, SessionUser user) {
        ProviderBuilder provider = Provider.named("suite")
                .onUse(OfferingUse.READ_RESOURCE, use -> SuiteFixture.read(use.stringArg(OfferingUse.URI)))
                .onUse(
                        OfferingUse.GET_PROMPT,
                        use -> SuiteFixture.get(
                                use.stringArg(OfferingUse.NAME),
                                use.args()
                                        .get(OfferingUse.ARGUMENTS)
                                        .map(JsonValue::members)
                                        .orElse(Map.of())))
                .onUse(OfferingUse.COMPLETE, use -> SuiteFixture.completion());
        SuiteFixture.tools().forEach(it -> provider.tool(new Tool(definition(it), call -> call(name(it), call))));
        BoundProvider bound = LocalProviderTransport.attach(gateway, session.id(), provider.build());
        var unused = bound.whenBound()
                .thenRun(() -> bound.offer(new Offerings(
                        SuiteFixture.resources(), SuiteFixture.templates(), SuiteFixture.prompts(), true, false)));
    }

    private static Object call(String tool, ToolInvocation call) {
        return ToolContentReader.read(SuiteFixture.call(tool, done -> call.progress(done + " of 100"), call::progress));
    }

    private static ToolDefinition definition(JsonValue tool) {
        return ToolDefinition.of(
                name(tool), "For the suite", tool.get("inputSchema").orElseThrow());
    }

    private static String name(JsonValue tool) {
        return tool.get("name").flatMap(JsonReader.TEXT::tryRead).orElseThrow();
    }

    /** Starts a server for a session. */
    public void startServer(Gateway gateway, SessionInfo session, SessionUser user) {
        McpServerSpec spec =
                new McpServerSpec(new ProviderName("suite"), Optional.empty(), false, ToolChoice.ALL, false);
        servers.add(McpServer.start(spec, new Host(gateway, session, user)));
    }

    @Override
    public void close() {
        servers.forEach(McpServer::close);
        thread.closeOnce(() -> servers.stream().noneMatch(McpServer::isRunning));
    }

    /** What one server gets. */
    private final class Host implements McpServerHost {
        private final Gateway gateway;
        private final SessionInfo session;
        private final SessionUser user;

        private Host(Gateway gateway, SessionInfo session, SessionUser user) {
            this.gateway = gateway;
            this.session = session;
            this.user = user;
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
            Command command = new Command(program, directory, Map.of());
            return new ProgramWire(
                    "suite",
                    InteractiveProcess.start(
                            "suite",
                            command,
                            ProgramEnvironment.of(System.getenv(), command),
                            ProgramLog.open(directory.resolve("suite.log"))),
                    GivenSecrets.of(command.environment().values()));
        }

        @Override
        public BoundProvider attach(Provider provider) {
            return LocalProviderTransport.to(gateway)
                    .executor(Runnable::run)
                    .trust(TrustLevel.PROJECT)
                    .attach(session.id(), provider);
        }

        @Override
        public Elicited ask(Elicitation what) {
            return ServerWish.ask(user, new ProviderName("suite"), what);
        }

        @Override
        public PinStore pins() {
            return new McpPinFile(
                    new HomeDirectory(directory, directory),
                    McpEntry.read("suite", JsonValue.of(Map.of("command", "x"))),
                    Optional.empty());
        }

        @Override
        public void tell(String sentence) {
            System.err.println(sentence);
        }
    }
}
