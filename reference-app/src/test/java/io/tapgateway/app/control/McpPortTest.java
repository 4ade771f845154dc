package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.agents.AgentTokens;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.testkit.Depth;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that speak MCP over HTTP, at a control port. */
@Timeout(120)
class McpPortTest {
    private static final int CALLS = Depth.of(400, 4_000, 40_000);
    private static final int AT_A_TIME = 64;
    private static final String READY = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    @TempDir
    private Path home;

    private AgentTokens tokens = PortFixture.agentTokens();
    private PortFixture fixture;
    private String token = "";

    @BeforeEach
    void listen() throws Exception {
        tokens = AgentTokens.in(new HomeDirectory(home, home));
        token = SecretFile.read(tokens.issue("claude")).orElseThrow();
        fixture = new PortFixture(System::nanoTime, tokens);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void M014_an_agent_lists_and_calls_the_tools_of_its_session() throws Exception {
        String session = introduce();
        attach(Provider.named("ci").tool("greet", "Says something", Schema.object(), call -> "Hello"));

        assertThat(post(session, message(1, "tools/list", "{}")).body()).contains("\"name\":\"greet\"");
        HttpResponse<String> called = post(session, message(2, "tools/call", "{\"name\":\"greet\"}"));
        assertThat(called.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(called.body()).contains("\"text\":\"Hello\"");
        assertThat(fixture.sessions.views())
                .singleElement()
                .satisfies(it -> assertThat(it.info().label()).isEqualTo("it: shop"));
    }

    @Test
    void M014_only_agents_and_the_owner_get_in_and_agents_nowhere_else() throws Exception {
        HttpResponse<String> nobody = fixture.send(json(fixture.request("mcp"), introduction()));
        assertThat(nobody.statusCode()).isEqualTo(401);
        assertThat(nobody.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(fixture.send(json(bearer("mcp", "agent-wrong"), introduction()))
                        .statusCode())
                .isEqualTo(401);
        assertThat(fixture.send(json(bearer("mcp", "hook-secret"), introduction()))
                        .statusCode())
                .isEqualTo(401);
        assertThat(fixture.send(json(bearer("mcp", "owner-secret"), introduction()))
                        .statusCode())
                .isEqualTo(200);

        assertThat(fixture.send(bearer("api/sessions", token)).statusCode()).isEqualTo(401);
        assertThat(fixture.send(json(bearer("hooks/claude", token), "{}")).statusCode())
                .isEqualTo(401);
        assertThat(fixture.send(bearer("mcpx", token)).statusCode()).isEqualTo(401);
        assertThat(fixture.send(bearer("mcp/a/b", token)).statusCode()).isEqualTo(404);
    }

    @Test
    void M014_pages_and_other_hosts_are_refused_even_with_a_token() throws Exception {
        assertThat(fixture.send(json(bearer("mcp", token), introduction()).header("Origin", "https://evil.example"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(fixture.send(json(bearer("mcp", token), introduction()).header("Host", "evil.example"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void M014_a_token_is_a_private_file_lasts_and_is_worthless_once_revoked() throws Exception {
        Path file = tokens.issue("claude");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(AgentTokens.in(new HomeDirectory(home, home)).owner(token)).contains("claude");
        assertThat(tokens.sessionKey())
                .isEqualTo(AgentTokens.in(new HomeDirectory(home, home)).sessionKey());
        String session = introduce();

        HttpResponse<String> revoked =
                fixture.send(fixture.fromOwner("api/agent-tokens/claude").DELETE());

        assertThat(revoked.statusCode()).isEqualTo(204);
        assertThat(file).doesNotExist();
        assertThat(post(session, message(1, "ping", "{}")).statusCode()).isEqualTo(401);
        await().until(() -> fixture.sessions.views().isEmpty());
        assertThat(AgentTokens.in(new HomeDirectory(home, home)).owner(token)).isEmpty();
    }

    @Test
    void M014_the_owner_makes_tokens_and_does_not_get_them_from_the_port() throws Exception {
        HttpResponse<String> made = issue("codex");

        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(made.body()).contains("codex.token").doesNotContain("agent-");
        for (String name : new String[] {"", "owner", "../x", "a b", "x".repeat(49)}) {
            assertThat(issue(name).statusCode()).as(name).isEqualTo(400);
        }
    }

    @Test
    void M014_100_agents_have_tokens_and_not_one_more() throws Exception {
        for (int i = 1; i < AgentTokens.MOST; i++) {
            tokens.issue("agent" + i);
        }

        HttpResponse<String> beyond = issue("another");

        assertThat(beyond.statusCode()).isEqualTo(409);
        assertThat(tokens.issue("agent1")).exists();
    }

    @Test
    void M017_what_is_not_as_the_protocol_wants_it_is_refused() throws Exception {
        String session = introduce();

        assertThat(fixture.send(bearer("mcp/shop", token)
                                .POST(HttpRequest.BodyPublishers.ofString(introduction()))
                                .header("Content-Type", "text/plain"))
                        .statusCode())
                .isEqualTo(415);
        assertThat(fixture.send(json(bearer("mcp/shop", token), introduction()).setHeader("Accept", "text/html"))
                        .statusCode())
                .isEqualTo(406);
        assertThat(fixture.send(json(bearer("mcp/shop", token), message(1, "ping", "{}"))
                                .header("Mcp-Session-Id", session)
                                .header("MCP-Protocol-Version", "1999-01-01"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(fixture.send(json(bearer("mcp/other", token), message(1, "ping", "{}"))
                                .header("Mcp-Session-Id", session))
                        .statusCode())
                .isEqualTo(404);
        assertThat(fixture.send(bearer("mcp/shop", token)
                                .method("PUT", HttpRequest.BodyPublishers.ofString("{}"))
                                .header("Content-Type", "application/json"))
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void M016_a_call_survives_its_line_and_is_heard_again() throws Exception {
        String session = introduce();
        CountDownLatch reported = new CountDownLatch(1);
        CompletableFuture<String> slow = new CompletableFuture<>();
        attach(Provider.named("slow").tool("slow", "Takes its time", Schema.object(), call -> {
            call.progress("half");
            reported.countDown();
            return later(slow);
        }));
        HttpResponse<InputStream> line = fixture.http.send(
                of(session, message(1, "tools/call", "{\"name\":\"slow\",\"_meta\":{\"progressToken\":\"p\"}}"))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        String place;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(line.body(), StandardCharsets.UTF_8))) {
            place = lines.readLine();
            assertThat(reported.await(60, TimeUnit.SECONDS)).isTrue();
        }

        CompletableFuture<HttpResponse<String>> resumed = fixture.http.sendAsync(
                bearer("mcp/shop", token)
                        .header("Accept", "text/event-stream")
                        .header("Mcp-Session-Id", session)
                        .header("Last-Event-ID", place.substring("id: ".length()))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        slow.complete("at last");

        assertThat(resumed.get(60, TimeUnit.SECONDS).body())
                .contains("\"progress\":1", "half", "at last")
                .contains("id: 1-");
    }

    @Test
    void M015_who_hangs_up_is_not_waited_for_and_the_session_can_be_ended() throws Exception {
        String session = introduce();
        HttpResponse<InputStream> line = fixture.http.send(
                bearer("mcp/shop", token)
                        .header("Accept", "text/event-stream")
                        .header("Mcp-Session-Id", session)
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(line.statusCode()).isEqualTo(200);
        assertThat(line.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/event-stream");
        line.body().close();

        HttpResponse<String> ended =
                fixture.send(bearer("mcp/shop", token).DELETE().header("Mcp-Session-Id", session));

        assertThat(ended.statusCode()).isEqualTo(204);
        assertThat(post(session, message(1, "ping", "{}")).statusCode()).isEqualTo(404);
        await().until(() -> fixture.sessions.views().isEmpty());
    }

    @Test
    void M005_a_message_of_6_mi_b_is_read_and_a_result_of_as_much_arrives() throws Exception {
        String session = introduce();
        String large = "x".repeat(900_000);
        attach(Provider.named("big").tool("big", "Much", Schema.object(), call -> large));

        assertThat(post(session, message(1, "tools/call", "{\"name\":\"big\"}")).body())
                .contains(large);
        String ping = message(2, "ping", "{}");
        String padded = ping + " ".repeat(ControlHandler.MAX_BODY_BYTES - ping.length());
        assertThat(post(session, padded).statusCode()).isEqualTo(200);
        assertThat(post(session, padded + " ").statusCode()).isEqualTo(413);
    }

    @Test
    void no_call_of_many_at_a_time_is_lost() throws Exception {
        String session = introduce();
        attach(Provider.named("echo")
                .concurrency(AT_A_TIME)
                .tool(
                        "echo",
                        "The same again",
                        Schema.object().required("n", Schema.integer()),
                        call -> call.longArg("n")));
        Deque<CompletableFuture<HttpResponse<String>>> open = new ArrayDeque<>();
        long begun = System.nanoTime();

        int checked = 0;
        for (int n = 0; n < CALLS; n++) {
            open.add(fixture.http.sendAsync(
                    of(session, message(n, "tools/call", "{\"name\":\"echo\",\"arguments\":{\"n\":" + n + "}}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString()));
            if (open.size() == AT_A_TIME) {
                check(open.remove(), checked++);
            }
        }
        while (!open.isEmpty()) {
            check(open.remove(), checked++);
        }

        assertThat(checked).isEqualTo(CALLS);
        System.out.printf(
                "%d calls over HTTP, %d at a time: %d ms%n", CALLS, AT_A_TIME, (System.nanoTime() - begun) / 1_000_000);
    }

    private static void check(CompletableFuture<HttpResponse<String>> call, int n) throws Exception {
        JsonValue answer = JsonValue.parse(call.get(60, TimeUnit.SECONDS).body());
        assertThat(answer.get("id")).contains(JsonValue.of(n));
        assertThat(answer.json()).contains("\"text\":\"" + n + "\"");
    }

    private String introduce() throws Exception {
        HttpResponse<String> welcome = fixture.send(json(bearer("mcp/shop", token), introduction()));
        assertThat(welcome.statusCode()).as(welcome.body()).isEqualTo(200);
        String session = welcome.headers().firstValue("Mcp-Session-Id").orElseThrow();
        HttpResponse<String> ready = post(session, READY);
        assertThat(ready.statusCode()).isEqualTo(202);
        assertThat(ready.body()).isEmpty();
        await().until(() -> fixture.sessions.views().size() == 1);
        return session;
    }

    private static String introduction() {
        return message(
                0,
                "initialize",
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"it\",\"version\":\"1\"}}");
    }

    private static String message(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private HttpResponse<String> issue(String name) throws Exception {
        return fixture.send(fixture.fromOwner("api/agent-tokens")
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"" + name + "\"}")));
    }

    private HttpRequest.Builder bearer(String path, String secret) {
        return fixture.request(path).header("Authorization", "Bearer " + secret);
    }

    private static HttpRequest.Builder json(HttpRequest.Builder request, String body) {
        return request.POST(HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
    }

    private HttpRequest.Builder of(String session, String body) {
        return json(bearer("mcp/shop", token), body).header("Mcp-Session-Id", session);
    }

    private HttpResponse<String> post(String session, String body) throws Exception {
        return fixture.send(of(session, body));
    }

    /** What is answered in a while. */
    private static CompletionStage<String> later(CompletableFuture<String> answer) {
        return answer;
    }

    private void attach(ProviderBuilder provider) throws Exception {
        SessionId session = fixture.sessions.views().get(0).info().id();
        BoundProvider bound = LocalProviderTransport.attach(fixture.gateway, session, provider.build());
        bound.whenBound().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
