package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tapgateway.app.control.SuiteFace;
import io.tapgateway.app.docs.Page;
import io.tapgateway.app.mcp.SuiteProviders;
import io.tapgateway.testkit.ThoroughOnly;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What others have made of MCP in Java, on both sides of a gateway at a time: a server of the official SDK is a
 * provider, and agents made with the SDK and with LangChain4j use what it has.
 */
@Timeout(900)
@ThoroughOnly("It fetches the SDK and LangChain4j from Maven Central.")
class McpPeersIT {
    private static final Path PEERS = Page.ROOT.resolve("testing/mcp-peers");
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    @TempDir
    private static Path libraries;

    @TempDir
    private Path directory;

    @BeforeAll
    static void fetch() {
        String maven = System.getProperty("tapgateway.maven", "");
        assumeTrue(!maven.isEmpty(), "the tests are not run by Maven");
        RunningProgram fetching = RunningProgram.start(
                libraries,
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                List.of(
                        maven + "/bin/mvn",
                        "-B",
                        "-ntp",
                        "-f",
                        PEERS.resolve("pom.xml").toString(),
                        "dependency:copy-dependencies",
                        "-DoutputDirectory=" + libraries));
        if (fetching.awaitExit(PATIENCE) != 0) {
            abort("Maven fetches no peers: " + fetching.printed());
        }
    }

    @Test
    void M062_a_server_of_the_sdk_is_used_by_an_agent_of_the_sdk_and_no_call_of_many_is_lost() throws Exception {
        assertThat(found("SdkClient"))
                .containsSubsequence(
                        "tool: echo",
                        "tool: fail",
                        "called: Hello",
                        "failed: true It went wrong.",
                        "unknown: refused",
                        "resource: peers://readme")
                .containsSubsequence(
                        "template: peers://items/{id}",
                        "read: The content of peers://readme",
                        "prompt: greeting",
                        "got: Greet them.",
                        "answered: 400");
    }

    @Test
    void M062_it_is_used_by_an_agent_of_langchain4j_as_well() throws Exception {
        assertThat(found("LangChain4jClient"))
                .containsSubsequence("tool: echo", "tool: fail", "called: Hello", "failed: It went wrong.")
                .contains("resource: peers://readme", "template: peers://items/{id}", "prompt: greeting")
                .anyMatch(it -> it.startsWith("read: ") && it.contains("The content of peers://readme"))
                .anyMatch(it -> it.startsWith("got: ") && it.contains("Greet them."));
    }

    /** The lines that a client prints of a server of the SDK behind a gateway. */
    private List<String> found(String client) throws Exception {
        try (SuiteProviders providers = new SuiteProviders(directory, source("SdkServer"));
                SuiteFace face = new SuiteFace(directory.resolve("home"), providers::startServer)) {
            List<String> command = new ArrayList<>(source(client));
            command.add(face.uri());
            RunningProgram agent = RunningProgram.start(directory, Map.of(), command);
            assertThat(agent.awaitExit(PATIENCE)).as(agent.printed()).isZero();
            return agent.printed().lines().toList();
        }
    }

    private static List<String> source(String program) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                libraries + "/*",
                PEERS.resolve(program + ".java").toString());
    }
}
