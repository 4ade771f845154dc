package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people expect of any page that they use all day, of the console. */
@Timeout(120)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER})
class ConsoleHabitsIT {
    @TempDir
    private Path directory;

    @AutoClose
    private Browser browser;

    @AutoClose
    private PackagedApp app;

    @AutoClose
    private BoundProvider provider;

    @BeforeEach
    void signIn() throws Exception {
        app = PackagedApp.start(directory.resolve("app"), "--session", "main", "--session", "other");
        Provider greeter = Provider.named("greeter")
                .tool(
                        "greet",
                        "Greets somebody.",
                        Schema.object()
                                .required(
                                        "name",
                                        Schema.of(JsonValue.of(
                                                Map.of("type", "string", "minLength", 2, "pattern", "^[A-Z][a-z]+$"))))
                                .optional("times", Schema.of(JsonValue.of(Map.of("type", "integer", "maximum", 5))))
                                .optional("api_key", Schema.string()),
                        call -> "Hello, " + call.stringArg("name"))
                .build();
        provider = WebSocketProvider.connect(app.url(), Credentials.token(app.spawnToken("greeter")), greeter);
        var unused = provider.whenBound().toCompletableFuture().join();
        browser = Browser.start(directory.resolve("browser"));
        browser.resize(1280, 820);
        browser.open(app.consoleLink());
        browser.awaitText("#line", "Live");
    }

    private void press(String key, boolean withControl) {
        browser.run(
                "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: args[0], ctrlKey: args[1], bubbles: true, cancelable: true }))",
                key,
                withControl);
    }

    private JsonValue address() {
        return browser.run("location.hash");
    }

    @Test
    void a_reload_comes_to_the_same_session_view_and_search() {
        browser.choose("#session", "other");
        browser.run("location.hash = '#/limits'");
        browser.awaitText("h1", "Limits");
        browser.type("main input[type=search]", "queued");

        browser.reload();

        browser.awaitText("h1", "Limits");
        browser.awaitText("main", "queued-calls");
        assertThat(
                        browser.run(
                                "[document.querySelector('#session').value, document.querySelector('main input[type=search]').value]"))
                .isEqualTo(JsonValue.of(List.of("other", "queued")));
    }

    @Test
    void what_is_chosen_stands_in_the_address_and_results_are_there_when_one_comes_back() {
        browser.run("location.hash = '#/tools/greet'");
        browser.awaitText(".panel h2", "greet");
        browser.type("[data-field=name]", "Ada");
        browser.click("form.call button.primary");
        browser.awaitText(".result .status", "ok");

        browser.run("location.hash = '#/calls'");
        browser.awaitText("h1", "Calls");
        browser.choose("select[data-param=result]", "succeeded");
        browser.clickWhenThere(".trace[data-result=ok] button.trace-tool");
        browser.awaitText(".call-detail", "not recorded");
        assertThat(address().asString()).contains("result=succeeded", "call=call-");
        browser.run("location.hash = '#/tools/greet'");
        browser.awaitText(".result .status", "ok");
        browser.run("history.back()");
        browser.awaitText(".call-detail", "not recorded");

        browser.reload();

        browser.awaitText("h1", "Calls");
        browser.awaitText(".trace", "greet");
        assertThat(browser.run("document.querySelector('select[data-param=result]').value"))
                .isEqualTo(JsonValue.of("succeeded"));
    }

    @Test
    void rows_that_are_open_stand_in_the_address_until_they_are_closed_and_arrows_go_along_them() {
        app.call("greet", Map.of("name", "Ada")).join();
        app.call("greet", Map.of("name", "Gus")).join();
        browser.run("location.hash = '#/calls'");
        browser.clickWhenThere(".trace:nth-child(2) button.trace-tool");
        browser.clickWhenThere(".trace:nth-child(1) button.trace-tool");
        String both = address().asString();

        browser.reload();
        browser.awaitText(".trace:nth-child(2) .call-detail", "not recorded");
        browser.awaitText(".trace:nth-child(1) .call-detail", "not recorded");
        browser.click(".trace:nth-child(1) button.trace-tool");

        assertThat(both).contains("call=call-").contains("%2Ccall-");
        assertThat(address().asString()).contains("call=call-").doesNotContain("%2C");
        browser.reload();
        browser.awaitText(".trace:nth-child(2) .call-detail", "not recorded");
        assertThat(browser.run("document.querySelectorAll('.call-detail').length"))
                .isEqualTo(JsonValue.of(1));
        browser.run("document.querySelector('.trace:nth-child(1) button.trace-tool').focus()");
        press("ArrowDown", false);
        assertThat(browser.run("document.activeElement === document.querySelector('.trace:nth-child(2) .trace-tool')"))
                .isEqualTo(JsonValue.of(true));
    }

