package io.tapgateway.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.mcp.protocol.http.Challenge;
import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.mcp.protocol.oauth.OauthClient;
import io.tapgateway.mcp.protocol.oauth.ServerToken;
import io.tapgateway.mcp.provider.AddressClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tokens for servers at a url: which one counts, how another one is had, and what the browser brings. */
@Timeout(60)
class McpLoginTest {
    private static final URI SERVER = URI.create("https://example.com/mcp");

    private HomeDirectory home;
    private McpTokens tokens;

    @BeforeEach
    void makeHome(@TempDir Path directory) {
        home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
        tokens = McpTokens.in(home);
    }

    private static ServerToken token(String issuer, String resource, URI endpoint, String access) {
        return new ServerToken(
                issuer,
                URI.create(resource),
                endpoint,
                OauthClient.of("me"),
                TokenScope.of("read"),
                access,
                Optional.of("again"),
                Optional.empty());
    }

    private void save(String issuer, String resource, String access) throws Exception {
        tokens.save(token(issuer, resource, SERVER, access));
    }

    private Optional<String> found(String server) throws Exception {
        return tokens.find(URI.create(server)).map(ServerToken::access);
    }

    @Test
    void M071_a_token_goes_to_what_is_below_its_path_and_the_closest_one_counts() throws Exception {
        save("one", "https://example.com/a", "of-a");
        save("two", "https://example.com/a/b", "of-b");

        assertThat(found("https://example.com/a")).contains("of-a");
        assertThat(found("https://example.com/a/x")).contains("of-a");
        assertThat(found("https://example.com/a/b/c")).contains("of-b");
        assertThat(found("https://example.com/ab")).isEmpty();
        assertThat(found("https://example.com:444/a")).isEmpty();
    }

    @Test
    void M071_calls_that_are_refused_at_once_have_one_token_renewed_for_all() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        CompletableFuture<Void> allRefused = new CompletableFuture<>();
        HttpServer issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.createContext("/token", exchange -> {
            asked.incrementAndGet();
            allRefused.join();
            byte[] answer = "{\"token_type\":\"Bearer\",\"access_token\":\"new\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        issuer.start();
        URI endpoint = URI.create("http://127.0.0.1:" + issuer.getAddress().getPort() + "/token");
        URI server = endpoint.resolve("/mcp");
        tokens.save(token("one", server.toString(), endpoint, "old"));
        try (AddressClient client = new AddressClient()) {
            McpAccess access = new McpAccess(
                    server,
                    Map.of(),
                    tokens,
                    McpScopes.in(home),
                    new McpAuthorization(client.http(), Clock.systemUTC()),
                    client,
                    Clock.systemUTC(),
                    wanted -> {});

            Map<String, String> refused = access.headers();

            List<CompletableFuture<Boolean>> renewed = IntStream.range(0, 32)
                    .mapToObj(i -> access.renew(refused, Challenge.NONE).toCompletableFuture())
                    .toList();
            allRefused.complete(null);

            for (CompletableFuture<Boolean> each : renewed) {
                assertThat(each.get(30, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(access.headers()).containsEntry("Authorization", "Bearer new");
            assertThat(asked).hasValue(1);
            assertThat(access.renew(refused, Challenge.NONE)
                            .toCompletableFuture()
                            .get(30, TimeUnit.SECONDS))
                    .as("of the old token, which comes late")
                    .isTrue();
            assertThat(asked).hasValue(1);
        } finally {
            issuer.stop(0);
        }
    }

    @Test
    void M071_who_comes_besides_the_browser_does_not_end_a_login() throws Exception {
        try (BrowserReturn back = new BrowserReturn(Optional.empty(), System::nanoTime)) {
            CompletableFuture<Optional<String>> awaited = CompletableFuture.supplyAsync(() -> {
                try {
                    return back.await(Duration.ofSeconds(30), "state=mine"::equals);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            Socket hasty =
                    new Socket(InetAddress.getLoopbackAddress(), back.address().getPort());
            hasty.setSoLinger(true, 0);
            hasty.close();

            assertThat(statusOf(back.address() + "?state=other")).isEqualTo(404);
            assertThat(statusOf(back.address() + "?state=mine")).isEqualTo(200);
            assertThat(awaited.get(30, TimeUnit.SECONDS)).contains("state=mine");
        }
    }

    private static int statusOf(String uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
