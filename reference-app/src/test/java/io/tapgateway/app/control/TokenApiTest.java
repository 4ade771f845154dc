package io.tapgateway.app.control;

import static io.tapgateway.app.control.ApiFixture.assertLooksLike;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.testkit.ScriptedPeer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenApiTest {
    private static final String TOKENS = "/api/sessions/main/spawn-tokens";

    private final ApiFixture api = new ApiFixture();

    @Test
    void D039_a_program_with_a_spawn_token_has_the_whole_project_row() {
        ScriptedPeer program = program(issue("watcher"));

        program.sends(
                        "{\"type\":\"hello\",\"name\":\"watcher\",\"protocolVersion\":2,\"session\":\"main\",\"context\":\"CI is red\"}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}");

        assertLooksLike(api.get("/api/providers"), "{'providers':[{'name':'watcher','trust':'project','*':'*'}]}");
    }

    @Test
    void D059_a_spawn_token_is_for_one_session_only() {
        api.answer(201, "POST", "/api/sessions", "{\"id\":\"other\"}");

        peer(issue("watcher")).receives("{\"type\":\"sessions\",\"active\":[{\"id\":\"main\",\"*\":\"*\"}]}");
    }

    @Test
    void D074_a_spawn_token_is_for_one_name_only() {
        ScriptedPeer program = program(issue("watcher"));

        program.sends("{\"type\":\"hello\",\"name\":\"another\",\"protocolVersion\":2,\"session\":\"main\"}")
                .receives("{\"type\":\"error\",\"code\":\"UNAUTHORIZED\",\"*\":\"*\"}");
    }

    @Test
    void D041_revoking_a_token_ends_its_connections_and_repeating_it_does_no_harm() {
        String token = issue("watcher");
        ScriptedPeer program = program(token);

        revoke(token);
        revoke(token);

        api.clock.advance(Duration.ofSeconds(1));
        assertThat(api.gateway.providers()).isEmpty();
        program.closedWith(4401);
        ScriptedPeer next = peer(token);
        api.clock.advance(Duration.ofSeconds(1));
        next.receives("{\"type\":\"error\",\"code\":\"AUTH_FAILED\",\"*\":\"*\"}")
                .closedWith(4401);
    }

    @Test
    void D041_what_all_programs_share_is_not_revoked_by_showing_it() {
        String shared = api.gateway.tokens().issueDiscoveryToken().reveal();
        ScriptedPeer other = peer(shared).receives("{\"type\":\"sessions\",\"*\":\"*\"}");

        revoke(shared);

        other.sends("{\"type\":\"hello\",\"name\":\"other\",\"protocolVersion\":2,\"session\":\"main\"}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}");
    }

    private String issue(String name) {
        return api.answer(201, "POST", TOKENS, "{\"name\":\"" + name + "\"}")
                .get("token")
                .orElseThrow()
                .asString();
    }

    private void revoke(String token) {
        api.answer(204, "POST", "/api/spawn-tokens/revoke", "{\"token\":\"" + token + "\"}");
    }

    private ScriptedPeer program(String token) {
        return peer(token).receives("{\"type\":\"sessions\",\"*\":\"*\"}");
    }

    private ScriptedPeer peer(String token) {
        return ScriptedPeer.connect(api.gateway.providerPort())
                .sends("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
    }
}
