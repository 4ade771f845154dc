package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.agents.HookAgent;
import io.tapgateway.app.Installed;
import io.tapgateway.app.Needs;
import io.tapgateway.app.agents.HookKeys;
import io.tapgateway.app.agents.HookQuestion;
import io.tapgateway.runtime.Secret;
import io.tapgateway.testkit.Depth;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The script that agents run as their hook, in front of gateways that are slow, gone, others, or out of their mind: for
 * each agent, every way in which a gateway fails, and every kind of event (G-022).
 */
@Timeout(300)
@Needs(Installed.CURL)
class HookFaultsTest {
    private static final HookKeys KEYS = new HookKeys(Secret.of("hook-secret"), Secret.of("proof"));
    private static final Path LAUNCH =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("src/main/sh/launch.sh");

    /** What a gateway that is well says to a tool that a guardian denies. */
    private static final String DENY = "{\"hookSpecificOutput\":{\"permissionDecision\":\"deny\"}}";

    /** As the gateway's answers begin and end, as far as a length that is promised goes. */
    private static final String WELL = reply("200 OK", "proof\n" + DENY);

    private static final List<String> BROKEN_ANSWERS = List.of(
            "",
            "\n",
            "garbage",
            "HTTP/1.1 200 OK\r\n",
            WELL.substring(0, WELL.length() - 1),
            WELL.substring(0, WELL.length() - DENY.length()),
            reply("200 OK", ""),
            reply("200 OK", "proof"),
            reply("200 OK", "proof\n"),
            reply("200 OK", "proof\n<html></html>"),
            reply("200 OK", "proof\n{\"half\":"),
            reply("200 OK", "proof2\n{}"),
            reply("200 OK", "{}"),
            reply("200 OK", "another\n{}"),
            reply("204 No Content", ""),
            reply("302 Found\r\nLocation: http://127.0.0.1/", "{}"),
            reply("401 Unauthorized", "proof\n{}"),
            reply("409 Conflict", "proof\n{}"),
            reply("429 Too Many Requests", "proof\n{}"),
            reply("500 Internal Server Error", "proof\n{}"));

    @TempDir
    private Path home;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private ServerSocket port;
    private volatile String answer = WELL;
    private volatile boolean silent;
    private String before = "";
    private int faults;

    @BeforeEach
    void listen() throws IOException {
        port = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        var unused = threads.submit(this::serve);
        configure(KEYS.toCurl(port.getLocalPort()));
    }

    @AfterEach
    void close() throws IOException {
        port.close();
        threads.shutdownNow();
    }

    /** What an agent says, and what that means to it. */
    private record Said(String text, boolean tool) {}

    private static List<Said> everything(HookAgent agent) {
        return agent == HookAgent.COPILOT
                ? List.of(
                        said(true, "{'sessionId':'c1','toolName':'bash','toolArgs':{'command':'git push'}}"),
                        said(false, "{'sessionId':'c1','prompt':'Say \\'toolName\\''}"),
                        said(false, "{'sessionId':'c1','stopReason':'end_turn'}"),
                        said(false, "{'sessionId':'c1','source':'new'}"),
                        said(false, "{'sessionId':'c1','reason':'complete'}"))
                : named(
                        switch (agent) {
                            case GEMINI -> List.of("BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent");
                            case CURSOR -> List.of("preToolUse", "postToolUse", "beforeSubmitPrompt", "stop");
                            default -> List.of("PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop");
                        });
    }

    private static List<Said> named(List<String> events) {
        List<Said> all = new ArrayList<>();
        all.add(said(
                true, "{'session_id':'c1','hook_event_name':'" + events.get(0) + "','tool_name':'x','tool_input':{}}"));
        all.add(said(false, "{'session_id':'c1','hook_event_name':'" + events.get(1) + "','tool_name':'x'}"));
        all.add(said(
                false,
                "{'session_id':'c1','hook_event_name':'" + events.get(2)
                        + "','prompt':'Say \\'PreToolUse\\', \\'preToolUse\\', \\'BeforeTool\\' and \\'toolName\\''}"));
        for (String event : List.of(events.get(3), "SessionStart", "SessionEnd", "Interrupt", "Whatever")) {
            all.add(said(false, "{'session_id':'c1','hook_event_name':'" + event + "'}"));
        }
        return all;
    }

    private static Said said(boolean tool, String text) {
        return new Said(text.replace("\\'", "\\\"").replace('\'', '"'), tool);
    }

    @ParameterizedTest
    @EnumSource
    void G022_a_gateway_that_is_well_is_heard(HookAgent agent) throws Exception {
        for (Said said : everything(agent)) {
            assertThat(run(agent, said)).isEqualTo(new Ran(0, DENY + "\n", false));
        }
    }

    @ParameterizedTest
    @EnumSource
    void G022_whatever_a_gateway_answers_that_is_none_denies_tools_and_stops_nothing_else(HookAgent agent)
            throws Exception {
        for (String broken : BROKEN_ANSWERS) {
            answer = broken;
            failsClosed(agent, broken);
        }
    }

