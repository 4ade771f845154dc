package io.tapgateway.benchmarks.mcp;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** An MCP server with one tool, which answers with a text: as little as one can be. */
public final class EchoServer {
    /** Its tool. */
    static final String TOOL = "echo";

    /** What it answers. */
    static final String ANSWER = "done";

    private static final String ID = "\"id\":";
    private static final String MET =
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"echo\"}}";
    private static final String TOOLS = "{\"tools\":[{\"name\":\"" + TOOL
            + "\",\"description\":\"Echoes\",\"inputSchema\":{\"type\":\"object\"}}]}";
    private static final String DONE = "{\"content\":[{\"type\":\"text\",\"text\":\"" + ANSWER + "\"}]}";

    private EchoServer() {}

    /**
     * A call of its tool.
     *
     * @param id of the request
     * @param more members of the parameters, each with a comma before it
     */
    static String call(int id, String more) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + TOOL
                + "\",\"arguments\":" + McpLoad.ARGUMENTS + more + "}}";
    }

    /** Answers until nobody asks any more. */
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int at = line.indexOf(ID);
            if (at >= 0) {
                String id = line.substring(at + ID.length(), line.indexOf(',', at));
                out.print("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result(line) + "}\n");
                out.flush();
            }
        }
    }

    private static String result(String line) {
        if (line.contains("\"tools/call\"")) {
            return DONE;
        }
        return line.contains("\"initialize\"") ? MET : TOOLS;
    }
}
