package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of the console that connects agents, in a real browser. */
@Timeout(180)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER})
class ConnectConsoleIT {
    private static final String CODEX = "main li[aria-label='Codex']";

    @TempDir
    private Path directory;

    @AutoClose
    private Browser browser;

    @AutoClose
    private PackagedApp app;

    @Test
    void G043_an_agent_is_connected_by_the_line_of_the_page_which_shows_when_it_was_heard() throws Exception {
        Path project = Files.createDirectories(directory.resolve("my project"));
        browser = Browser.start(directory.resolve("browser"));
        app = PackagedApp.start(directory.resolve("app"), "--session", "main:Main:" + project);
        Map<String, String> environment = new HashMap<>(app.ownersEnvironment());
        environment.put("HOME", directory.toString());
        InstalledShell shell = new InstalledShell(directory, environment);
        browser.resize(1280, 820);
        browser.open(app.consoleLink());
        Newcomer person = new Newcomer(browser);
        person.reads("Live");
        person.follow("Connect");
        person.reads("In " + project.toRealPath());
        browser.awaitText(CODEX, "not connected here");
        browser.awaitText(CODEX, "Last hook\nnot since this gateway started");

        shell.type(browser.text(CODEX + " pre"));
        person.press("Look again");
        browser.awaitText(CODEX + " .status", "connected here");
        browser.awaitText(CODEX, directory.resolve(".codex/config.toml").toString());
        assertThat(browser.text("main li[aria-label='Claude Code'] .status")).isEqualTo("not connected here");

        shell.type("cd '" + project + "' && echo '{\"session_id\":\"s\",\"hook_event_name\":\"Stop\",\"cwd\":\""
                + project + "\"}' | tapgateway hook codex --connected");
        person.press("Look again");
        browser.awaitText(CODEX, "Last hook\njust now");
        browser.awaitText(CODEX, "Last over MCP\nnot since this gateway started");
        try (McpAgent agent = McpAgent.start(project, environment, PackagedApp.ownersCommand("mcp"))) {
            var unused = agent.introduced("codex-mcp-client");
            browser.awaitText("#session", "codex-mcp-client-");
            person.press("Look again");
            browser.awaitText(CODEX, "Open sessions\ncodex-mcp-client-");
            browser.awaitText(CODEX, "Last over MCP\njust now");
        }

        List<String> removed = shell.type("cd '" + project + "' && tapgateway connect codex --remove")
                .lines()
                .toList();
        assertThat(removed).anyMatch(it -> it.contains("config.toml"));
        person.press("Look again");
        browser.awaitText(CODEX + " .status", "not connected here");
    }
}
