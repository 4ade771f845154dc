package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.ScriptedEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A conversation with a model that plays the agent, in the console; an endpoint on the loopback stands for the model.
 */
@Timeout(120)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER})
class ChatIT {
    private final Queue<String> script = new ConcurrentLinkedQueue<>(List.of(
            "{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"1\",\"type\":\"function\",\"function\":"
                    + "{\"name\":\"demo_greet\",\"arguments\":\"{\\\"name\\\":\\\"Ada\\\"}\"}}]}",
            "{\"role\":\"assistant\",\"content\":\"Ada is **greeted**.\"}"));

    private final HttpServer endpoint;

    @TempDir
    private Path directory;

    @AutoClose
    private Browser browser;

    @AutoClose
    private PackagedApp app;

    ChatIT() throws IOException {
        endpoint = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        endpoint.createContext("/v1/chat/completions", this::answer);
        endpoint.start();
    }

    @AfterEach
    void stop() {
        endpoint.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] body = ("{\"choices\":[{\"finish_reason\":\"stop\",\"message\":" + script.poll() + "}]}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void chatWith(String model) throws Exception {
        app = PackagedApp.start(directory.resolve("app"), "--demo", "--model", "m", "--base-url", model);
        browser = Browser.start(directory.resolve("browser"));
        browser.open(app.consoleLink());
        browser.awaitText("#line", "Live");
        browser.run("location.hash = '#/chat'");
        browser.awaitText("main", "Nothing has been said yet.");
    }

    @Test
    void what_one_says_what_the_agent_does_and_what_it_answers_stand_below_each_other() throws Exception {
        chatWith("http://127.0.0.1:" + endpoint.getAddress().getPort() + "/v1");

        browser.enter(".chat-form textarea", "Greet Ada.");

        browser.awaitText("[data-kind=user]", "Greet Ada.");
        browser.awaitText("[data-kind=call]", "demo_greet");
        browser.awaitText("[data-kind=agent]", "Ada is greeted.");
        browser.reload();
        browser.awaitText("[data-kind=user]", "Greet Ada.");
        browser.awaitText("[data-kind=agent] .markdown strong", "greeted");
        browser.click(".chat-form button.danger");
    }

    @Test
    void an_answer_is_read_while_it_is_written_and_stopped_there() throws Exception {
        try (ScriptedEndpoint slow = new ScriptedEndpoint().fallsSilentAfter("{\"content\":\"Once upon a time\"}")) {
            chatWith(slow.baseUrl());

            browser.enter(".chat-form textarea", "Tell me a story.");

            browser.awaitText("[data-kind=turn]", "is writing …\nOnce upon a time");
            browser.reload();
            browser.awaitText("[data-kind=turn]", "is writing …\nOnce upon a time");
            browser.click(".chat-form button.danger");
            browser.awaitText("[data-kind=failure]", "The turn was stopped.");
            await().atMost(RunningProgram.PATIENCE)
                    .untilAsserted(() -> assertThat(browser.run("document.querySelectorAll('[data-kind=turn]').length"))
                            .isEqualTo(JsonValue.of(0)));
        }
    }
}
