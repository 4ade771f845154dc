import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** An agent that is made with the official SDK: prints what it finds at an address. */
public final class SdkClient {
    private static final int THREADS = 16;
    private static final int CALLS = 400;

    private SdkClient() {}

    public static void main(String[] arguments) throws Exception {
        URI address = URI.create(arguments[0]);
        HttpClientStreamableHttpTransport transport = HttpClientStreamableHttpTransport.builder(
                        address.getScheme() + "://" + address.getAuthority())
                .endpoint(address.getPath())
                .build();
        try (McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(Duration.ofSeconds(60))
                .build()) {
            client.initialize();
            client.listTools().tools().stream().map(McpSchema.Tool::name).sorted().forEach(it -> print("tool", it));
            print("called", text(call(client, "echo", "Hello")));
            McpSchema.CallToolResult failed = call(client, "fail", "x");
            print("failed", failed.isError() + " " + text(failed));
            print("unknown", refused(() -> call(client, "nothing", "x")) ? "refused" : "called");
            client.listResources().resources().forEach(it -> print("resource", it.uri()));
            client.listResourceTemplates().resourceTemplates().forEach(it -> print("template", it.uriTemplate()));
            McpSchema.ReadResourceResult read =
                    client.readResource(new McpSchema.ReadResourceRequest("peers://readme"));
            print("read", ((McpSchema.TextResourceContents) read.contents().get(0)).text());
            client.listPrompts().prompts().forEach(it -> print("prompt", it.name()));
            McpSchema.GetPromptResult got = client.getPrompt(new McpSchema.GetPromptRequest("greeting", Map.of()));
            print("got", ((McpSchema.TextContent) got.messages().get(0).content()).text());
            print("answered", "" + answered(client));
        }
        System.exit(0);
    }

    /** How many calls of many threads have come back with what they said. */
    private static long answered(McpSyncClient client) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            String word = "word" + i;
            calls.add(() -> text(call(client, "echo", word)).equals(word));
        }
        long right = 0;
        for (Future<Boolean> each : threads.invokeAll(calls)) {
            right += each.get() ? 1 : 0;
        }
        threads.shutdown();
        return right;
    }

    private static McpSchema.CallToolResult call(McpSyncClient client, String tool, String text) {
        return client.callTool(new McpSchema.CallToolRequest(tool, Map.of("text", text)));
    }

    private static String text(McpSchema.CallToolResult result) {
        return ((McpSchema.TextContent) result.content().get(0)).text();
    }

    private static boolean refused(Runnable what) {
        try {
            what.run();
            return false;
        } catch (RuntimeException expected) {
            return true;
        }
    }

    private static void print(String what, Object value) {
        System.out.println(what + ": " + value);
    }
}
