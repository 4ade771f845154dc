package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How browsers come in, over real HTTP. */
@Timeout(30)
class ConsoleDoorTest {
    private final PortFixture fixture;

    ConsoleDoorTest() throws Exception {
        fixture = new PortFixture();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void the_page_can_run_and_reach_nothing_but_what_comes_from_this_port() throws Exception {
        HttpResponse<String> page = fixture.send(fixture.request("").GET());

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).startsWith("<!doctype html>");
        assertThat(header(page, "content-security-policy"))
                .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "form-action 'none'")
                .contains("require-trusted-types-for 'script'")
                .doesNotContain("unsafe", "*");
        assertThat(header(page, "x-frame-options")).isEqualTo("DENY");
        assertThat(header(page, "x-content-type-options")).isEqualTo("nosniff");
        assertThat(header(page, "cache-control")).isEqualTo("no-store");
        assertThat(header(page, "referrer-policy")).isEqualTo("no-referrer");
        assertThat(page.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
    }

    @Test
    void T02_the_page_is_for_this_machine_only() throws Exception {
        assertThat(fixture.send(fixture.request("")
                                .header("Origin", "https://evil.com")
                                .GET())
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void a_browser_with_a_link_gets_a_cookie_that_scripts_and_other_sites_do_not() throws Exception {
        HttpResponse<String> entered = enter(fixture.signIn.newLink().reveal());

        assertThat(entered.statusCode()).isEqualTo(200);
        assertThat(header(entered, "set-cookie"))
                .startsWith("tapgateway-" + fixture.port() + "=")
                .endsWith("; Path=/api; HttpOnly; SameSite=Strict");
        assertThat(entered.body()).doesNotContain(cookie(entered).split("=", 2)[1]);
        assertThat(enter("not-a-code").statusCode()).isEqualTo(401);
    }

    @Test
    void cookie_and_pass_together_open_the_api_and_neither_does_alone() throws Exception {
        HttpResponse<String> entered = enter(fixture.signIn.newLink().reveal());
        String pass = pass(entered);

        assertThat(status(fixture.request("api/health").GET(), cookie(entered), pass))
                .isEqualTo(200);
        assertThat(status(fixture.request("api/health").GET(), "other=1; " + cookie(entered) + "; x=y", pass))
                .isEqualTo(200);
        assertThat(status(fixture.request("api/health").GET(), cookie(entered), ""))
                .isEqualTo(401);
        assertThat(status(fixture.request("api/health").GET(), cookie(entered), pass + "x"))
                .isEqualTo(401);
        assertThat(status(
                        fixture.request("api/health").GET(),
                        "tapgateway-1=" + cookie(entered).split("=", 2)[1],
                        pass))
                .isEqualTo(401);
        assertThat(fixture.send(fixture.request("api/health")
                                .header("Tap-Console", pass)
                                .GET())
                        .statusCode())
                .isEqualTo(401);
        assertThat(fixture.send(fixture.request("api/health")
                                .header("Cookie", cookie(entered))
                                .GET())
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void T01_what_changes_something_must_come_from_the_page() throws Exception {
        HttpResponse<String> entered = enter(fixture.signIn.newLink().reveal());
        String body = "{\"id\":\"new\"}";

        assertThat(status(
                        fixture.request("api/sessions").POST(BodyPublishers.ofString(body)),
                        cookie(entered),
                        pass(entered)))
                .isEqualTo(401);
        assertThat(status(
                        fixture.request("api/sessions")
                                .header("Origin", "http://localhost:1")
                                .POST(BodyPublishers.ofString(body)),
                        cookie(entered),
                        pass(entered)))
                .isEqualTo(403);
        assertThat(status(fromPage("api/sessions").POST(BodyPublishers.ofString(body)), cookie(entered), pass(entered)))
                .isEqualTo(201);
    }

    @Test
    void only_the_page_signs_in_and_with_little_to_say() throws Exception {
        String body = "{\"code\":\"" + fixture.signIn.newLink().reveal() + "\"}";

        for (String path : List.of("api/sign-in", "api/sign-in/challenge", "api/sign-in/return")) {
            assertThat(fixture.send(fixture.request(path).POST(BodyPublishers.ofString(body)))
                            .statusCode())
                    .as(path)
                    .isEqualTo(403);
        }
        assertThat(fixture.send(fromPage("api/sign-in").POST(BodyPublishers.ofString("x".repeat(8_193))))
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void signing_out_ends_it() throws Exception {
        HttpResponse<String> entered = enter(fixture.signIn.newLink().reveal());

        HttpResponse<String> left = fixture.send(fromPage("api/sign-out")
                .header("Cookie", cookie(entered))
                .header("Tap-Console", pass(entered))
                .POST(BodyPublishers.noBody()));

        assertThat(left.statusCode()).isEqualTo(204);
        assertThat(header(left, "set-cookie")).contains("Max-Age=0");
        assertThat(status(fixture.request("api/health").GET(), cookie(entered), pass(entered)))
                .isEqualTo(401);
    }

    @Test
    void the_owner_makes_links() throws Exception {
        assertThat(fixture.send(fixture.request("api/sign-in/links").POST(BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(401);

        HttpResponse<String> made =
                fixture.send(fixture.fromOwner("api/sign-in/links").POST(BodyPublishers.noBody()));

        assertThat(made.statusCode()).isEqualTo(201);
        String code = ApiFixture.parsed(made.body()).get("code").orElseThrow().asString();
        assertThat(enter(code).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> enter(String code) throws Exception {
        return fixture.send(fromPage("api/sign-in").POST(BodyPublishers.ofString("{\"code\":\"" + code + "\"}")));
    }

    private int status(HttpRequest.Builder request, String cookie, String pass) throws Exception {
        return fixture.send(request.header("Cookie", cookie).header("Tap-Console", pass))
                .statusCode();
    }

    private static String cookie(HttpResponse<String> response) {
        return header(response, "set-cookie").split(";", 2)[0];
    }

    private static String pass(HttpResponse<String> response) {
        return ApiFixture.parsed(response.body()).get("pass").orElseThrow().asString();
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private HttpRequest.Builder fromPage(String path) {
        return fixture.request(path).header("Origin", "http://127.0.0.1:" + fixture.port());
    }
}
