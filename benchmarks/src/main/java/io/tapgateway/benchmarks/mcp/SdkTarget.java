package io.tapgateway.benchmarks.mcp;

import io.tapgateway.benchmarks.load.Target;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The server of the official SDK for Java, in a process of its own with no library of ours. Stateless. */
final class SdkTarget {
    private static final Path SOURCE = Path.of("testing", "mcp-peers", "SdkHttpServer.java");

    /** Where the script that starts the benchmark has put its libraries. */
    private static final Path LIBRARIES = Path.of("benchmarks", "target", "mcp-peers");

    private SdkTarget() {}

    /** Starts one whose tool answers by itself. */
    static Target server() throws IOException {
        return start(List.of());
    }

    /** Starts one whose tool asks an {@link EchoServer} by a client of the SDK. */
    static Target proxy() throws IOException {
        return start(List.of(Target.java(), "-cp", System.getProperty("java.class.path"), EchoServer.class.getName()));
    }

    private static Target start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Target.java()));
        command.addAll(Target.OPTIONS);
        command.addAll(List.of("-cp", LIBRARIES + File.separator + "*", SOURCE.toString()));
        command.addAll(arguments);
        return Target.start("sdk", command);
    }
}
