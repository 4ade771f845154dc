import com.sun.management.OperatingSystemMXBean;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * A server of the official SDK over HTTP, on Jetty, with one tool. The arguments are the command of a server on
 * standard streams, whose tool of the same name is called then; without any, the tool answers by itself. It says where
 * it listens and with which token, if it took any, and answers each line with the nanoseconds of processor time that it
 * has used.
 */
public final class SdkHttpServer {
    private static final String PATH = "/mcp";
    private static final Map<String, Object> TEXT =
            Map.of("type", "object", "properties", Map.of("text", Map.of("type", "string")), "required", List.of("text"));

    private SdkHttpServer() {}

    public static void main(String[] arguments) throws Exception {
        Function<CallToolRequest, CallToolResult> tool = arguments.length == 0
                ? call -> CallToolResult.builder().addTextContent("done").build()
                : client(arguments)::callTool;
        HttpServletStreamableServerTransportProvider http = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint(PATH)
                .build();
        var unused = McpServer.sync(http)
                .serverInfo("sdk-http-server", "1")
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(true).build())
                // No thread more for a tool that does not block, or whose thread has nothing else to do.
                .immediateExecution(true)
                .tools(new SyncToolSpecification(
                        McpSchema.Tool.builder("echo", TEXT).description("Echoes").build(),
                        (exchange, call) -> tool.apply(call)))
                .build();
        System.out.println("listening http://127.0.0.1:" + listen(http) + PATH + " none");
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        while (lines.readLine() != null) {
            System.out.println(system.getProcessCpuTime());
        }
        System.exit(0);
    }

    private static McpSyncClient client(String[] command) {
        ServerParameters parameters = ServerParameters.builder(command[0])
                .args(List.of(command).subList(1, command.length))
                .build();
        McpSyncClient client = McpClient.sync(
                        new StdioClientTransport(parameters, McpJsonDefaults.getMapper()))
                .build();
        client.initialize();
        return client;
    }

    private static int listen(HttpServletStreamableServerTransportProvider http) throws Exception {
        Server jetty = new Server();
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder holder = new ServletHolder(http);
        holder.setAsyncSupported(true);
        context.addServlet(holder, PATH);
        jetty.setHandler(context);
        jetty.start();
        return connector.getLocalPort();
    }
}
