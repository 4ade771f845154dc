package io.tapgateway.app.control;

import static io.tapgateway.app.control.ApiFixture.assertLooksLike;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.ScriptedPeer;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairingApiTest {
    private static final String PAIR = "{\"type\":\"auth\",\"mode\":\"pair\"}";
    private static final Pattern CODE = Pattern.compile("Pairing code (\\d{6}) for ");

    private final ApiFixture api = new ApiFixture();

    @Test
    void at_first_nothing_is_open_locked_or_muted() {
        assertLooksLike(api.get("/api/pairing"), "{'lockedOut':false,'mutedOrigins':[],'pending':0}");
    }

    @Test
    void D053_a_public_page_may_ask_while_the_window_is_open() {
        turnedDown(page("https://a.example").sends(PAIR), 4401);

        api.answer(204, "POST", "/api/pairing/window", "{\"seconds\":30}");

        assertLooksLike(api.get("/api/pairing"), "{'windowClosesAt':'*','*':'*'}");
        page("https://b.example").sends(PAIR).receives("{\"type\":\"auth.pairing\",\"*\":\"*\"}");
        assertLooksLike(api.get("/api/pairing"), "{'pending':1,'*':'*'}");
        api.clock.advance(Duration.ofSeconds(30));
        turnedDown(page("https://c.example").sends(PAIR), 4401);
    }

    @Test
    void D053_a_window_that_is_closed_early_lets_nobody_ask() {
        api.answer(204, "POST", "/api/pairing/window", "");

        api.answer(204, "DELETE", "/api/pairing/window", "");

        turnedDown(page("https://a.example").sends(PAIR), 4401);
    }

    @Test
    void D047_the_code_appears_in_the_timeline_of_the_session_in_the_foreground() {
        api.answer(201, "POST", "/api/sessions", "{\"id\":\"other\"}");
        api.answer(202, "POST", "/api/sessions/other/foreground", "");

        ScriptedPeer page =
                page("http://localhost:8000").sends(PAIR).receives("{\"type\":\"auth.pairing\",\"*\":\"*\"}");

        page.sends("{\"type\":\"auth.confirm\",\"code\":\"" + code("other") + "\"}")
                .receives("{\"type\":\"sessions\",\"token\":\"*\",\"active\":[{\"id\":\"other\",\"*\":\"*\"}]}");
        assertLooksLike(api.get("/api/sessions/main/timeline"), "{'entries':[]}");
    }

    @Test
    void D052_whoever_has_not_entered_the_code_is_turned_down_when_the_user_cancels() {
        ScriptedPeer page =
                page("http://localhost:8000").sends(PAIR).receives("{\"type\":\"auth.pairing\",\"*\":\"*\"}");

        api.answer(204, "POST", "/api/pairing/cancel", "");

        turnedDown(page, 4408);
        assertLooksLike(api.get("/api/pairing"), "{'pending':0,'*':'*'}");
    }

    @Test
    void D050_an_origin_that_is_muted_is_named_until_the_user_unlocks_it() {
        for (int i = 0; i < 5; i++) {
            ScriptedPeer page = page("http://localhost:8000")
                    .sends(PAIR)
                    .receives("{\"type\":\"auth.pairing\",\"*\":\"*\"}")
                    .sends("{\"type\":\"auth.confirm\",\"code\":\"" + anotherThan(code("main")) + "\"}");
            turnedDown(page, 4401);
            api.clock.advance(Duration.ofMinutes(1));
        }
        assertLooksLike(api.get("/api/pairing"), "{'mutedOrigins':['http://localhost:8000'],'*':'*'}");

        api.answer(204, "POST", "/api/pairing/unlock", "");

        assertLooksLike(api.get("/api/pairing"), "{'mutedOrigins':[],'*':'*'}");
        page("http://localhost:8000").sends(PAIR).receives("{\"type\":\"auth.pairing\",\"*\":\"*\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"seconds\":0}", "{\"seconds\":3601}", "{\"seconds\":1.5}", "{\"seconds\":\"60\"}", "[]", "{"})
    void a_window_has_a_length_of_up_to_an_hour(String body) {
        assertLooksLike(api.answer(400, "POST", "/api/pairing/window", body), "{'error':{'code':'*','message':'*'}}");
        assertThat(api.get("/api/pairing").get("windowClosesAt")).isEmpty();
    }

    private ScriptedPeer page(String origin) {
        return ScriptedPeer.connect(api.gateway.providerPort(), new Peer.Remote(Optional.of(origin)), new Captures());
    }

    /** The newest code that a session shows. */
    private String code(String session) {
        JsonValue entries =
                api.get("/api/sessions/" + session + "/timeline").get("entries").orElseThrow();
        return entries.elements().stream()
                .filter(entry -> entry.get("level").equals(Optional.of(JsonValue.of("pairing"))))
                .map(entry -> CODE.matcher(entry.get("text").orElseThrow().asString()))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }

    private static String anotherThan(String code) {
        return code.equals("000000") ? "000001" : "000000";
    }

    /** The answer to what did not work takes a while (T-10). */
    private void turnedDown(ScriptedPeer peer, int closeCode) {
        api.clock.advance(Duration.ofSeconds(1));
        peer.receives("{\"type\":\"error\",\"code\":\"AUTH_FAILED\",\"*\":\"*\"}")
                .closedWith(closeCode);
    }
}
