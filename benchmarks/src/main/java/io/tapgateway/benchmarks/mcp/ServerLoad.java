package io.tapgateway.benchmarks.mcp;

import io.tapgateway.benchmarks.load.AnsweredCall;
import io.tapgateway.benchmarks.load.EchoProcess;
import io.tapgateway.benchmarks.load.Turns;
import io.tapgateway.mcp.protocol.ClientProfile;
import io.tapgateway.mcp.provider.GivenSecrets;
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

/**
 * What a call costs whose tool is an MCP server's, from {@code callTool} to the outcome, beside an echo of the same
 * messages by the same program. Stateless.
 */
final class ServerLoad {
    /** How many echoes a call may cost. */
    private static final double MOST = 1.5;

    private ServerLoad() {}

    static void take(Turns turns) throws Exception {
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
                JsonValue args = JsonValue.parse(McpLoad.ARGUMENTS);
                String message = EchoServer.call(1, ",\"_meta\":{\"progressToken\":1}");
                turns.compare(
                        Turns.Named.p50(
                                "call of a server's tool", () -> AnsweredCall.of(session, EchoServer.TOOL, args)),
                        Turns.Named.p50("echo of the server", () -> echo.ask(message)),
                        MOST);
                System.out.println(server.view().state().label() + " to the end");
            }
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
            return new ProgramWire("server", EchoProcess.program(EchoServer.class), GivenSecrets.NONE);
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
