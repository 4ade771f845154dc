import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;

/** A server of the official SDK on standard streams. */
public final class SdkServer {
    private static final Map<String, Object> TEXT =
            Map.of("type", "object", "properties", Map.of("text", Map.of("type", "string")), "required", List.of("text"));

    private SdkServer() {}

    public static void main(String[] arguments) {
        var unused = McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("sdk-server", "1")
                .capabilities(McpSchema.ServerCapabilities.builder()
                        .tools(true)
                        .resources(false, false)
                        .prompts(false)
                        .build())
                .tools(
                        new SyncToolSpecification(
                                tool("echo", "Says the same"),
                                (exchange, call) -> result("" + call.arguments().get("text"), false)),
                        new SyncToolSpecification(
                                tool("fail", "Does nothing right"), (exchange, call) -> result("It went wrong.", true)))
                .resources(new SyncResourceSpecification(
                        McpSchema.Resource.builder("peers://readme", "readme").build(),
                        (exchange, read) -> content(read.uri())))
                .resourceTemplates(new SyncResourceTemplateSpecification(
                        McpSchema.ResourceTemplate.builder("peers://items/{id}", "items").build(),
                        (exchange, read) -> content(read.uri())))
                .prompts(new SyncPromptSpecification(
                        McpSchema.Prompt.builder("greeting").build(),
                        (exchange, get) -> new McpSchema.GetPromptResult(
                                "Greets",
                                List.of(new McpSchema.PromptMessage(
                                        McpSchema.Role.USER, new McpSchema.TextContent("Greet them."))))))
                .build();
    }

    private static McpSchema.Tool tool(String name, String description) {
        return McpSchema.Tool.builder(name, TEXT).description(description).build();
    }

    private static McpSchema.CallToolResult result(String text, boolean failed) {
        return McpSchema.CallToolResult.builder().addTextContent(text).isError(failed).build();
    }

    private static McpSchema.ReadResourceResult content(String uri) {
        return new McpSchema.ReadResourceResult(
                List.of(new McpSchema.TextResourceContents(uri, "text/plain", "The content of " + uri)));
    }
}
