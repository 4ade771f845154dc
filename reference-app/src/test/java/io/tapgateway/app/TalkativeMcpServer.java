package io.tapgateway.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MCP server with a key, which it shows whenever it does not do what it is asked to. Writes down all
 * that it hears in the file that is named in its environment. Confined to its main thread.
 */
final class TalkativeMcpServer {
    private static final Pattern ID = Pattern.compile("\"id\":([0-9]+)");
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([a-z/_]+)\"");
    private static final Pattern TOOL = Pattern.compile("\"name\":\"([a-z]+)\"");
    private static final int MANY = 30;

    private int tools = 1;

    private TalkativeMcpServer() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws IOException {
        TalkativeMcpServer server = new TalkativeMcpServer();
        Path heard = Path.of(System.getenv("HEARD"));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Files.writeString(heard, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            server.answer(line);
        }
    }

    private void answer(String line) {
        Matcher id = ID.matcher(line);
        Matcher method = METHOD.matcher(line);
        if (!method.find() || !id.find()) {
            return;
        }
        Matcher tool = TOOL.matcher(line);
        String answer = method.group(1).equals("tools/call") && tool.find()
                ? call(tool.group(1), line)
                : result(method.group(1));
        say("{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + "," + answer + "}");
    }

    private String result(String method) {
        return switch (method) {
            case "initialize" ->
                "\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"logging\":{},\"tools\":{\"listChanged\":true}},"
                        + "\"serverInfo\":{\"name\":\"talkative\"}}";
            case "tools/list" -> {
                StringBuilder all = new StringBuilder("\"result\":{\"tools\":[");
                String[] names = {"say", "fail", "refuse", "log", "print", "rave", "die", "grow"};
                for (String name : names) {
                    all.append("{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}},");
                }
                yield all.append("{\"name\":\"tool" + tools + "\",\"inputSchema\":{\"type\":\"object\"}}]}")
                        .toString();
            }
            default -> "\"result\":{}";
        };
    }

    private String call(String tool, String line) {
        switch (tool) {
            case "fail" -> {
                return "\"error\":{\"code\":-32000,\"message\":\"" + complaint() + "\"}";
            }
            case "refuse" -> {
                return "\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"" + complaint()
                        + "\"}]}";
            }
            case "log" ->
                say(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"error\",\"data\":\""
                                + complaint() + "\"}}");
            case "print" -> say(complaint());
            case "rave" -> {
                for (int i = 0; i < MANY; i++) {
                    say(complaint());
                }
            }
            case "die" -> {
                System.err.println(complaint());
                Runtime.getRuntime().halt(1);
            }
            case "grow" -> {
                tools++;
                say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
            }
            default -> {}
        }
        // What came with the call, and which variables there are.
        String text = (line + System.getenv().keySet()).replace("\\", "\\\\").replace("\"", "\\\"");
        return "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}";
    }

    /** As programs say that somebody does not take their key. */
    private static String complaint() {
        return "The key is not good: " + System.getenv("KEY") + " and " + System.getenv("PLAIN");
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