    @Test
    void a_line_of_the_timeline_that_is_chosen_is_chosen_after_a_reload() {
        provider.push(PushLevel.SURFACE, "the first");
        provider.push(PushLevel.SURFACE, "the second");
        browser.run("location.hash = '#/timeline'");
        browser.awaitText(".windowed", "the second");
        browser.run(
                "[...document.querySelectorAll('.tl-row')].find((it) => it.textContent.includes('the first')).click()");
        browser.awaitText(".details", "the first");

        browser.reload();

        browser.awaitText(".details", "the first");
        assertThat(browser.run("document.querySelector('[aria-selected=true]').textContent")
                        .asString())
                .contains("the first");
        browser.run("location.hash = '#/streams'");
        browser.awaitText(".events", "the second");
        browser.run("document.querySelector('.events').focus()");
        press("ArrowDown", false);
        press("ArrowDown", false);
        assertThat(browser.run("document.activeElement.textContent").asString()).contains("the first");
    }

    @Test
    void keys_find_what_there_is_and_say_what_they_do() {
        press("k", true);
        browser.enter("dialog[open] input", "greet tool");
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(address().asString()).startsWith("#/tools/greet"));
        browser.awaitText(".panel h2", "greet");

        press("/", false);
        assertThat(browser.run("document.activeElement.type")).isEqualTo(JsonValue.of("search"));
        browser.run("document.activeElement.blur()");
        press("?", false);
        browser.awaitText("dialog[open]", "find a view");
    }

    @Test
    void colours_are_chosen_and_stay() {
        browser.prefer("light");
        String ground =
                browser.run("getComputedStyle(document.body).backgroundColor").asString();

        browser.click("[aria-label='Colours: As the system']");
        browser.click("[aria-label='Colours: Light']");
        browser.reload();

        browser.awaitText("#line", "Live");
        assertThat(browser.run("getComputedStyle(document.body).backgroundColor")
                        .asString())
                .isNotEqualTo(ground);
        browser.click("[aria-label='Colours: Dark']");
        assertThat(browser.run("getComputedStyle(document.body).backgroundColor")
                        .asString())
                .isEqualTo(ground);
    }

    @Test
    void a_form_says_what_is_wrong_before_anything_is_called_hides_secrets_and_remembers() {
        browser.run("location.hash = '#/tools/greet'");
        browser.awaitText(".pick-group", "greeter");
        browser.awaitText(".panel h2", "greet");
        assertThat(browser.run("document.querySelector('[data-field=api_key]').type"))
                .isEqualTo(JsonValue.of("password"));

        browser.click("form.call button.primary");
        browser.awaitText(".complaint", "'name' is missing. Fill it in.");
        browser.type("[data-field=name]", "A-");
        browser.click("form.call button.primary");
        browser.awaitText(".complaint", "'name' does not match ^[A-Z][a-z]+$.");
        browser.run("document.querySelector('[data-field=name]').value = ''");
        browser.type("[data-field=name]", "A");
        browser.click("form.call button.primary");
        browser.awaitText(".complaint", "'name' has 1 characters; it needs 2 or more.");
        browser.type("[data-field=name]", "da");
        browser.type("[data-field=times]", "9");
        browser.click("form.call button.primary");
        browser.awaitText(".complaint", "'times' is too large; 5 is the most.");
        browser.run("document.querySelector('[data-field=times]').value = 3");
        browser.click("form.call button.primary");
        browser.awaitText(".result .data", "Hello, Ada");
        browser.run("location.hash = '#/limits'");
        browser.awaitText("h1", "Limits");
        browser.run("location.hash = '#/tools/greet'");
        browser.clickWhenThere("form.call .fields button");

        assertThat(browser.run("['name', 'times'].map((it) => document.querySelector(`[data-field=${it}]`).value)"))
                .isEqualTo(JsonValue.of(List.of("Ada", "3")));
    }

    @Test
    void a_gateway_that_is_gone_is_said_over_everything() throws Exception {
        app.kill();

        browser.awaitText(".gone", "The gateway does not answer. What you see is as of");
        assertThat(browser.run("getComputedStyle(document.querySelector('main')).filter"))
                .isEqualTo(JsonValue.of("grayscale(1)"));
    }
}
