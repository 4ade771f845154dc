package io.tapgateway.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.mcp.protocol.http.Challenge;
import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.mcp.protocol.oauth.OauthClient;
import io.tapgateway.mcp.protocol.oauth.ServerToken;
import io.tapgateway.mcp.provider.AddressClient;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** As whom somebody is logged in, and what for (M-071). */
@Timeout(60)
class KnownClientLoginTest {
    private static final String DOCUMENT = "https://example.com/client.json";

    @AutoClose
    private final ScriptedIssuer web = new ScriptedIssuer();

    @AutoClose
    private final AddressClient client = new AddressClient();

    private final List<LoginWanted> wanted = new CopyOnWriteArrayList<>();
    private HomeDirectory home;

    KnownClientLoginTest() throws IOException {}

    @BeforeEach
    void makeHome(@TempDir Path directory) {
        home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
    }

    private void write(String variables) throws Problem {
        var unused = SecretFile.write(ClaimedHome.prepare(home), SessionMcpServers.VARIABLES, variables);
    }

    private void login(Map<String, Object> oauth) throws Exception {
        McpEntry entry = McpEntry.read("issues", JsonWriter.toValue(out -> {
            out.text("url", web.uri().toString());
            if (!oauth.isEmpty()) {
                out.value("oauth", JsonValue.of(oauth));
            }
        }));
        new McpLogin(home, System::nanoTime).run(entry, Optional.empty(), ScriptedIssuer::agree);
    }

    private ServerToken token(String issuer, String clientId, String scope) {
        return new ServerToken(
                issuer,
                web.uri(),
                web.endpoint(),
                OauthClient.of(clientId),
                TokenScope.of(scope),
                "old",
                Optional.of("again"),
                Optional.empty());
    }

    private McpAccess access() throws Problem {
        return new McpAccess(
                web.uri(),
                Map.of(),
                McpTokens.in(home),
                McpScopes.in(home),
                new McpAuthorization(client.http(), Clock.systemUTC()),
                client,
                Clock.systemUTC(),
                wanted::add);
    }

