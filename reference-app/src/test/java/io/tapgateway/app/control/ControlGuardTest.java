package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.console.SignIn;
import io.tapgateway.app.console.Visit;
import io.tapgateway.runtime.Secret;
import io.tapgateway.transport.ws.http.RequestHead;
import io.tapgateway.transport.ws.http.RequestHead.Header;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlGuardTest {
    private static final int PORT = 9401;
    private static final String TOKEN = "Bearer owner-secret";

    private final SignIn signIn = new SignIn(ApiFixture.NO_MEMORY, new SecureRandom(), () -> 0);
    private final ControlGuard guard = new ControlGuard(Secret.of("owner-secret"), signIn);

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9401", "localhost:9401", "LOCALHOST:9401", "[::1]:9401"})
    void T02_lets_the_owner_in_under_every_name_of_this_machine(String host) {
        assertThat(refusal(List.of(host), List.of(), List.of(TOKEN))).isEmpty();
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
        assertThat(refusal(List.of(host), List.of(), List.of(TOKEN))).contains(403);
    }

    @Test
    void T02_refuses_a_request_without_exactly_one_host() {
        assertThat(refusal(List.of(), List.of(), List.of(TOKEN))).contains(403);
        assertThat(refusal(List.of("127.0.0.1:9401", "127.0.0.1:9401"), List.of(), List.of(TOKEN)))
                .contains(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.com",
                "null",
                "http://localhost.evil.com:9401",
                "http://127.0.0.1:9400",
                "https://127.0.0.1:9401",
                "http://localhost:9401",
                "http://127.0.0.1:9401/",
                "file://",
                ""
            })
    void T01_refuses_pages_of_every_other_origin_even_with_the_token(String origin) {
        assertThat(refusal(List.of("127.0.0.1:9401"), List.of(origin), List.of(TOKEN)))
                .contains(403);
    }

    @Test
    void T01_lets_its_own_page_in_with_the_token_only() {
        List<String> own = List.of("http://127.0.0.1:9401");

        assertThat(refusal(List.of("127.0.0.1:9401"), own, List.of(TOKEN))).isEmpty();
        assertThat(refusal(List.of("127.0.0.1:9401"), own, List.of())).contains(401);
        assertThat(refusal(List.of("127.0.0.1:9401"), List.of(own.get(0), own.get(0)), List.of(TOKEN)))
                .contains(403);
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
        assertThat(refusal(List.of("127.0.0.1:9401"), List.of(), List.of(authorization)))
                .contains(401);
    }

    @Test
    void refuses_a_request_with_no_token_or_with_two() {
        assertThat(refusal(List.of("127.0.0.1:9401"), List.of(), List.of())).contains(401);
        assertThat(refusal(List.of("127.0.0.1:9401"), List.of(), List.of(TOKEN, TOKEN)))
                .contains(401);
    }

    @Test
    void T52_knows_the_owner_by_the_head_alone() {
        Visit visit = signIn.enter(signIn.newLink().reveal(), Optional.empty()).orElseThrow();
        Header host = new Header("Host", "127.0.0.1:9401");
        Header origin = new Header("Origin", "http://127.0.0.1:9401");
        Header cookie =
                new Header("Cookie", "a=b; tapgateway-9401=" + visit.cookie().reveal());
        Header pass = new Header("Tap-Console", visit.pass().reveal());

        assertThat(guard.knows(head(host, new Header("Authorization", TOKEN)), PORT))
                .isTrue();
        assertThat(guard.knows(head(host, origin, cookie, pass), PORT)).isTrue();
        assertThat(guard.knows(head(host, origin, cookie), PORT)).isFalse();
        assertThat(guard.knows(head(host, origin, pass), PORT)).isFalse();
        assertThat(guard.knows(head(host, new Header("Authorization", "Bearer wrong")), PORT))
                .isFalse();
        assertThat(guard.knows(head(new Header("Authorization", TOKEN)), PORT)).isFalse();
        assertThat(guard.knows(head(host), PORT)).isFalse();
    }

    private static RequestHead head(Header... headers) {
        return new RequestHead("POST", "/api/sessions", "HTTP/1.1", List.of(headers));
    }

    private Optional<Integer> refusal(List<String> host, List<String> origin, List<String> authorization) {
        ControlGuard.Credentials who = new ControlGuard.Credentials(host, origin, authorization, List.of(), List.of());
        return guard.refusalOfPlace(who, PORT)
                .or(() -> guard.refusalOfPerson(who, "GET", PORT))
                .map(ApiProblem::status);
    }
}
