package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.run.AppOnTerminal;
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

/** A game in the panel of an extension, played at the prompt of the packaged app and in a real browser. */
@Timeout(120)
@Needs(Installed.PYTHON)
class PanelIT {
    private static final Pattern LINK =
            Pattern.compile("http://[a-z2-7]{16}\\.localhost:\\d+/sign-in\\?code=[\\w-]{43}");

    /** A piece on a board of three by three: arrows move it, a letter renames it, enter writes a line. */
    private static final String GAME = """
            import json, sys

            x, y, piece, panel = 1, 1, "o", ""

            def say(**frame):
                print(json.dumps(frame), flush=True)

            def drawn():
                rows = ["".join(piece if (x, y) == (i, j) else "." for i in range(3)) for j in range(3)]
                return {"title": "Board", "lines": ["\\x1b[31m" + row + "\\x1b[0m" for row in rows], "footer": "arrows move"}

            say(type="hello", name="game")
            say(type="register_command", name="play", description="Play a game.")
            say(type="ready")
            for line in sys.stdin:
                frame = json.loads(line)
                if frame["type"] == "command_invoked":
                    say(type="command_response", id=frame["id"], action="open_panel", open_panel={"id": "board", **drawn()})
                elif frame["type"] == "panel_key":
                    key = frame["key"]
                    x = max(0, min(2, x + {"left": -1, "right": 1}.get(key, 0)))
                    y = max(0, min(2, y + {"up": -1, "down": 1}.get(key, 0)))
                    piece = frame.get("text", piece) if key == "rune" else piece
                    if key == "enter":
                        say(type="notify", level="info", message="moved to %d %d" % (x, y))
                    say(type="panel_render", panel_id="board", **drawn())
                elif frame["type"] == "panel_close":
                    say(type="notify", level="info", message="the game is over")
                elif frame["type"] == "shutdown":
                    break
            """;

    @TempDir
    private Path directory;

    @AutoClose
    private AppOnTerminal app;

    @BeforeEach
    void start() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        Path game = Files.createDirectories(directory.resolve("game"));
        Files.writeString(game.resolve("game.py"), GAME);
        JsonValue manifest =
                JsonValue.of(Map.of("name", "game", "exec", Installed.PYTHON.path(), "args", List.of("game.py")));
        Files.writeString(game.resolve("extension.json"), manifest.json());
        app = AppOnTerminal.start(
                directory, Map.of(), "run", "--port", "0", "--control-port", "0", "--ext", game.toString());
        app.awaitScreen("main> ");
        // Tab completes what is registered by now.
        await().atMost(30, TimeUnit.SECONDS).untilAsserted(() -> {
            app.type("/\r");
            app.awaitScreen("COMMAND", "main> ");
            assertThat(app.text()).contains("Play a game.");
        });
    }

    @AfterEach
    void stop() {
        app.close();
    }

    @Test
    void Z094_Z097_Z098_a_game_is_played_at_the_prompt_and_left_with_escape() throws Exception {
        app.type("/play\r");
        app.awaitScreen("game: Board", "...", ".o.", "...", "arrows move", "Keys go to game; Esc closes this");

        app.type("\u001b[A\u001b[C");
        app.awaitScreen("game: Board", "..o", "...", "...", "arrows move");
        app.type("x\r");
        app.awaitScreen("moved to 2 0");
        app.awaitScreen("game: Board", "..x", "...");
        app.type("\u001b[200~" + "z".repeat(1_001) + "\u001b[201~\u001b[B");
        app.awaitScreen("game: Board", "...", "..x", "...");
        app.type("\u001b");

        app.awaitScreen("the game is over");
        app.type("call demo_greet name=Ada\r");
        app.awaitScreen("Hello, Ada!", "main> ");
    }

    @Test
    @Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER, Installed.PYTHON})
    void Z094_Z097_Z098_a_game_is_played_in_the_console_and_left_with_escape() throws Exception {
        Matcher link = LINK.matcher(app.text());
        assertThat(link.find()).isTrue();
        try (Browser browser = Browser.start(directory.resolve("browser"))) {
            browser.resize(1280, 820);
            browser.open(URI.create(link.group()));
            browser.awaitText("#line", "Live");
            browser.click(".inbox-toggle");
            browser.awaitText(".confirm-code", "confirm ");
            app.type(browser.text(".confirm-code") + "\r");
            app.awaitScreen("may say yes now", "main> ");
            browser.click(".inbox-toggle");
            browser.run("location.hash = '#/commands'");

            browser.clickWhenThere(".command-form input:not(:disabled)");
            browser.enter(".command-form input", "/play");
            browser.awaitText(".panel-title", "game: Board");
            browser.awaitText(".panel-lines", "...\n.o.\n...");
            app.awaitScreen("game: Board", ".o.", "Esc closes this");
            browser.type(".panel-keys", "\uE013\uE014x");
            browser.awaitText(".panel-lines", "..x\n...\n...");
            paste(browser, "y");
            browser.awaitText(".panel-lines", "..y\n...\n...");
            paste(browser, "z".repeat(1_001));
            browser.type(".panel-keys", "\uE015");
            browser.awaitText(".panel-lines", "...\n..y\n...");
            browser.type(".panel-keys", "\uE00C");

            browser.awaitText(".notes", "the game is over");
            assertThat(browser.run("document.querySelector('section.panel').hidden"))
                    .isEqualTo(JsonValue.TRUE);
            app.type("call demo_greet name=Ada\r");
            app.awaitScreen("Hello, Ada!", "main> ");
        }
    }

    private static void paste(Browser browser, String text) {
        browser.run(
                "(() => { const data = new DataTransfer(); data.setData('text/plain', args[0]);"
                        + " document.querySelector('.panel-keys').dispatchEvent("
                        + "new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); })()",
                text);
    }
}
