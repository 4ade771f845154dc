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
    private static final Pattern TOKEN = Pattern.compile("\"progressToken\":([0-9]+)");
    private static final Pattern META = Pattern.compile("\"_meta\":(\\{[^{}]*})");
    private static final Pattern SAID = Pattern.compile("\"text\":\"([^\"]*)\"");
    private static final String TOOLS =
            "{\"tools\":[{\"name\":\"say\",\"description\":\"Says it again\",\"inputSchema\":"
                    + "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}},"
                    + "{\"name\":\"meta\",\"description\":\"What goes along\",\"inputSchema\":{\"type\":\"object\"}},"
                    + "{\"name\":\"environment\",\"description\":\"Names of variables\",\"inputSchema\":{\"type\":\"object\"}}]}";

    private EchoMcpServer() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            say(report(line));
            say(answer(line));
        }
    }

    private static void say(String message) {
        if (!message.isEmpty()) {
            System.out.println(message);
            System.out.flush();
        }
    }

    /** What is said before the answer to a message, if anything. */
    private static String report(String line) {
        Matcher token = TOKEN.matcher(line);
        return isCall("meta", line) && token.find()
                ? "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                        + token.group(1) + ",\"progress\":3,\"total\":10,\"message\":\"looking\"}}"
                : "";
    }

    private static boolean isCall(String tool, String line) {
        return line.contains("\"method\":\"tools/call\"") && line.contains("\"name\":\"" + tool + "\"");
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
        if (isCall("environment", line)) {
            return String.join(" ", new TreeSet<>(System.getenv().keySet()));
        }
        Matcher meta = META.matcher(line);
        if (isCall("meta", line) && meta.find()) {
            return meta.group(1).replace("\"", "\\\"");
        }
        Matcher said = SAID.matcher(line);
        return said.find() ? said.group(1) : "";
    }
}
