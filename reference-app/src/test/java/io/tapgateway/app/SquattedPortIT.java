package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody listens on the control port before the gateway does, and between two gateways, and leaves workers in a real
 * browser, which answer for that address ever after.
 */
@Timeout(180)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER})
class SquattedPortIT {
    private static final String LINE = "#line";

    /** Passes everything on, and keeps what it has been asked and told. */
    private static final String WORKER = """
            addEventListener("install", () => skipWaiting());
            addEventListener("activate", (event) => event.waitUntil(clients.claim()));
            addEventListener("fetch", (event) => event.respondWith(answer(event.request)));

            async function answer(request) {
              const kept = await caches.open("kept");
              if (request.url.endsWith("/kept")) {
                const all = await Promise.all((await kept.keys()).map(async (key) => (await kept.match(key)).text()));
                return Response.json(all);
              }
              let told = "nothing";
              try {
                const response = await fetch(request);
                told = `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
              } catch (failure) {
                told = `${failure}`;
              }
              const asked = `${request.url} ${JSON.stringify([...request.headers])}`;
              await kept.put(`/kept/${crypto.randomUUID()}`, new Response(`${asked} -> ${told}`));
              return new Response("<title>Squatted</title><p>squatted", { headers: { "Content-Type": "text/html" } });
            }
            """;

    private static final String REGISTER =
            "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => 'ready')";
    private static final JsonValue SQUATTED = JsonValue.of("<title>Squatted</title><p>squatted");
    private static final String KEPT = "fetch('/kept').then((answer) => answer.json())";
    private static final String ASK =
            "fetch(args[0], { mode: args[1], credentials: 'include' }).then((answer) => answer.text())";

    @TempDir
    private static Path directory;

    @AutoClose
    private static Browser browser;

    private int port;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.start(directory.resolve("browser"));
    }

    @Test
    void T53_the_workers_of_a_squatter_see_no_code_no_cookie_and_no_answer() throws Exception {
        Path pages = squattersPages();
        try (WebSite squatter = WebSite.of(pages)) {
            port = squatter.port();
            squat(squatter, "127.0.0.1");
            squat(squatter, "localhost");
        }
        URI first = useConsole("127.0.0.1", "localhost");
        try (WebSite squatter = WebSite.at(port, pages)) {
            squat(squatter, "127.0.0.1");
            squat(squatter, first.getHost());
        }
        URI second = useConsole("127.0.0.1", "localhost", first.getHost());

        assertThat(second.getHost()).isNotEqualTo(first.getHost());
    }

    /** Starts the app, signs in, and looks at what the workers make of that. */
    private URI useConsole(String... squatted) throws Exception {
        try (PackagedApp app = PackagedApp.start(directory.resolve("app"), "--control-port", String.valueOf(port))) {
            URI link = app.consoleLink();
            browser.openAnother(link);
            browser.awaitText(LINE, "Live");
            for (String host : squatted) {
                browser.openAnother(URI.create("http://" + host + ":" + port + "/"));
                assertThat(browser.run("document.title")).as(host).isEqualTo(JsonValue.of("Squatted"));
                assertThat(kept())
                        .as(host)
                        .noneMatch(it -> it.contains(link.getHost()) || it.contains(link.getQuery()));
                tryEverything(link);
                assertThat(kept()).as(host).noneMatch(it -> it.contains(" -> 200 ") && !it.contains("Squatter"));
            }
            app.kill();
            return link;
        }
    }

    /** What the worker of this page passes on and gets to see. */
    private static void tryEverything(URI console) {
        assertThat(browser.run(ASK, "/api/health", "same-origin")).isEqualTo(SQUATTED);
        for (String path : List.of("/", "/api/health", "/sign-in?code=guessed")) {
            for (String mode : List.of("cors", "no-cors")) {
                assertThat(browser.run(ASK, console.resolve(path).toString(), mode))
                        .isEqualTo(SQUATTED);
            }
        }
    }

    private static List<String> kept() {
        return browser.run(KEPT).elements().stream().map(JsonValue::asString).toList();
    }

    private static Path squattersPages() throws IOException {
        Path pages = Files.createDirectories(directory.resolve("squatter"));
        Files.writeString(pages.resolve("index.html"), "<!doctype html><title>Squatter</title>");
        Files.writeString(pages.resolve("worker.js"), WORKER);
        return pages;
    }

    private static void squat(WebSite squatter, String host) {
        browser.open(squatter.page(host, ""));
        assertThat(browser.run(REGISTER)).isEqualTo(JsonValue.of("ready"));
        browser.open(squatter.page(host, ""));
        assertThat(browser.run("document.title")).isEqualTo(JsonValue.of("Squatted"));
    }
}
