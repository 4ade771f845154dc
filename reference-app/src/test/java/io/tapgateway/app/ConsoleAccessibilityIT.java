package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.MeterServer;
import io.tapgateway.app.run.ChatEndpoint;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ToolAnnotations;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The console as axe sees it: whoever uses a keyboard, a screen reader or tired eyes can do what others do. */
@Timeout(300)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER, Installed.NPM})
class ConsoleAccessibilityIT {
    private static final ToolAnnotations DESTRUCTIVE =
            new ToolAnnotations(Optional.empty(), Optional.of(true), Optional.empty(), Optional.empty());
    private static final int WIDE = 1_280;
    private static final int NARROW = 390;
    private static final int TALL = 840;

    private static final String EXTENSION = """
            #!/bin/sh
            echo '{"type":"hello","name":"weather"}'
            echo '{"type":"register_tool","name":"forecast","description":"Says how it will be."}'
            echo '{"type":"register_command","name":"tomorrow","description":"Says how it will be tomorrow."}'
            echo '{"type":"subscribe","events":["tool_call"],"intercept":["dinner"]}'
            echo '{"type":"notify","level":"warn","message":"It may rain."}'
            echo '{"type":"ready"}'
            cat > /dev/null
            """;

    @TempDir
    private Path directory;

    @TempDir
    private Path elsewhere;

    @AutoClose
    private Browser browser;

    @AutoClose
    private PackagedApp app;

    @AutoClose
    private ChatEndpoint model;

    private Axe axe;

    @Test
    @ThoroughOnly("it looks at every view twice, with a library from npm")
    void no_view_has_a_finding_in_light_and_in_dark() throws Exception {
        String source = Axe.source(directory);
        browser = Browser.start(directory.resolve("browser"));
        Path appDirectory = directory.resolve("app");
        MeterServer meter = MeterServer.approved(
                new HomeDirectory(appDirectory.resolve("home"), appDirectory.resolve("copilot")), elsewhere);
        app = PackagedApp.start(
                appDirectory, "--record-calls", "--ext", extension().toString());
        try (BoundProvider provider =
                WebSocketProvider.connect(app.url(), Credentials.token(app.spawnToken("ci")), ci())) {
            app.awaitTools("builds", "fails", "forecast", "meter_read", "wipe");
            meter.describe("Resets the meter.");
            provider.push(Push.to("news").surface("a build begins"));
            app.call("builds", Map.of("branch", "main")).join();
            app.codeOfCall("fails", Map.of()).join();
            browser.open(app.consoleLink());
            browser.awaitText("#line", "Live");
            axe = Axe.in(browser, source);

            for (String scheme : List.of("light", "dark")) {
                browser.prefer(scheme);
                for (String view : FurnishedApp.VIEWS) {
                    go(view);
                    use(view);
                    axe.look(scheme + " " + view);
                }
            }
            assertThat(axe.findings()).isEmpty();
        }
    }

    @Test
    @ThoroughOnly("it looks at what opens over the views and at narrow ones, with a library from npm")
    void no_card_dialog_or_narrow_view_has_a_finding_while_calls_and_an_agent_wait_for_a_person() throws Exception {
        String source = Axe.source(directory);
        browser = Browser.start(directory.resolve("browser"));
        model = ChatEndpoint.start();
        model.says("# Done\n\n- **one** of `two`\n")
                .uses("ask_user", Map.of("question", "Which colour?", "choices", List.of("red", "blue")));
        app = PackagedApp.start(
                directory.resolve("app"),
                "--record-calls",
                "--absent",
                "wait",
                "--model",
                "m",
                "--base-url",
                model.baseUrl());
        try (BoundProvider provider =
                WebSocketProvider.connect(app.url(), Credentials.token(app.spawnToken("ci")), ci())) {
            provider.whenBound().toCompletableFuture().join();
            app.awaitTools("builds", "fails", "wipe");
            app.call("builds", Map.of("branch", "main")).join();
            var waits = app.codeOfCall("wipe", Map.of("path", "/code"));
            browser.resize(WIDE, TALL);
            browser.open(app.consoleLink());
            browser.awaitText("#line", "Live");
            browser.awaitText(".question", "dangerous");
            axe = Axe.in(browser, source);
            for (String scheme : List.of("light", "dark")) {
                browser.prefer(scheme);
                browser.resize(WIDE, TALL);
                lookOverViews(scheme);
                browser.resize(NARROW, TALL);
                for (String view : FurnishedApp.VIEWS) {
                    go(view);
                    axe.look(scheme + ", narrow, " + view);
                    assertThat(browser.run("document.documentElement.scrollWidth - innerWidth"))
                            .as(view + " is not wider than the window")
                            .isEqualTo(JsonValue.of(0));
                }
            }
            assertThat(axe.findings()).isEmpty();
            assertThat(waits).isNotDone();
        }
    }

