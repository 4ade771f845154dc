package io.tapgateway.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A small MCP server that needs nothing but Java. Confined to its main thread. */
final class EchoMcpServer {
    private static final Pattern ID = Pattern.compile("\"id\":([0-9]+)");
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([a-z/]+)\"");
    private static final Pattern SAID = Pattern.compile("\"text\":\"([^\"]*)\"");
    private static final String TOOLS =
            "{\"tools\":[{\"name\":\"say\",\"description\":\"Says it again\",\"inputSchema\":"
                    + "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}},"
                    + "{\"name\":\"environment\",\"description\":\"Names of variables\",\"inputSchema\":{\"type\":\"object\"}}]}";

    private EchoMcpServer() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String answer = answer(line);
            if (!answer.isEmpty()) {
                System.out.println(answer);
                System.out.flush();
            }
        }
    }

    /** What a message is answered with; nothing, if it is no request. */
    static String answer(String line) {
        Matcher method = METHOD.matcher(line);
        Matcher id = ID.matcher(line);
        return method.find() && id.find()
                ? "{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":" + result(method.group(1), line) + "}"
                : "";
    }

    private static String result(String method, String line) {
        return switch (method) {
            case "initialize" ->
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{},\"resources\":{},\"prompts\":{}},"
                        + "\"serverInfo\":{\"name\":\"echo\"}}";
            case "resources/list" -> "{\"resources\":[{\"uri\":\"echo://greeting\",\"name\":\"greeting\"}]}";
            case "resources/read" -> "{\"contents\":[{\"uri\":\"echo://greeting\",\"text\":\"Hello\"}]}";
            case "prompts/list" -> "{\"prompts\":[{\"name\":\"greet\"}]}";
            case "prompts/get" ->
                "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Greet them.\"}}]}";
            case "tools/list" -> TOOLS;
            case "tools/call" -> "{\"content\":[{\"type\":\"text\",\"text\":\"" + text(line) + "\"}]}";
            default -> "{}";
        };
    }

    private static String text(String line) {
        if (line.contains("\"name\":\"environment\"")) {
            return String.join(" ", new TreeSet<>(System.getenv().keySet()));
        }
        Matcher said = SAID.matcher(line);
        return said.find() ? said.group(1) : "";
    }
}
