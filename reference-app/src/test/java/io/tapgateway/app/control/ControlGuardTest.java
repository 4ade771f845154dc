package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.agents.AgentTokens;
import io.tapgateway.app.console.ConsoleOrigin;
import io.tapgateway.app.console.SignIn;
import io.tapgateway.app.console.Visit;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.runtime.Secret;
import io.tapgateway.transport.ws.http.RequestHead;
import io.tapgateway.transport.ws.http.RequestHead.Header;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlGuardTest {
    private static final int PORT = 9401;
    private static final Header HOST = new Header("Host", "127.0.0.1:9401");
    private static final Header TOKEN = new Header("Authorization", "Bearer owner-secret");
    private static final String NAME = "abcdefghijklmnop.localhost";
    private static final Header CONSOLE = new Header("Host", NAME + ":9401");
    private static final Header PAGE = new Header("Origin", "http://" + NAME + ":9401");

    private final SignIn signIn = new SignIn(new SecureRandom(), () -> 0);
    private final AgentTokens agents = PortFixture.agentTokens();
    private final ControlGuard guard = new ControlGuard(
            Secret.of("owner-secret"), Secret.of("hook-secret"), agents, signIn, new ConsoleOrigin(NAME));
    private final Visit visit = signIn.enter(signIn.newLink().reveal(), "").orElseThrow();
    private final Header cookie =
            new Header("Cookie", "a=b; __Host-tapgateway=" + visit.cookie().reveal());
    private final Header pass = new Header("Tap-Console", visit.pass().reveal());

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9401", "localhost:9401", "LOCALHOST:9401", "[::1]:9401"})
    void T02_lets_the_owner_in_under_every_name_of_this_machine(String host) {
        assertThat(refusal(new Header("Host", host), TOKEN)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.com:9401",
                "localhost.evil.com:9401",
                "127.0.0.1.nip.io:9401",
                "127.0.0.1",
                "127.0.0.1:9400",
                "127.0.0.1:09401",
                "0.0.0.0:9401",
                "[::1%lo]:9401",
                "localhost.:9401",
                "",
                " 127.0.0.1:9401"
            })
    void T02_refuses_every_other_host_even_with_the_token(String host) {
        assertThat(refusal(new Header("Host", host), TOKEN)).contains(403);
    }

    @Test
    void T02_refuses_a_request_without_exactly_one_host() {
        assertThat(refusal(TOKEN)).contains(403);
        assertThat(refusal(HOST, HOST, TOKEN)).contains(403);
        assertThat(refusal(CONSOLE, HOST, TOKEN, PAGE, cookie, pass)).contains(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.com",
                "null",
                "http://localhost.evil.com:9401",
                "http://127.0.0.1:9400",
                "http://127.0.0.1:9401",
                "https://127.0.0.1:9401",
                "http://localhost:9401",
                "http://127.0.0.1:9401/",
                "http://" + NAME + ":9401",
                "file://",
                ""
            })
    void T01_refuses_every_page_where_programs_come_even_with_the_token(String origin) {
        assertThat(refusal(HOST, new Header("Origin", origin), TOKEN)).contains(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9401",
                "http://localhost:9401",
                "http://" + NAME + ":9402",
                "https://" + NAME + ":9401",
                "http://other.localhost:9401",
                "null"
            })
    void T53_no_page_but_its_own_is_of_use_to_the_console(String origin) {
        assertThat(refusal(CONSOLE, new Header("Origin", origin), cookie, pass)).contains(403);
        assertThat(refusal(CONSOLE, PAGE, cookie, pass)).isEmpty();
        assertThat(refusal(CONSOLE, PAGE, PAGE, cookie, pass)).contains(403);
    }

    @Test
    void T53_what_a_browser_shows_is_good_at_the_consoles_name_and_nowhere_else() {
        assertThat(refusal(HOST, cookie, pass)).contains(401);
        assertThat(refusal(new Header("Host", "localhost:9401"), cookie, pass)).contains(401);
        assertThat(refusal(CONSOLE, TOKEN)).contains(401);
        assertThat(refusal(CONSOLE, cookie, pass)).as("looking").isEmpty();
    }

    @Test
    void T53_the_page_of_an_earlier_start_learns_that_it_is_one_and_nothing_else() {
        Header earlier = new Header("Host", "ponmlkjihgfedcba.localhost:9401");

        assertThat(refusal(earlier, cookie, pass)).contains(401);
        assertThat(refusal(earlier, TOKEN)).contains(401);
        assertThat(guard.isForConsole(head("GET", earlier), PORT)).isFalse();
    }

    @Test
    void T01_what_changes_something_must_come_from_the_page() {
        assertThat(refusal("POST", CONSOLE, cookie, pass)).contains(401);
        assertThat(refusal("POST", CONSOLE, PAGE, cookie, pass)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer wrong",
                "Bearer owner-secre",
                "Bearer owner-secretx",
                "Bearer ",
                "Bearer",
                "owner-secret",
                "Basic owner-secret"
            })
    void refuses_everybody_without_the_token(String authorization) {
        assertThat(refusal(HOST, new Header("Authorization", authorization))).contains(401);
    }

    @Test
    void refuses_a_request_with_no_token_or_with_two() {
        assertThat(refusal(HOST)).contains(401);
        assertThat(refusal(HOST, TOKEN, TOKEN)).contains(401);
    }

    @Test
    void T52_knows_the_owner_by_the_head_alone() {
        assertThat(knows(HOST, TOKEN)).isTrue();
        assertThat(knows(CONSOLE, PAGE, cookie, pass)).isTrue();
        assertThat(knows(CONSOLE, PAGE, cookie)).isFalse();
        assertThat(knows(CONSOLE, PAGE, pass)).isFalse();
        assertThat(knows(HOST, new Header("Authorization", "Bearer wrong"))).isFalse();
        assertThat(knows(TOKEN)).isFalse();
        assertThat(knows(HOST)).isFalse();
    }

    private boolean knows(Header... headers) {
        return guard.knows(head("POST", headers), PORT);
    }

    private Optional<Integer> refusal(Header... headers) {
        return refusal("GET", headers);
    }

    private Optional<Integer> refusal(String method, Header... headers) {
        RequestHead head = head(method, headers);
        return Stream.of(guard.refusalOfPlace(head, PORT), guard.refusalOfPerson(head, PORT))
                .flatMap(Optional::stream)
                .map(ApiProblem::status)
                .findFirst();
    }

    private static RequestHead head(String method, Header... headers) {
        return new RequestHead(method, "/api/sessions", "HTTP/1.1", List.of(headers));
    }
}
