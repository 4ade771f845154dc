package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How browsers come in, over real HTTP. */
@Timeout(30)
class ConsoleDoorTest {
    private static final Pattern PASS = Pattern.compile("<meta name=\"pass\" content=\"([A-Za-z0-9_-]{43})\" />");

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
        HttpResponse<String> page = fixture.send(fixture.toConsole("").GET());

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).startsWith("<!doctype html>").contains("<meta name=\"pass\" content=\"\" />");
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

    @ParameterizedTest
    @ValueSource(strings = {"", "main.js", "sign-in?code=CODE"})
    void T53_under_the_names_that_others_may_have_served_there_is_no_console(String path) throws Exception {
        String code = fixture.signIn.newLink().reveal();

        HttpResponse<String> answer = fixture.send(
                navigating(fixture.request(path.replace("CODE", code))).GET());

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).startsWith("{\"error\"");
        assertThat(answer.headers().firstValue("set-cookie")).isEmpty();
        assertThat(enter(code).statusCode()).as("the code is still good").isEqualTo(200);
    }

    @Test
    void T02_the_page_is_for_this_machine_only() throws Exception {
        assertThat(fixture.send(fixture.toConsole("")
                                .header("Origin", "https://evil.com")
                                .GET())
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void T53_a_browser_with_a_link_gets_a_cookie_that_scripts_and_other_sites_do_not() throws Exception {
        HttpResponse<String> entered = enter(fixture.signIn.newLink().reveal());

        assertThat(entered.statusCode()).isEqualTo(200);
        assertThat(header(entered, "set-cookie"))
                .startsWith("__Host-tapgateway=")
                .endsWith("; Path=/; HttpOnly; SameSite=Strict; Secure");
        assertThat(header(entered, "clear-site-data")).isEqualTo("\"storage\"");
        assertThat(header(entered, "content-security-policy")).contains("default-src 'none'");
        assertThat(entered.body()).doesNotContain(cookie(entered).split("=", 2)[1]);
    }

    @Test
    void a_used_link_brings_the_page_without_a_pass() throws Exception {
        HttpResponse<String> refused = enter("not-a-code");

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).startsWith("<!doctype html>").contains("<meta name=\"pass\" content=\"\" />");
        assertThat(refused.headers().firstValue("set-cookie")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Dest, empty",
        "Sec-Fetch-Dest, iframe",
        "Sec-Fetch-Dest, ''",
        "Sec-Fetch-Mode, cors",
        "Sec-Fetch-Mode, no-cors",
        "Service-Worker, script",
        "Service-Worker-Navigation-Preload, true",
        "Sec-Purpose, prefetch;prerender",
        "Purpose, prefetch",
        "X-Moz, prefetch"
    })
    void T53_nothing_but_a_navigation_of_the_user_signs_in(String header, String value) throws Exception {
        String code = fixture.signIn.newLink().reveal();
        HttpRequest.Builder request = navigating(fixture.toConsole("sign-in?code=" + code));

        HttpResponse<String> refused =
                fixture.send(request.setHeader(header, value).GET());

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.headers().firstValue("set-cookie")).isEmpty();
        assertThat(enter(code).statusCode()).as("the code is still good").isEqualTo(200);
    }

    @Test
    void T53_programs_do_not_sign_in() throws Exception {
        String code = fixture.signIn.newLink().reveal();

        assertThat(fixture.send(fixture.toConsole("sign-in?code=" + code).GET()).statusCode())
                .isEqualTo(403);
        assertThat(fixture.send(navigating(fixture.toConsole("sign-in?code=" + code))
                                .POST(BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void cookie_and_pass_together_open_the_api_and_neither_does_alone() throws Exception {
        HttpResponse<String> entered = enter(fixture.signIn.newLink().reveal());
        String pass = pass(entered);

        assertThat(status(fixture.toConsole("api/health").GET(), cookie(entered), pass))
                .isEqualTo(200);
        assertThat(status(fixture.toConsole("api/health").GET(), "other=1; " + cookie(entered) + "; x=y", pass))
                .isEqualTo(200);
        assertThat(status(fixture.request("api/health").GET(), cookie(entered), pass))
                .isEqualTo(401);
        assertThat(status(fixture.toConsole("api/health").GET(), cookie(entered), ""))
                .isEqualTo(401);
        assertThat(status(fixture.toConsole("api/health").GET(), cookie(entered), pass + "x"))
                .isEqualTo(401);
        assertThat(fixture.send(fixture.toConsole("api/health")
                                .header("Tap-Console", pass)
                                .GET())
                        .statusCode())
                .isEqualTo(401);
        assertThat(fixture.send(fixture.toConsole("api/health")
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
                        fixture.toConsole("api/sessions").POST(BodyPublishers.ofString(body)),
                        cookie(entered),
                        pass(entered)))
                .isEqualTo(401);
        assertThat(status(
                        fixture.toConsole("api/sessions")
                                .header("Origin", "http://localhost:1")
                                .POST(BodyPublishers.ofString(body)),
                        cookie(entered),
                        pass(entered)))
                .isEqualTo(403);
        assertThat(post("api/sessions", body, entered)).isEqualTo(201);
    }

    @Test
    void T53_a_page_starts_no_programs_opens_no_directories_and_lets_no_other_browser_in() throws Exception {
        HttpResponse<String> entered = enter(fixture.signIn.newLink().reveal());

        assertThat(post("api/sessions", "{\"id\":\"main\"}", entered)).isEqualTo(201);
        assertThat(post("api/sessions", "{\"id\":\"elsewhere\",\"cwd\":\"/\"}", entered))
                .isEqualTo(403);
        assertThat(post("api/sessions/main/spawn-tokens", "{\"name\":\"ci\"}", entered))
                .isEqualTo(403);
        assertThat(post("api/sessions/main/programs", "{\"config\":\"/x\",\"sha256\":\"0\"}", entered))
                .isEqualTo(403);
        assertThat(post("api/sign-in/links", "{}", entered)).isEqualTo(404);
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
        assertThat(status(fixture.toConsole("api/health").GET(), cookie(entered), pass(entered)))
                .isEqualTo(401);
    }

    @Test
    void the_owner_makes_links() throws Exception {
        assertThat(fixture.send(fixture.request("api/sign-in/links").POST(BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(401);

        String link = link("");

        assertThat(link).startsWith("http://" + fixture.console.host(fixture.port()) + "/sign-in?code=");
        assertThat(enter(link.split("=", 2)[1]).statusCode()).isEqualTo(200);
    }

    @Test
    void T53_by_address_the_console_is_at_a_port_of_its_own_and_the_cookie_is_not_enough_either() throws Exception {
        URI link = URI.create(link("{\"byAddress\":true}"));
        assertThat(link.toString()).matches("http://127\\.0\\.0\\.1:\\d+/sign-in\\?code=.*");
        assertThat(link.getPort()).isNotEqualTo(fixture.port());

        HttpResponse<String> entered =
                fixture.send(navigating(HttpRequest.newBuilder(link)).GET());

        assertThat(entered.statusCode()).isEqualTo(200);
        assertThat(header(entered, "set-cookie")).startsWith("tapgateway-" + link.getPort() + "=");
        URI health = link.resolve("/api/health");
        assertThat(status(HttpRequest.newBuilder(health), cookie(entered), pass(entered)))
                .isEqualTo(200);
        assertThat(status(HttpRequest.newBuilder(health), cookie(entered), "")).isEqualTo(401);
        assertThat(URI.create(link("{\"byAddress\":true}")).getPort()).isEqualTo(link.getPort());
        fixture.closePort();
        assertThat(catchThrowable(() -> fixture.send(HttpRequest.newBuilder(health))))
                .isInstanceOf(ConnectException.class);
    }

    private String link(String body) throws Exception {
        HttpResponse<String> made =
                fixture.send(fixture.fromOwner("api/sign-in/links").POST(BodyPublishers.ofString(body)));
        assertThat(made.statusCode()).isEqualTo(201);
        return ApiFixture.parsed(made.body()).get("link").orElseThrow().asString();
    }

    private HttpResponse<String> enter(String code) throws Exception {
        return fixture.send(
                navigating(fixture.toConsole("sign-in?code=" + code)).GET());
    }

    /** What browsers say of a link that the user opens. */
    private static HttpRequest.Builder navigating(HttpRequest.Builder request) {
        return request.header("Sec-Fetch-Dest", "document")
                .header("Sec-Fetch-Mode", "navigate")
                .header("Sec-Fetch-Site", "none");
    }

    private int post(String path, String body, HttpResponse<String> entered) throws Exception {
        return status(fromPage(path).POST(BodyPublishers.ofString(body)), cookie(entered), pass(entered));
    }

    private int status(HttpRequest.Builder request, String cookie, String pass) throws Exception {
        return fixture.send(request.header("Cookie", cookie).header("Tap-Console", pass))
                .statusCode();
    }

    private static String cookie(HttpResponse<String> response) {
        return header(response, "set-cookie").split(";", 2)[0];
    }

    private static String pass(HttpResponse<String> response) {
        Matcher pass = PASS.matcher(response.body());
        assertThat(pass.find()).as(response.body()).isTrue();
        return pass.group(1);
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private HttpRequest.Builder fromPage(String path) {
        return fixture.toConsole(path).header("Origin", fixture.console.at(fixture.port()));
    }
}
