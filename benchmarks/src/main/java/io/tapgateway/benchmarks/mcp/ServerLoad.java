package io.tapgateway.benchmarks.mcp;

import io.tapgateway.benchmarks.load.EchoProcess;
import io.tapgateway.benchmarks.load.QuietLibraries;
import io.tapgateway.benchmarks.load.Turns;
import io.tapgateway.mcp.protocol.ClientProfile;
import io.tapgateway.mcp.provider.McpServer;
import io.tapgateway.mcp.provider.McpServerHost;
import io.tapgateway.mcp.provider.McpServerSpec;
import io.tapgateway.mcp.provider.PinStore;
import io.tapgateway.mcp.provider.ProgramWire;
import io.tapgateway.mcp.provider.ServerWire;
import io.tapgateway.mcp.provider.ToolChoice;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** What a call costs whose tool is an MCP server's: the command line. */
@CommandLine.Command(
        name = "mcp",
        mixinStandardHelpOptions = true,
        description = {
            "Measures calls of a tool of an MCP server, and echoes of the same messages by the same program, in turn.",
            "One question at a time."
        })
final class ServerLoad implements Callable<Integer> {
    private static final int BYTES = 150;

    /** How many echoes a call may cost. */
    private static final double MOST = 1.5;

    @Mixin
    private final Turns turns = new Turns();

    public static void main(String[] args) {
        QuietLibraries.hush();
        System.exit(new CommandLine(new ServerLoad()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        SystemProgramThread thread = new SystemProgramThread("servers", System::nanoTime);
        try (Gateway gateway = Gateway.builder().executor(Runnable::run).build();
                EchoProcess echo = new EchoProcess(EchoProcess.program(EchoServer.class))) {
            GatewaySession session = gateway.openSession(
                    SessionInfo.of("load", "Load", Path.of("").toAbsolutePath()), SessionHost.ignoringEverything());
            McpServerSpec spec =
                    new McpServerSpec(new ProviderName("server"), Optional.empty(), false, ToolChoice.ALL, false);
            try (McpServer server = McpServer.start(spec, new Host(gateway, session, thread))) {
                while (session.tool(EchoServer.TOOL).isEmpty()) {
                    Thread.onSpinWait();
                }
                JsonValue args = JsonValue.of(Map.of("text", "x".repeat(BYTES)));
                String message =
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                                + "\"arguments\":" + args.json() + ",\"_meta\":{\"progressToken\":1}}}";
                double ratio = turns.take(() -> call(session, args), () -> echo.ask(message));
                System.out.printf("at most %.2f: %s%n", MOST, ratio <= MOST ? "met" : "missed");
                System.out.println(server.view().state().label() + " to the end");
            }
            return 0;
        }
    }

    private static void call(GatewaySession session, JsonValue args) {
        if (!session.callTool(EchoServer.TOOL, args)
                .toCompletableFuture()
                .join()
                .ok()) {
            throw new IllegalStateException("a call failed");
        }
    }

    private record Host(Gateway gateway, GatewaySession session, SystemProgramThread own)
            implements McpServerHost, PinStore {
        @Override
        public ProgramThread thread() {
            return own;
        }

        @Override
        public ClientProfile client() {
            return new ClientProfile("load", "Load", "1", Optional.empty());
        }

        @Override
        public ServerWire start() throws IOException {
            return new ProgramWire("server", EchoProcess.program(EchoServer.class));
        }

        @Override
        public BoundProvider attach(Provider provider) {
            return LocalProviderTransport.to(gateway)
                    .executor(Runnable::run)
                    .trust(TrustLevel.PROJECT)
                    .attach(session.info().id(), provider);
        }

        @Override
        public PinStore pins() {
            return this;
        }

        @Override
        public Optional<Map<String, JsonValue>> load() {
            return Optional.empty();
        }

        @Override
        public void save(Map<String, JsonValue> definitions) {}

        @Override
        public void tell(String sentence) {
            System.err.println(sentence);
        }
    }
}
