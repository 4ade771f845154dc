package io.tapgateway.mcp.protocol.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.mcp.protocol.http.Challenge;
import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OauthTest {
    private static final URI SERVER = URI.create("https://issues.example.com/api/mcp");
    private static final URI ISSUER = URI.create("https://login.example.com/tenant");
    private static final String WORDS = "{\"issuer\":\"https://login.example.com/tenant\","
            + "\"authorization_endpoint\":\"https://login.example.com/authorize?a=b\","
            + "\"token_endpoint\":\"https://login.example.com/token\",\"code_challenge_methods_supported\":[\"S256\"],"
            + "\"authorization_response_iss_parameter_supported\":true}";

    private static JsonValue json(String text) throws Exception {
        return JsonValue.parse(text);
    }

    private static LoginRequest login() throws Exception {
        return new LoginRequest(
                AuthorizationServer.read(json(WORDS), ISSUER),
                OauthClient.of("client"),
                URI.create("http://127.0.0.1:5/callback"),
                SERVER,
                TokenScope.of("read write"),
                "state",
                "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
    }

    @Test
    void M071_documents_of_a_server_are_looked_for_at_its_own_origin_only() {
        Challenge near = Challenge.read(
                "Bearer realm=\"x\", resource_metadata=\"https://issues.example.com/where\", scope=read");
        Challenge far = Challenge.read("Bearer resource_metadata=\"https://evil.example.com/where\"");

        assertThat(near.scope()).isEqualTo(TokenScope.of("read"));
        assertThat(WellKnown.ofServer(SERVER, near))
                .extracting(URI::toString)
                .containsExactly(
                        "https://issues.example.com/where",
                        "https://issues.example.com/.well-known/oauth-protected-resource/api/mcp",
                        "https://issues.example.com/.well-known/oauth-protected-resource");
        assertThat(WellKnown.ofServer(SERVER, far))
                .hasSize(2)
                .noneMatch(it -> it.getHost().contains("evil"));
        assertThat(WellKnown.ofServer(SERVER, Challenge.read("Bearer resource_metadata=\":::\"")))
                .hasSize(2);
    }

    @Test
    void M071_documents_of_an_issuer_with_a_path_are_looked_for_at_three_places() {
        assertThat(WellKnown.ofIssuer(ISSUER))
                .extracting(URI::toString)
                .containsExactly(
                        "https://login.example.com/.well-known/oauth-authorization-server/tenant",
                        "https://login.example.com/.well-known/openid-configuration/tenant",
                        "https://login.example.com/tenant/.well-known/openid-configuration");
        assertThat(WellKnown.ofIssuer(URI.create("https://login.example.com/"))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"resource\":\"https://other.example.com/api/mcp\",\"authorization_servers\":[\"https://a.example.com\"]}",
                "{\"resource\":\"https://issues.example.com/api/other\",\"authorization_servers\":[\"https://a.example.com\"]}",
                "{\"resource\":\"https://issues.example.com/api/m\",\"authorization_servers\":[\"https://a.example.com\"]}",
                "{\"resource\":\"https://issues.example.com/api/mcp\",\"authorization_servers\":[]}",
                "{\"authorization_servers\":[\"https://a.example.com\"]}",
                "[]"
            })
    void M071_what_is_said_about_another_server_does_not_count(String document) {
        assertThatThrownBy(() -> ProtectedResource.read(json(document), SERVER)).isInstanceOf(OauthFault.class);
    }

    @Test
    void M071_a_server_may_be_part_of_a_larger_resource() throws Exception {
        ProtectedResource found = ProtectedResource.read(
                json("{\"resource\":\"https://issues.example.com/api\",\"authorization_servers\":[\"" + ISSUER
                        + "\"],\"scopes_supported\":[\"read\"]}"),
                SERVER);

        assertThat(found.issuers()).containsExactly(ISSUER);
        assertThat(found.scope()).isEqualTo(TokenScope.of("read"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "login.example.com/tenant\"|login.example.com/other\"|somebody else",
                "[\"S256\"]|[\"plain\"]|PKCE",
                "https://login.example.com/token|http://login.example.com/token|https://",
                "https://login.example.com/token|https://a:b@login.example.com/token|https://",
            })
    void M071_an_issuer_that_is_somebody_else_or_careless_is_refused(String from, String to, String reason) {
        assertThatThrownBy(() -> AuthorizationServer.read(json(WORDS.replace(from, to)), ISSUER))
                .isInstanceOf(OauthFault.class)
                .hasMessageContaining(reason);
    }

    @Test
    void M071_the_link_names_the_server_and_holds_the_code_to_who_has_asked() throws Exception {
        assertThat(login().link().toString())
                .startsWith("https://login.example.com/authorize?a=b&response_type=code&client_id=client&")
                .contains(
                        "redirect_uri=http%3A%2F%2F127.0.0.1%3A5%2Fcallback",
                        "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256",
                        "resource=https%3A%2F%2Fissues.example.com%2Fapi%2Fmcp",
                        "scope=read+write")
                .doesNotContain("dBjftJeZ4CVP");
        assertThat(login().exchange("c&d"))
                .contains(
                        "grant_type=authorization_code",
                        "code=c%26d",
                        "code_verifier=dBjftJeZ4CVP",
                        "resource=https%3A");
    }

    @Test
    void M071_a_code_counts_that_comes_from_this_issuer_for_this_login() throws Exception {
        String issuer = "iss=https%3A%2F%2Flogin.example.com%2Ftenant";

        assertThat(login().code("code=c%2Fd&state=state&" + issuer)).isEqualTo("c/d");
        for (String other : List.of(
                "code=c&state=other&" + issuer,
                "code=c&state=state",
                "code=c&state=state&iss=https%3A%2F%2Fevil.example.com",
                "error=access_denied&state=state&" + issuer,
                "code=%zz&state=state",
                "")) {
            assertThatThrownBy(() -> login().code(other)).as(other).isInstanceOf(OauthFault.class);
        }
    }

    @Test
    void M071_a_token_is_kept_whole_and_what_a_refresh_does_not_say_stays() throws Exception {
        ServerToken token = ServerToken.read(
                json("{\"token_type\":\"bearer\",\"access_token\":\"A\",\"refresh_token\":\"R\",\"expires_in\":60}"),
                login(),
                1_000);

        ServerToken stored = ServerToken.stored(JsonWriter.toValue(token::write));
        ServerToken next = stored.refreshed(json("{\"token_type\":\"Bearer\",\"access_token\":\"B\"}"), 2_000);

        assertThat(stored).isEqualTo(token);
        assertThat(token.endsAt()).contains(61_000L);
        assertThat(token.refreshing().orElseThrow())
                .contains("grant_type=refresh_token", "refresh_token=R", "resource=");
        assertThat(next.access()).isEqualTo("B");
        assertThat(next.refresh()).contains("R");
        assertThat(next.endsAt()).isEmpty();
        assertThat(token.toString()).isEqualTo("token of https://login.example.com/tenant for " + SERVER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"token_type\":\"mac\",\"access_token\":\"A\"}",
                "{\"token_type\":\"Bearer\",\"access_token\":\"A\\r\\nX: y\"}",
                "{\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"A\"}",
                "[]"
            })
    void M071_what_is_no_token_is_none(String answer) {
        assertThatThrownBy(() -> ServerToken.read(json(answer), login(), 0)).isInstanceOf(OauthFault.class);
    }

    @Test
    void M071_clients_introduce_themselves_without_a_secret_where_that_is_enough() throws Exception {
        AuthorizationServer server = AuthorizationServer.read(json(WORDS), ISSUER);

        assertThat(ClientRegistration.request(server, URI.create("http://127.0.0.1:5/callback"), TokenScope.UNNAMED))
                .contains(
                        "\"token_endpoint_auth_method\":\"none\"",
                        "\"redirect_uris\":[\"http://127.0.0.1:5/callback\"]");
        assertThat(ClientRegistration.client(server, json("{\"client_id\":\"c\"}")))
                .isEqualTo(OauthClient.of("c"));
        assertThatThrownBy(() -> ClientRegistration.client(server, json("{}"))).isInstanceOf(OauthFault.class);
    }

    @ParameterizedTest
    @CsvSource({
        "none,client_id=c,",
        "client_secret_post,client_id=c&client_secret=s%26,",
        "client_secret_basic,'',Basic YzpzJTI2"
    })
    void M071_a_client_shows_who_it_is_as_it_is_wanted(String method, String form, String header) throws Exception {
        AuthorizationServer server = AuthorizationServer.read(
                json(WORDS.replace(
                        "{\"issuer\"",
                        "{\"token_endpoint_auth_methods_supported\":[\"x\",\"" + method + "\"],\"issuer\"")),
                ISSUER);

        OauthClient client = ClientRegistration.client(
                server,
                json(
                        "none".equals(method)
                                ? "{\"client_id\":\"c\"}"
                                : "{\"client_id\":\"c\",\"client_secret\":\"s&\"}"));

        assertThat(LoginRequest.form(client.fields())).isEqualTo(form);
        assertThat(client.header()).isEqualTo(Optional.ofNullable(header));
        assertThat(client.toString()).isEqualTo("c");
    }

    @Test
    void M071_an_issuer_that_wants_more_than_that_is_refused() {
        String words = WORDS.replace(
                "{\"issuer\"", "{\"token_endpoint_auth_methods_supported\":[\"private_key_jwt\"],\"issuer\"");

        assertThatThrownBy(() -> AuthorizationServer.read(json(words), ISSUER)).isInstanceOf(OauthFault.class);
    }

    private static AuthorizationServer server(String more) throws Exception {
        return AuthorizationServer.read(json(WORDS.replace("{\"issuer\"", "{" + more + "\"issuer\"")), ISSUER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|client_secret_basic",
                "client_secret_post,client_secret_basic|client_secret_basic",
                "none,client_secret_post|client_secret_post",
                "private_key_jwt,client_secret_post|client_secret_post",
                "none|none"
            })
    void M071_a_client_that_somebody_was_given_shows_its_secret_as_it_is_wanted(String offered, String method)
            throws Exception {
        String methods = offered == null
                ? ""
                : "\"token_endpoint_auth_methods_supported\":[\"" + offered.replace(",", "\",\"") + "\"],";

        OauthClient client = new KnownClient("given", Optional.of("hidden"))
                .at(server(methods))
                .orElseThrow();

        assertThat(client)
                .isEqualTo(
                        new OauthClient("given", Optional.of("hidden").filter(it -> !method.equals("none")), method));
        assertThat(client.toString()).isEqualTo("given");
        assertThat(new KnownClient("given", Optional.of("hidden")).toString()).isEqualTo("given");
    }

    @Test
    void M071_a_client_id_that_is_an_address_is_used_where_documents_are_read_and_without_a_secret() throws Exception {
        String reads = "\"client_id_metadata_document_supported\":true,";
        KnownClient document = new KnownClient("https://example.com/client.json", Optional.of("hidden"));

        assertThat(document.isPortable()).isTrue();
        assertThat(document.at(server(reads))).contains(OauthClient.of("https://example.com/client.json"));
        assertThat(document.at(server(""))).isEmpty();
        for (String other :
                List.of("https://example.com", "https://example.com/", "http://example.com/a", "https:a", "a b")) {
            KnownClient given = new KnownClient(other, Optional.empty());
            assertThat(given.isPortable()).as(other).isFalse();
            assertThat(given.at(server(""))).as(other).contains(OauthClient.of(other));
        }
    }

    @Test
    void M071_a_server_that_names_another_issuer_does_not_trust_the_first() throws Exception {
        ProtectedResource resource = ProtectedResource.read(
                json("{\"resource\":\"" + SERVER + "\",\"authorization_servers\":[\"https://a.example.com/\",\""
                        + ISSUER + "\"]}"),
                SERVER);

        assertThat(resource.trusts(ISSUER.toString())).isTrue();
        assertThat(resource.trusts("https://a.example.com")).isTrue();
        assertThat(resource.trusts("https://b.example.com")).isFalse();
    }

    @Test
    void M071_a_token_remembers_what_it_was_asked_for() throws Exception {
        ServerToken token = ServerToken.read(
                json("{\"token_type\":\"Bearer\",\"access_token\":\"A\",\"scope\":\"read\"}"), login(), 0);

        assertThat(ServerToken.stored(JsonWriter.toValue(token::write)).scope()).isEqualTo(TokenScope.of("read write"));
        assertThat(token.refreshed(json("{\"token_type\":\"Bearer\",\"access_token\":\"B\"}"), 0)
                        .scope())
                .isEqualTo(TokenScope.of("read write"));
    }
}
