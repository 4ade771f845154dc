import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.service.tool.ToolExecutionResult;
import java.util.Map;

/** An agent that is made with LangChain4j: prints what it finds at an address. */
public final class LangChain4jClient {
    private LangChain4jClient() {}

    public static void main(String[] arguments) throws Exception {
        try (McpClient client = DefaultMcpClient.builder()
                .transport(StreamableHttpMcpTransport.builder().url(arguments[0]).build())
                .autoHealthCheck(false)
                .build()) {
            client.listTools().stream().map(it -> it.name()).sorted().forEach(it -> print("tool", it));
            print("called", call(client, "echo", "Hello").resultText());
            print("failed", failure(client));
            client.listResources().forEach(it -> print("resource", it.uri()));
            client.listResourceTemplates().forEach(it -> print("template", it.uriTemplate()));
            print("read", client.readResource("peers://readme").contents().get(0));
            client.listPrompts().forEach(it -> print("prompt", it.name()));
            print("got", client.getPrompt("greeting", Map.of()).messages().get(0).content());
        }
        System.exit(0);
    }

    /** What is said of a call that has failed. */
    private static String failure(McpClient client) {
        try {
            return "not, but " + call(client, "fail", "x").resultText();
        } catch (ToolExecutionException failure) {
            return failure.getMessage();
        }
    }

    private static ToolExecutionResult call(McpClient client, String tool, String text) {
        return client.executeTool(ToolExecutionRequest.builder()
                .name(tool)
                .arguments("{\"text\":\"" + text + "\"}")
                .build());
    }

    private static void print(String what, Object value) {
        System.out.println(what + ": " + value);
    }
}
