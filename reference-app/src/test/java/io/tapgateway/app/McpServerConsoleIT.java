package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.MeterServer;
import io.tapgateway.app.run.AppOnTerminal;
import io.tapgateway.app.run.AppProcess;
import io.tapgateway.protocol.json.JsonValue;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** MCP servers in the console of the packaged app: how they are, and a person lets changed tools in. */
@Timeout(180)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER, Installed.PYTHON})
class McpServerConsoleIT {
    private static final Pattern LINK =
            Pattern.compile("http://[a-z2-7]{16}\\.localhost:\\d+/sign-in\\?code=[\\w-]{43}");

    @TempDir
    private Path directory;

    /** Not in the workspace: what is there has to be approved as it is. */
    @TempDir
    private Path elsewhere;

    @AutoClose
    private Browser browser;

    @AutoClose
    private AppOnTerminal app;

    private MeterServer server;
    private Newcomer person;

    @BeforeEach
    void signIn() throws Exception {
        server = MeterServer.approved(
                new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")), elsewhere);
        app = AppOnTerminal.start(directory, Map.of(), "run", "--port", "0", "--control-port", "0");
        app.awaitScreen("main> ");
        Matcher link = LINK.matcher(app.text());
        assertThat(link.find()).isTrue();
        browser = Browser.start(directory.resolve("browser"));
        browser.resize(1280, 820);
        browser.open(URI.create(link.group()));
        person = new Newcomer(browser);
        person.reads("Live");
    }

    private JsonValue disabled(String button) {
        return browser.run(
                "[...document.querySelectorAll('main button')].find((it) => it.textContent === args[0]).disabled",
                button);
    }

    @Test
    void M067_U107_a_person_sees_what_is_new_of_a_tool_and_lets_it_in() throws Exception {
        person.follow("MCP servers");
        browser.awaitText("[aria-label='meter'] .status", "ready");
        person.reads("meter_read");

        server.describe("Reads <b>and resets</b> the meter.");
        person.press("Restart");
        person.reads("read waits for you: it has changed:");
        person.reads("+ /description: \"Reads <b>and resets</b> the meter.\"");
        person.reads("let this browser say yes first, under Approvals");
        assertThat(disabled("Let the agent have them so")).isEqualTo(JsonValue.TRUE);

        person.press("Approvals");
        person.reads("Type at the prompt of tapgateway run: confirm ");
        app.type(browser.text(".confirm-code") + "\r");
        person.reads("This browser may say yes");
        person.press("Close the approvals");
        person.press("Let the agent have them so");
        person.reads("meter_read");
        assertThat(AppProcess.run(directory, "tools").out()).contains("meter_read");
    }
}
