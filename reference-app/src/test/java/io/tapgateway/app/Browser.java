package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real Chromium without a screen and without a past, driven over W3C WebDriver. Names below {@code .example}, and
 * those of one page that can be registered, lead to this machine. Confined to the test.
 */
final class Browser implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("started successfully on port (\\d+)");
    /** What somebody might have registered: all names below it are of one site. */
    static final String REGISTRABLE = "tapgateway-frames.com";

    private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

    private final HttpClient http = HttpClient.newHttpClient();
    private final RunningProgram driver;
    private final URI session;

    private Browser(RunningProgram driver, JsonValue capabilities) {
        this.driver = driver;
        driver.awaitPrinted("started successfully on port");
        Matcher port = PORT.matcher(driver.printed());
        assertThat(port.find()).as(driver.printed()).isTrue();
        URI root = URI.create("http://127.0.0.1:" + port.group(1) + "/session");
        JsonValue started = send(request(root).POST(BodyPublishers.ofString(capabilities.json())));
        this.session =
                URI.create(root + "/" + started.get("sessionId").orElseThrow().asString());
    }

    /** Starts the browser, with everything it writes below a directory; the test is skipped where there is none. */
    static Browser start(Path directory) {
        String chromium = Installed.CHROMIUM.path();
        String chromedriver = Installed.CHROMEDRIVER.path();
        Map<String, String> environment = Map.of("TMPDIR", directory.toString());
        RunningProgram driver = RunningProgram.start(directory, environment, List.of(chromedriver, "--port=0"));
        boolean complete = false;
        try {
            Browser browser = new Browser(driver, capabilities(chromium, directory.resolve("profile")));
            complete = true;
            return browser;
        } finally {
            if (!complete) {
                driver.close();
            }
        }
    }

    private static JsonValue capabilities(String chromium, Path profile) {
        List<String> arguments = List.of(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--host-resolver-rules=MAP *.example 127.0.0.1, MAP *." + REGISTRABLE + " 127.0.0.1",
                "--user-data-dir=" + profile);
        return JsonValue.of(Map.of(
                "capabilities",
                Map.of(
                        "alwaysMatch",
                        Map.of(
                                "browserName",
                                "chrome",
                                "goog:chromeOptions",
                                Map.of("binary", chromium, "args", arguments)))));
    }

    /** Goes to a page and waits until it is loaded. */
    void open(URI page) {
        post("url", Map.of("url", page.toString()));
    }

    void reload() {
        post("refresh", Map.of());
    }

    /** Opens a page beside the present one, and goes there. */
    void openAnother(URI page) {
        JsonValue tab = post("window/new", Map.of("type", "tab"));
        post("window", Map.of("handle", tab.get("handle").orElseThrow().asString()));
        open(page);
    }

    /** Goes to a page that is open, by the order of opening. */
    void goTo(int number) {
        String handle = get("window/handles").elements().get(number).asString();
        post("window", Map.of("handle", handle));
    }

    /** Prefers {@code light} or {@code dark} pages. */
    void prefer(String scheme) {
        var unused = command(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Closes the page it is at, and goes to the one that was opened before. */
    void closeThis() {
        List<JsonValue> left =
                send(request(URI.create(session + "/window")).DELETE()).elements();
        post("window", Map.of("handle", left.get(left.size() - 1).asString()));
    }

    void click(String selector) {
        post("element/" + element(selector) + "/click", Map.of());
    }

    /** Clicks as soon as there is something to click at. */
    void clickWhenThere(String selector) {
        await(selector).atMost(RunningProgram.PATIENCE).untilAsserted(() -> click(selector));
    }

    /** Types into a field. */
    void type(String selector, String text) {
        post("element/" + element(selector) + "/value", Map.of("text", text));
    }

    /** Chooses among the options of a field. */
    void choose(String selector, String option) {
        click(selector + " option[value='" + option + "']");
    }

    /** Looks at the page on a screen of that size. */
    void resize(int width, int height) {
        var unused = command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
    }

    /** What is to be seen, as a PNG. */
    byte[] screenshot() {
        return Base64.getDecoder().decode(get("screenshot").asString());
    }

    /** Asks the browser itself, beside what WebDriver has words for: a command of the Chrome DevTools Protocol. */
    JsonValue command(String name, Map<String, ?> parameters) {
        return post("goog/cdp/execute", Map.of("cmd", name, "params", parameters));
    }

    /** Types into a field, and confirms with the enter key. */
    void enter(String selector, String text) {
        post("element/" + element(selector) + "/value", Map.of("text", text + "\uE007"));
    }

    /** The visible text of an element. */
    String text(String selector) {
        return get("element/" + element(selector) + "/text").asString();
    }

    void awaitText(String selector, String part) {
        await("'" + part + "' in " + selector)
                .atMost(RunningProgram.PATIENCE)
                .untilAsserted(() -> assertThat(text(selector)).contains(part));
    }

    /** The value of a promise, by a script in the page, as any script of that page would get it. */
    JsonValue run(String expression, Object... arguments) {
        String script = "const done = arguments[arguments.length - 1]; const args = arguments;"
                + "Promise.resolve().then(() => (" + expression
                + ")).then(done, (e) => done(`${e.name}: ${e.message}`))";
        return post("execute/async", Map.of("script", script, "args", List.of(arguments)));
    }

    @Override
    public void close() {
        try {
            send(request(session).DELETE());
        } finally {
            driver.close();
        }
    }

    private String element(String selector) {
        return post("element", Map.of("using", "css selector", "value", selector))
                .get(ELEMENT)
                .orElseThrow()
                .asString();
    }

    private JsonValue get(String path) {
        return send(request(URI.create(session + "/" + path)).GET());
    }

    private JsonValue post(String path, Map<String, ?> body) {
        return send(request(URI.create(session + "/" + path))
                .POST(BodyPublishers.ofString(JsonValue.of(body).json())));
    }

    private static HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).timeout(RunningProgram.PATIENCE.multipliedBy(2));
    }

    private JsonValue send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            return JsonValue.parse(response.body()).get("value").orElse(JsonValue.NULL);
        } catch (MalformedJson e) {
            throw new AssertionError("The driver does not speak WebDriver", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("send: interrupted", e);
        }
    }
}
