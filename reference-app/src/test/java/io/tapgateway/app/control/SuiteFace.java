package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.agents.AgentTokens;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.user.SessionUser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A gateway that agents reach over HTTP, for somebody who has no token and does not wait until providers are there: a
 * {@link TokenProxy} does both. Confined to the test's thread.
 */
public final class SuiteFace implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String REVISION = "2026-07-28";

    private final PortFixture fixture;
    private final TokenProxy proxy;

    /** Takes a session that was opened, and the person at it. */
    @FunctionalInterface
    public interface Opened {
        void accept(Gateway gateway, SessionInfo session, SessionUser user);
    }

    /** @param opened attaches the provider of a session that has been opened, which must not take long */
    public SuiteFace(Path home, Opened opened) throws Exception {
        AgentTokens tokens = AgentTokens.in(new HomeDirectory(home, home));
        String token = SecretFile.read(tokens.issue("suite")).orElseThrow();
        fixture = new PortFixture(System::nanoTime, tokens);
        fixture.sessions.whenOpened(info -> opened.accept(
                fixture.gateway,
                info,
                fixture.sessions.find(info.id().value()).orElseThrow().host().user()));
        proxy = TokenProxy.to(fixture.port(), token, this::allThere);
    }

    /** Whether each session has tools, resources and prompts. */
    private boolean allThere() {
        return fixture.sessions.views().stream()
                .allMatch(it -> isThere(it.info().id()));
    }

    private boolean isThere(SessionId id) {
        GatewaySession session = fixture.gateway.session(id).orElseThrow();
        return !session.tools().isEmpty()
                && session.offerings().stream()
                        .anyMatch(it -> !it.offerings().resources().isEmpty()
                                && !it.offerings().templates().isEmpty()
                                && !it.offerings().prompts().isEmpty());
    }

    /** Opens the session of requests that stand by themselves: whoever makes them does not wait until all is there. */
    public void openForRequestsOfTheirOwn() throws Exception {
        HttpRequest list = HttpRequest.newBuilder(URI.create(uri()))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", REVISION)
                .header("Mcp-Method", "tools/list")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":"
                                + "{\"io.modelcontextprotocol/protocolVersion\":\"" + REVISION
                                + "\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(list, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
        await().atMost(PATIENCE).until(() -> !fixture.sessions.views().isEmpty() && allThere());
    }

    /** Where the suite finds a server. */
    public String uri() {
        return "http://127.0.0.1:" + proxy.port() + "/mcp";
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        fixture.close();
    }
}
