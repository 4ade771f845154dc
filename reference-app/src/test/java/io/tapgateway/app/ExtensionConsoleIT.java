package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.run.AppOnTerminal;
import io.tapgateway.app.run.AppProcess;
import io.tapgateway.protocol.json.JsonValue;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The extensions of a project in the console of the packaged app: a person looks at them, starts, uses and stops them.
 */
@Timeout(180)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER, Installed.PYTHON})
class ExtensionConsoleIT {
    private static final Pattern LINK =
            Pattern.compile("http://[a-z2-7]{16}\\.localhost:\\d+/sign-in\\?code=[\\w-]{43}");

    /** Answers each call of its tool, and wants to hear of something that does not exist. */
    private static final String WATCHER = """
            #!/bin/sh
            echo '{"type":"hello","name":"watcher","version":"1.0"}'
            echo '{"type":"register_tool","name":"read_meter","description":"Reads the meter."}'
            echo '{"type":"register_command","name":"greet","description":"Greets."}'
            echo '{"type":"subscribe","intercept":["dinner"]}'
            echo '{"type":"ready"}'
            echo 'began <b>' >&2
            while read -r line; do
                case $line in
                *'"tool_call"'*)
                    id=${line#*\\"id\\":\\"}
                    echo '{"type":"tool_result","id":"'"${id%%\\"*}"'","content":[{"type":"text","text":"READING"}]}' ;;
                *'"shutdown"'*) exit ;;
                esac
            done
            """;

    @TempDir
    private Path directory;

    @AutoClose
    private Browser browser;

    private AppOnTerminal app;
    private Path program;
    private Newcomer person;

    @BeforeEach
    void signIn() throws Exception {
        Path made = Files.createDirectories(directory.resolve("project/.zot/extensions/watcher"));
        program = Files.writeString(made.resolve("run"), WATCHER.replace("READING", "12 kWh"));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(made.resolve("extension.json"), "{\"name\":\"watcher\",\"exec\":\"./run\"}");
        app = AppOnTerminal.start(
                directory,
                Map.of(),
                "run",
                "--port",
                "0",
                "--control-port",
                "0",
                "--zot",
                "--session",
                "main:Main:" + directory.resolve("project"));
        app.awaitScreen("Start it whenever all of this is the same?");
        app.type("n\r");
        app.awaitScreen("main> ");
        Matcher link = LINK.matcher(app.text());
        assertThat(link.find()).isTrue();
        browser = Browser.start(directory.resolve("browser"));
        browser.resize(1280, 820);
        browser.open(URI.create(link.group()));
        person = new Newcomer(browser);
        person.reads("Live");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    private void confirm() throws Exception {
        person.press("Approvals");
        person.reads("Type at the prompt of tapgateway run: confirm ");
        app.type(browser.text(".confirm-code") + "\r");
        person.reads("This browser may say yes");
        person.press("Close the approvals");
    }

    private JsonValue disabled(String button) {
        return browser.run(
                "[...document.querySelectorAll('main button')].find((it) => it.textContent === args[0]).disabled",
                button);
    }

    @Test
    void Z026_Z038_Z113_a_person_looks_at_an_extension_starts_it_uses_it_and_stops_it() throws Exception {
        person.follow("Extensions");
        person.reads("let this browser say yes first, under Approvals");
        person.reads("it belongs to the project, and you have not approved it as it is now");
        assertThat(disabled("Look at it")).isEqualTo(JsonValue.TRUE);
        confirm();

        person.press("Look at it");
        person.reads("watcher is started with your rights:");
        person.reads("Your answer covers these files as they are now:");
        assertThat(browser.text("[aria-label='Files that are covered']"))
                .isEqualTo(program.toRealPath().toString());
        assertThat(browser.text("[aria-label='watcher, to be approved']")).containsPattern("[0-9a-f]{64}");
        person.press("Start it whenever this is the same");
        person.reads("/greet");
        assertThat(browser.text("[aria-label='watcher'] .status")).isEqualTo("ready");
        person.reads("'dinner', which never happens");
        person.open("Log");
        person.reads("began <b>");

        person.follow("Tools");
        person.follow("read_meter");
        person.press("Call");
        person.reads("12 kWh");

        person.follow("Extensions");
        person.press("Stop");
        browser.awaitText("[aria-label='watcher'] .status", "ended");
        assertThat(AppProcess.run(directory, "tools").out()).doesNotContain("read_meter");
        person.press("Look at it");
        person.press("Start it whenever this is the same");
        browser.awaitText("[aria-label='watcher'] .status", "ready");
    }

    @Test
    void Z024_an_extension_that_has_changed_waits_for_a_look_again() throws Exception {
        confirm();
        person.follow("Extensions");
        person.press("Look at those of the project");
        person.press("Start it whenever this is the same");
        browser.awaitText("[aria-label='watcher'] .status", "ready");

        Files.writeString(program, WATCHER.replace("READING", "13 kWh"));
        person.press("Start all again");
        browser.awaitText("[aria-label='watcher'] .status", "unapproved");
        browser.awaitText("[aria-label='watcher']", "has changed");
        assertThat(AppProcess.run(directory, "tools").out()).doesNotContain("read_meter");

        person.press("Look at it");
        person.press("Not now");
        browser.awaitText("[aria-label='watcher'] .status", "unapproved");
        person.press("Look at it");
        person.press("Start it whenever this is the same");
        browser.awaitText("[aria-label='watcher']", "ready after");
        person.follow("Tools");
        person.follow("read_meter");
        person.press("Call");
        person.reads("13 kWh");
    }
}
