package io.tapgateway.benchmarks.extension;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** An extension with one tool, which answers with a text: as little as one can be. */
public final class EchoExtension {
    /** What its manifest calls it. */
    static final String NAME = "echo";

    /** Its tool. */
    static final String TOOL = "echo";

    private static final String ID = "\"id\":\"";

    private EchoExtension() {}

    /** Answers until nobody asks any more. */
    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        say(out, "{\"type\":\"hello\",\"name\":\"" + NAME + "\"}");
        say(out, "{\"type\":\"register_tool\",\"name\":\"" + TOOL + "\"}");
        say(out, "{\"type\":\"ready\"}");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.startsWith("{\"type\":\"tool_call\"")) {
                int at = line.indexOf(ID) + ID.length();
                String id = line.substring(at, line.indexOf('"', at));
                say(
                        out,
                        "{\"type\":\"tool_result\",\"id\":\"" + id
                                + "\",\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}");
            }
        }
    }

    private static void say(PrintStream out, String line) {
        out.print(line + "\n");
        out.flush();
    }
}