    @Test
    @ThoroughOnly("it looks at forms, changes and a panel, with a library from npm")
    @Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER, Installed.NPM, Installed.PYTHON})
    void no_form_change_or_panel_has_a_finding_where_a_person_may_say_yes() throws Exception {
        String source = Axe.source(directory);
        try (FurnishedApp furnished = FurnishedApp.open(directory)) {
            Browser page = furnished.browser();
            Axe there = Axe.in(page, source);
            page.run("location.hash = '#/tools/edit'");
            page.awaitText(".panel h2", "edit");
            for (String scheme : List.of("light", "dark")) {
                page.prefer(scheme);
                for (int width : List.of(WIDE, NARROW)) {
                    page.resize(width, TALL);
                    furnished.person().reads("Who gets the report?");
                    furnished.person().reads("It changes greet.txt.");
                    there.look(scheme + ", " + width + ", a form, a change, and the form of a tool");
                }
            }
            page.resize(WIDE, TALL);
            furnished.person().press("Close the approvals");
            furnished.person().follow("Commands");
            furnished.person().fill("combobox", "Command", "/play");
            furnished.person().press("Run");
            page.awaitText(".panel-title", "game: Board");
            for (String scheme : List.of("light", "dark")) {
                page.prefer(scheme);
                there.look(scheme + ", a panel");
            }
            assertThat(there.findings()).isEmpty();
        }
    }

    private void lookOverViews(String scheme) {
        showInbox();
        axe.look(scheme + ", an approval, and how to get the right");
        press("?", false);
        axe.look(scheme + ", the keys");
        browser.run("document.querySelector('dialog[open]').close()");
        press("k", true);
        axe.look(scheme + ", the finder");
        browser.run("document.querySelector('dialog[open]').close()");
        go("chat");
        browser.enter(".chat-form textarea", "Go on.");
        browser.awaitText(".chat", scheme.equals("light") ? "Done" : "Which colour?");
        axe.look(scheme + ", the chat");
        go("gates");
        browser.run("document.querySelector('#gate-tool').value = 'deploy'");
        browser.click("form.card button.primary");
        browser.awaitText("article.result", "CI is red");
        axe.look(scheme + ", what gates answer");
        go("calls");
        browser.clickWhenThere(".trace[data-result=running] button.trace-tool[aria-expanded=false]");
        browser.awaitText(".call-detail", "It waits for a person");
        axe.look(scheme + ", a call that waits");
    }

    private void showInbox() {
        browser.run("document.querySelector('#inbox').hidden && document.querySelector('.inbox-toggle').click()");
    }

    private void press(String key, boolean control) {
        browser.run(
                "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: args[0], ctrlKey: args[1], bubbles: true }))",
                key,
                control);
        assertThat(browser.run("document.querySelectorAll('dialog[open]').length"))
                .isEqualTo(JsonValue.of(1));
    }

    private void go(String view) {
        var unused = browser.run("location.hash = '#/" + view + "'");
        await().atMost(RunningProgram.PATIENCE)
                .until(() -> browser.run("document.querySelector('main h1, main h2') !== null")
                        .equals(JsonValue.of(true)));
    }

    /** What is only there once somebody has done something is looked at as well. */
    private void use(String view) {
        if (view.equals("tools/builds")) {
            browser.awaitText(".panel h2", "builds");
            browser.type("[data-field=branch]", "main");
            browser.click("form.call button.primary");
            browser.awaitText(".result .json-tree", "rows");
            browser.click(".result .json-tree summary");
            browser.awaitText(".result .json-table", "number");
        } else if (view.equals("commands")) {
            browser.awaitText("main", "It may rain.");
            browser.awaitText("main", "/tomorrow");
        } else if (view.equals("servers")) {
            browser.clickWhenThere("[aria-label=meter] .actions:last-child button");
            browser.awaitText("main", "Resets the meter.");
        } else if (view.equals("extensions")) {
            browser.awaitText("main", "which never happens");
            browser.clickWhenThere("main summary");
        } else if (view.equals("connect")) {
            browser.awaitText("main", "Codex");
        } else if (view.equals("calls")) {
            browser.clickWhenThere(".trace[data-result=ok] button.trace-tool");
            browser.awaitText(".call-detail", "Replay");
        }
    }

    /** With something to say in each part of its card. */
    private Path extension() throws IOException {
        Path made = Files.createDirectories(directory.resolve("weather"));
        Path program = Files.writeString(made.resolve("run"), EXTENSION);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(made.resolve("extension.json"), "{\"name\":\"weather\",\"exec\":\"./run\"}");
        return made;
    }

    private static Provider ci() {
        List<Map<String, ?>> rows = IntStream.range(0, 20)
                .<Map<String, ?>>mapToObj(i -> Map.of("number", i))
                .toList();
        return Provider.named("ci")
                .tool(
                        "builds",
                        "Lists builds.",
                        Schema.object().required("branch", Schema.string().describedAs("whose builds")),
                        call -> Map.of("rows", rows, "text", "# None"))
                .tool("fails", "Fails.", Schema.object(), call -> {
                    throw new IllegalStateException("broken");
                })
                .tool(Tool.of(
                                "wipe",
                                "Removes a directory.",
                                Schema.object().required("path", Schema.string()),
                                call -> "gone")
                        .hinting(DESTRUCTIVE))
                .ask(Match.tool("wipe"), "Does anybody want that?")
                .deny(Match.tool("deploy"), "CI is red")
                .context("CI is red")
                .build();
    }
}