    @ParameterizedTest
    @EnumSource
    void G022_a_gateway_that_is_gone_or_another_one_denies_tools_and_stops_nothing_else(HookAgent agent)
            throws Exception {
        String well = KEYS.toCurl(port.getLocalPort());
        Map<String, String> files = new LinkedHashMap<>();
        files.put("restarted", new HookKeys(KEYS.token(), Secret.of("new")).toCurl(port.getLocalPort()));
        files.put("killed", KEYS.toCurl(closedPort()));
        // A disk that is full may cut what is written anywhere; only what the last line says is of no weight.
        IntStream.iterate(0, i -> i < well.indexOf("\nheader"), i -> i + 9)
                .forEach(i -> files.put("cut after " + i, well.substring(0, i)));
        for (Map.Entry<String, String> each : files.entrySet()) {
            configure(each.getValue());
            failsClosed(agent, each.getKey());
        }
        Files.delete(home.resolve("hook.curl"));
        failsClosed(agent, "no file");
    }

    /** As where the disk is full: a program that writes into a file all the same is killed. */
    @ParameterizedTest
    @EnumSource
    void G022_a_hook_needs_no_room_on_the_disk(HookAgent agent) throws Exception {
        before = "ulimit -f 0; ";
        G022_a_gateway_that_is_well_is_heard(agent);
        configure(KEYS.toCurl(closedPort()));
        failsClosed(agent, "no room");
    }

    @Test
    void G022_a_gateway_that_is_too_slow_denies_tools_and_stops_nothing_else() throws Exception {
        silent = true;
        Map<Said, Future<Ran>> running = new LinkedHashMap<>();
        for (HookAgent agent : HookAgent.values()) {
            everything(agent).stream()
                    .limit(2)
                    .forEach(said -> running.put(said, threads.submit(() -> run(agent, said))));
        }

        for (Map.Entry<Said, Future<Ran>> each : running.entrySet()) {
            assertThat(each.getValue().get()).as(each.getKey().text()).isEqualTo(expected(each.getKey()));
        }
    }

    @Test
    void G022_without_curl_the_same_events_fail_closed() {
        for (HookAgent agent : HookAgent.values()) {
            for (Said said : everything(agent)) {
                assertThat(new HookQuestion(agent.word(), said.text()).isAboutTool())
                        .as("%s: %s", agent, said.text())
                        .isEqualTo(said.tool());
            }
        }
    }

    /** What becomes of a tool with each fault, and of one of the other events after the other; at depth, of all. */
    private void failsClosed(HookAgent agent, String fault) throws Exception {
        List<Said> all = everything(agent);
        int others = all.size() - 1;
        int some = Depth.of(1, others, others);
        failsClosed(agent, fault, all.get(0));
        for (int i = 0; i < some; i++) {
            failsClosed(agent, fault, all.get(1 + (faults + i) % others));
        }
        faults++;
    }

    private void failsClosed(HookAgent agent, String fault, Said said) throws Exception {
        assertThat(run(agent, said)).as("%s: %s", fault, said.text()).isEqualTo(expected(said));
    }

    /** Of a tool, the code that all agents take for a no, and why; of all else, nothing that anybody could notice. */
    private static Ran expected(Said said) {
        return said.tool() ? new Ran(2, "", true) : new Ran(0, "", false);
    }

    /** How the hook has ended. */
    private record Ran(int code, String out, boolean complains) {}

    private Ran run(HookAgent agent, Said said) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                "sh", "-euc", before + ". \"$0\"; hook hook \"$@\"; exit 1", LAUNCH.toString(), agent.word());
        builder.environment().put("TAPGATEWAY_HOME", home.toString());
        Process process = builder.start();
        process.getOutputStream().write(said.text().getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ran(process.exitValue(), out, err.startsWith("tapgateway: the gateway does not"));
    }

    private void configure(String configuration) throws IOException {
        Files.writeString(home.resolve("hook.curl"), configuration);
    }

    private static int closedPort() throws IOException {
        try (ServerSocket closed = new ServerSocket(0)) {
            return closed.getLocalPort();
        }
    }

    private static String reply(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length
                + "\r\nConnection: close\r\n\r\n" + body;
    }

    private void serve() {
        while (!port.isClosed()) {
            try {
                Socket agent = port.accept();
                var unused = threads.submit(() -> answer(agent));
            } catch (IOException over) {
                return;
            }
        }
    }

    private void answer(Socket agent) {
        try (agent) {
            readRequest(agent.getInputStream());
            if (silent) {
                var unused = agent.getInputStream().read();
            } else {
                agent.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            if (!port.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Up to the brace that ends what an agent says. */
    private static void readRequest(InputStream in) throws IOException {
        StringBuilder read = new StringBuilder();
        while (!read.toString().contains("\r\n\r\n{") || read.charAt(read.length() - 1) != '}' || in.available() > 0) {
            int next = in.read();
            if (next < 0) {
                return;
            }
            read.append((char) next);
        }
    }
}
