package io.tapgateway.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of each view of the console on small and large screens, in light and in dark, for somebody to look at. */
@Timeout(600)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER, Installed.PYTHON})
class ConsolePicturesIT {
    private static final List<Integer> WIDTHS = List.of(390, 820, 1_280, 2_560);
    private static final int TALL = 900;

    @TempDir
    private Path directory;

    private Path pictures;
    private Browser browser;

    @Test
    @EnabledIfSystemProperty(named = "tapgateway.pictures", matches = ".+")
    void takes_a_picture_of_each_view() throws Exception {
        pictures = Files.createDirectories(Path.of(System.getProperty("tapgateway.pictures")));
        try (FurnishedApp app = FurnishedApp.open(directory)) {
            browser = app.browser();
            for (String scheme : List.of("light", "dark")) {
                browser.prefer(scheme);
                for (int width : WIDTHS) {
                    browser.resize(width, TALL);
                    browser.run(
                            "document.querySelector('#inbox').hidden && document.querySelector('.inbox-toggle').click()");
                    take(scheme, width, "inbox", "");
                    browser.run(
                            "document.querySelector('#inbox').hidden || document.querySelector('.inbox-toggle').click()");
                    for (String view : FurnishedApp.VIEWS) {
                        take(scheme, width, view, view);
                    }
                    callDetail(scheme, width);
                }
            }
            app.person().follow("Commands");
            app.person().fill("combobox", "Command", "/play");
            app.person().press("Run");
            browser.awaitText(".panel-title", "game: Board");
            for (int width : WIDTHS) {
                browser.resize(width, TALL);
                take("dark", width, "panel", "commands");
            }
        }
    }

    private void callDetail(String scheme, int width) throws Exception {
        browser.run("location.hash = '#/calls'");
        browser.awaitText("main", "builds");
        browser.run("[...document.querySelectorAll('button.trace-tool[aria-expanded=false]')]"
                + ".find((it) => it.textContent.includes('builds')).click()");
        browser.awaitText(".call-detail", "Replay");
        browser.run("document.querySelector('.call-detail').scrollIntoView()");
        picture(scheme + "-" + width + "-call");
    }

    private void take(String scheme, int width, String name, String view) throws Exception {
        browser.run("location.hash = args[0]", "#/" + view);
        browser.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        picture(scheme + "-" + width + "-" + (name.isEmpty() ? "overview" : name.replace('/', '-')));
    }

    private void picture(String name) throws Exception {
        Files.write(pictures.resolve(name + ".png"), browser.screenshot());
    }
}