    private static boolean renewed(McpAccess access, String challenge) throws Exception {
        return access.renew(access.headers(), Challenge.read(challenge))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    private TokenScope kept() throws Problem {
        return McpScopes.in(home).find(web.uri());
    }

    @Test
    void M071_a_client_that_the_user_names_shows_its_secret_from_a_variable_as_it_is_wanted() throws Exception {
        web.words.put("token_endpoint_auth_methods_supported", List.of("client_secret_basic"));
        write("SECRET=hidden\n");

        login(Map.of("clientId", "given", "clientSecret", "${SECRET}"));

        assertThat(web.logins).singleElement().satisfies(it -> assertThat(it).containsEntry("client_id", "given"));
        assertThat(web.heads)
                .containsExactly(
                        "Basic " + Base64.getEncoder().encodeToString("given:hidden".getBytes(StandardCharsets.UTF_8)));
        assertThat(McpTokens.in(home).find(web.uri()).map(ServerToken::access)).contains("new");
    }

    @Test
    void M071_a_secret_without_a_value_is_asked_for_by_the_name_of_its_variable() {
        assertThatThrownBy(() -> login(Map.of("clientId", "given", "clientSecret", "${NO_SUCH_SECRET}")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("NO_SUCH_SECRET");
        assertThat(web.logins).isEmpty();
    }

    @Test
    void M071_the_address_of_a_document_is_the_client_where_such_are_read() throws Exception {
        web.words.put("client_id_metadata_document_supported", true);
        web.words.put("registration_endpoint", web.origin() + "/register");

        login(Map.of("clientId", DOCUMENT));
        web.words.remove("client_id_metadata_document_supported");
        login(Map.of("clientId", DOCUMENT));

        assertThat(web.logins).extracting(it -> it.get("client_id")).containsExactly(DOCUMENT, "registered");
    }

    @Test
    void M071_the_browser_comes_back_to_the_port_that_was_told_beforehand() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
            assertThatThrownBy(() -> login(Map.of("clientId", "given", "callbackPort", port)))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("'callbackPort'");
        }

        login(Map.of("clientId", "given", "callbackPort", port));

        assertThat(web.logins)
                .singleElement()
                .satisfies(
                        it -> assertThat(it).containsEntry("redirect_uri", "http://localhost:" + port + "/callback"));
    }

    @Test
    void M071_a_client_of_one_issuer_is_not_told_to_another() throws Exception {
        McpTokens.in(home).save(token("https://login.example.com", "given", ""));

        assertThatThrownBy(() -> login(Map.of("clientId", "given")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("https://login.example.com")
                .hasMessageContaining(web.origin());
        assertThat(web.logins).isEmpty();

        login(Map.of("clientId", "other"));

        assertThat(web.logins).hasSize(1);
    }

    @Test
    void M071_a_login_is_for_what_the_present_one_is_for_and_what_the_server_wants_besides() throws Exception {
        McpTokens.in(home).save(token(web.origin(), "given", "read"));
        McpScopes.in(home).add(web.uri(), TokenScope.of("write"));
        web.challenge = "Bearer scope=\"list\"";

        login(Map.of("clientId", "given"));

        assertThat(web.logins.get(0)).containsEntry("scope", "read list write");
        assertThat(kept()).isEqualTo(TokenScope.UNNAMED);
        assertThat(McpTokens.in(home).find(web.uri()).map(ServerToken::scope))
                .contains(TokenScope.of("read list write"));
    }

    @Test
    void M071_what_a_token_of_another_issuer_was_for_is_nothing_to_this_one() throws Exception {
        McpTokens.in(home).save(token("https://login.example.com", "registered", "read"));
        web.words.put("registration_endpoint", web.origin() + "/register");

        login(Map.of("scopes", "list"));

        assertThat(web.logins.get(0)).containsEntry("scope", "list").containsEntry("client_id", "registered");
        assertThat(McpTokens.in(home).find(web.uri()).map(ServerToken::issuer)).contains(web.origin());
        assertThat(McpTokens.in(home).remove(web.uri())).isTrue();
        assertThat(McpTokens.in(home).find(web.uri()))
                .as("the old one went with the login")
                .isEmpty();
    }

    @Test
    void M071_a_token_that_is_good_for_too_little_is_not_refreshed_and_stays_for_all_else() throws Exception {
        McpTokens.in(home).save(token(web.origin(), "given", "read"));
        McpAccess access = access();

        assertThat(renewed(access, "Bearer error=\"insufficient_scope\", scope=\"write\""))
                .isFalse();

        assertThat(web.asked).isEmpty();
        assertThat(kept()).isEqualTo(TokenScope.of("write"));
        assertThat(wanted)
                .singleElement()
                .satisfies(it -> assertThat(it.wish(McpEntry.key("issues")))
                        .isEqualTo("wants a login that is good for 'write': tapgateway mcp-server login issues"));
        assertThat(access.headers()).containsEntry("Authorization", "Bearer old");
    }

    @Test
    void M071_nobody_is_sent_to_log_in_for_what_the_present_login_was_for() throws Exception {
        McpTokens.in(home).save(token(web.origin(), "given", "read write"));

        assertThat(renewed(access(), "Bearer error=\"insufficient_scope\", scope=\"write\""))
                .isFalse();

        assertThat(kept()).isEqualTo(TokenScope.UNNAMED);
        assertThat(wanted).singleElement().satisfies(it -> {
            assertThat(it.isOfUse()).isFalse();
            assertThat(it.wish(McpEntry.key("issues"))).doesNotContain("mcp-server login");
        });
    }

    @Test
    void M071_a_token_of_an_issuer_that_is_not_the_servers_any_more_is_neither_refreshed_nor_sent() throws Exception {
        McpTokens.in(home).save(token(web.origin(), "given", "read"));
        McpAccess access = access();
        web.issuer = Optional.of("https://login.example.com");

        assertThat(renewed(access, "Bearer")).isFalse();
        assertThat(renewed(access, "Bearer")).isFalse();

        assertThat(web.asked).isEmpty();
        assertThat(access.headers()).isEmpty();
        assertThat(wanted).hasSize(2).allMatch(LoginWanted::isOfUse);
    }

    @Test
    void M071_a_server_that_says_nothing_of_its_issuer_has_the_same_one() throws Exception {
        McpTokens.in(home).save(token("https://login.example.com", "given", "read"));
        web.issuer = Optional.empty();
        McpAccess access = access();

        assertThat(renewed(access, "Bearer")).isTrue();

        assertThat(web.asked).singleElement().satisfies(it -> assertThat(it).containsEntry("refresh_token", "again"));
        assertThat(access.headers()).containsEntry("Authorization", "Bearer new");
    }

    @Test
    void M071_a_server_that_wants_something_else_each_time_fills_no_file() throws Exception {
        McpScopes scopes = McpScopes.in(home);
        String most = "a".repeat(McpScopes.MOST_CHARACTERS - 2);
        scopes.add(web.uri(), TokenScope.of(most));

        scopes.add(web.uri(), TokenScope.of("bc"));
        assertThat(kept()).isEqualTo(TokenScope.of(most));
        scopes.add(web.uri(), TokenScope.of("b"));
        assertThat(kept()).isEqualTo(TokenScope.of(most + " b"));
    }

    @Test
    void M071_doctor_sees_what_a_server_wants_of_a_login(@TempDir Path workspace) throws Exception {
        McpEntry entry =
                McpEntry.read("issues", JsonValue.of(Map.of("url", web.uri().toString())));
        McpApprovals.in(home).add(entry, McpFiles.of(entry, workspace));
        McpScopes.in(home).add(web.uri(), TokenScope.of("write"));

        assertThat(McpObstacle.of(home, entry, workspace, Clock.systemUTC()))
                .containsExactly(new McpObstacle(
                        "The MCP server 'issues' wants a login that is good for 'write'.",
                        "Log in: tapgateway mcp-server login issues"));
        McpTokens.in(home).save(token(web.origin(), "given", "read write"));
        assertThat(McpObstacle.of(home, entry, workspace, Clock.systemUTC())).isEmpty();
    }

    @Test
    void M071_what_is_wanted_is_kept_once_for_each_server_until_it_is_there() throws Exception {
        McpScopes scopes = McpScopes.in(home);
        scopes.add(web.uri(), TokenScope.of("read"));
        scopes.add(web.uri(), TokenScope.of("write read"));

        assertThat(kept()).isEqualTo(TokenScope.of("read write"));
        assertThat(scopes.find(web.uri().resolve("/other"))).isEqualTo(TokenScope.UNNAMED);

        scopes.remove(web.uri());
        scopes.remove(web.uri());

        assertThat(kept()).isEqualTo(TokenScope.UNNAMED);
    }
}
