package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.run.AppOnTerminal;
import io.tapgateway.app.run.AppProcess;
import io.tapgateway.app.run.ChatEndpoint;
import io.tapgateway.protocol.json.JsonValue;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a person is asked in the console, by a real browser, beside the prompt of the packaged app. */
@Timeout(120)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER, Installed.PYTHON})
class InboxIT {
    private static final Pattern LINK =
            Pattern.compile("http://[a-z2-7]{16}\\.localhost:\\d+/sign-in\\?code=[\\w-]{43}");

    @TempDir
    private Path directory;

    @AutoClose
    private Browser browser;

    @AutoClose
    private AppOnTerminal app;

    @AutoClose
    private ChatEndpoint model;

    @BeforeEach
    void signIn() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        Path rules = Files.writeString(home.resolve("approvals.json"), "{\"demo_greet\": \"ask\"}");
        Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("rw-------"));
        model = ChatEndpoint.start();
        String[] run = {"run", "--port", "0", "--control-port", "0", "--model", "m", "--base-url", model.baseUrl()};
        app = AppOnTerminal.start(directory, Map.of(), run);
        app.awaitScreen("main> ");
        Matcher link = LINK.matcher(app.text());
        assertThat(link.find()).isTrue();
        browser = Browser.start(directory.resolve("browser"));
        browser.resize(1280, 820);
        browser.open(URI.create(link.group()));
        browser.awaitText("#line", "Live");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    private AppProcess call(String name) throws Exception {
        return AppProcess.start(directory, "call", "demo_greet", "name=" + name);
    }

    /** What the prompt calls the question that it has shown last. */
    private String newestNumber() {
        Matcher shown = Pattern.compile("or deny (\\d+) WHY").matcher(app.text());
        return shown.results()
                .map(it -> it.group(1))
                .reduce((one, next) -> next)
                .orElseThrow();
    }

    /** Presses a key, as soon as the page takes it for an answer. */
    private void press(String key) {
        await().atMost(30, TimeUnit.SECONDS).untilAsserted(() -> {
            browser.run(
                    "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: args[0], bubbles: true }))", key);
            assertThat(browser.run("document.querySelectorAll('.question').length"))
                    .isEqualTo(JsonValue.of(0));
        });
    }

    @Test
    void U109_the_console_asks_over_every_view_and_says_yes_once_the_prompt_has_confirmed_it() throws Exception {
        try (AppProcess ada = call("Ada")) {
            browser.awaitText(".question", "May the agent of main use demo_greet of tap-demo?");
            browser.awaitText(".question .whole", "Ada");
            browser.awaitText(".question", "approvals.json says so");
            assertThat(browser.run("document.title").asString()).startsWith("(1) ");
            assertThat(browser.run("document.querySelector('.question button.primary').disabled"))
                    .isEqualTo(JsonValue.TRUE);

            app.type(browser.text(".confirm-code") + "\r");
            app.awaitScreen("may say yes now", "main> ");

            browser.awaitText(".confirm summary", "This browser may say yes");
            browser.clickWhenThere(".question button.primary");
            assertThat(ada.end().out()).contains("Hello, Ada!");
            app.awaitScreen("approved in the console");
        }
        try (AppProcess bob = call("Bob")) {
            browser.awaitText(".question .whole", "Bob");
            press("y");
            assertThat(bob.end().out()).contains("Hello, Bob!");
        }
        try (AppProcess dan = call("Dan")) {
            browser.awaitText(".question .whole", "Dan");
            browser.click(".question select option:nth-of-type(2)");
            browser.click(".question button.primary");
            assertThat(dan.end().out()).contains("Hello, Dan!");
            assertThat(AppProcess.run(directory, "call", "demo_greet", "name=Fay")
                            .out())
                    .contains("Hello, Fay!");
            assertThat(AppProcess.run(directory, "approvals").out()).contains("any use of 'demo_greet'");
            browser.click(".inbox-toggle");
            browser.awaitText(".grants", "main: any use of 'demo_greet'");
            browser.click(".grants button");
            await().atMost(30, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(browser.run("document.querySelectorAll('.grants li').length"))
                            .isEqualTo(JsonValue.of(0)));
        }
        try (AppProcess eve = call("Eve")) {
            browser.awaitText(".question .whole", "Eve");
            press("n");
            assertThat(eve.end().err()).contains("Denied by the user");
        }
        assertThat(browser.run("document.title").asString()).startsWith("Overview");
        try (AppProcess gus = call("Gus")) {
            browser.awaitText(".question .whole", "Gus");
            app.type("deny " + newestNumber() + " not today\r");
            browser.awaitText(".ends", "demo_greet of tap-demo – denied at the prompt: not today");
            assertThat(gus.end().err()).contains("Denied by the user: not today");
        }
    }

    @Test
    void U109_what_an_agent_asks_is_answered_in_the_console_by_a_choice_or_a_text() throws Exception {
        model.uses("ask_user", Map.of("question", "Which colour?", "choices", List.of("red", "blue")))
                .uses("ask_user", Map.of("question", "And why?"))
                .says("Painted.");
        app.type("say Paint it.\r");
        browser.awaitText(".question", "The agent of main asks:");
        browser.awaitText(".question", "Which colour?");
        assertThat(browser.run("document.querySelector('.question button.choice').disabled"))
                .isEqualTo(JsonValue.TRUE);
        app.type(browser.text(".confirm-code") + "\r");
        browser.awaitText(".confirm summary", "This browser may say yes");

        browser.clickWhenThere(".question button.choice:nth-of-type(2)");
        browser.awaitText(".question", "And why?");
        browser.type(".question textarea", "It is calm.");
        browser.click(".question button.primary");

        app.awaitScreen("[2] answered in the console", "Painted.");
        assertThat(model.requests().get(1)).contains("\"blue\"");
        assertThat(model.requests().get(2)).contains("It is calm.");
    }

    @Test
    void U107_a_second_page_of_the_browser_has_the_right_and_a_reloaded_last_one_has_not() throws Exception {
        browser.click(".inbox-toggle");
        browser.awaitText(".confirm-code", "confirm ");
        app.type(browser.text(".confirm-code") + "\r");
        browser.awaitText(".confirm summary", "This browser may say yes");

        browser.openAnother(URI.create(browser.run("location.origin").asString() + "/"));
        browser.awaitText("#line", "Live");
        browser.click(".inbox-toggle");
        browser.awaitText(".confirm summary", "This browser may say yes");
        browser.closeThis();
        browser.reload();

        browser.awaitText("#line", "Live");
        browser.click(".inbox-toggle");
        browser.awaitText(".confirm summary", "not yet yes");
    }

    @Test
    void U105_what_would_be_written_is_shown_as_what_changes_whole_and_with_nothing_hidden() {
        browser.run(
                "import('/whole-arguments.js').then((it) => document.querySelector('main').replaceChildren(it.wholeArguments(args[0], JSON.stringify(args[0]))))",
                Map.of(
                        "file_path", "a\u202etxt.java",
                        "old_string", "one\ntwo\nthree",
                        "new_string", "one\n2\u200b\nthree"));

        assertThat(browser.text("main .diff")).isEqualTo(" one\n-two\n+2\\u{200b}\n three");
        assertThat(browser.text("main .whole")).contains("a\\u{202e}txt.java").doesNotContain("Exactly");
        browser.run(
                "import('/whole-arguments.js').then((it) => document.querySelector('main').replaceChildren(it.wholeArguments(JSON.parse(args[0]), args[0])))",
                "{\"id\":12345678901234567890}");
        assertThat(browser.text("main .whole")).contains("{\"id\":12345678901234567890}");
    }
}
