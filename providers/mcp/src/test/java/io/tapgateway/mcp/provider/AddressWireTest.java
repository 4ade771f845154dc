package io.tapgateway.mcp.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.Depth;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers at an address of this machine, and a real gateway; the servers do as the test says. */
@Timeout(120)
class AddressWireTest {
    private static final int CALLS = Depth.of(500, 4_000, 4_000);
    private static final int RUNS = Depth.of(1, 4, 10);
    private static final int AT_A_TIME = 64;

    private final Servers servers = new Servers();
    private final ScriptedAddress address = new ScriptedAddress();

    @AfterEach
    void closeAll() {
        servers.close();
        address.close();
    }

    private McpServer ready() {
        McpServer server = servers.startAt(address.uri(), Map.of());
        servers.until(() -> server.view().state() == McpServerView.State.READY);
        return server;
    }

    private CallHandle call(String text) {
        return servers.session.startCall("files_say", JsonValue.of(Map.of("text", text)), CallOptions.NONE);
    }

    @Test
    void M070_calls_go_to_an_address_and_come_back_as_one_message_or_as_a_stream() throws Exception {
        address.on("tools/call", asked -> {
            if (asked.text().equals("one")) {
                asked.answers(ScriptedAddress.Asked.content("1"));
            } else {
                asked.streams("data: " + asked.message(ScriptedAddress.Asked.content("many")) + "\n\n")
                        .ends();
            }
        });
        McpServer server = ready();

        assertThat(servers.text(call("one"))).isEqualTo("1");
        assertThat(servers.text(call("many"))).isEqualTo("many");
        assertThat(server.view().pid()).isEmpty();

        server.close();
        servers.until(() -> address.goodbyes.get() == 1);
        servers.until(() -> !server.isRunning());
    }

    @Test
    void M070_none_of_many_calls_at_once_is_lost_or_gets_the_answer_of_another() throws Exception {
        address.on("tools/call", asked -> {
            String content = asked.message(ScriptedAddress.Asked.content(asked.text()));
            if (asked.text().hashCode() % 2 == 0) {
                asked.whole("application/json", content);
            } else {
                asked.streams("id: 1\n\ndata: " + content + "\n\n").ends();
            }
        });
        ready();
        ExecutorService callers = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            for (int run = 0; run < RUNS; run++) {
                Map<String, Future<String>> answers = new LinkedHashMap<>();
                for (int i = 0; i < CALLS; i++) {
                    String said = run + "-" + i;
                    answers.put(said, callers.submit(() -> servers.text(call(said))));
                }
                for (Map.Entry<String, Future<String>> each : answers.entrySet()) {
                    assertThat(each.getValue().get()).isEqualTo(each.getKey());
                }
            }
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void M070_an_answer_that_is_cut_is_taken_up_where_it_was() throws Exception {
        Map<String, ScriptedAddress.Asked> cut = new ConcurrentHashMap<>();
        address.on("tools/call", asked -> {
            cut.put("call", asked);
            asked.streams("id: place\nretry: 300\ndata:\n\n").ends();
        });
        address.on("GET", asked -> {
            if (cut.isEmpty()) {
                asked.status(405);
            } else {
                asked.streams("data: " + cut.get("call").message(ScriptedAddress.Asked.content("found")) + "\n\n")
                        .ends();
            }
        });
        ready();
        CallHandle call = call("x");

        servers.until(() -> {
            servers.time.pass(Duration.ofMillis(300));
            return !address.lastEvents.isEmpty();
        });

        assertThat(servers.text(call)).isEqualTo("found");
        assertThat(address.lastEvents).containsExactly("place");
    }

    @RepeatedTest(5)
    void M070_a_server_that_has_forgotten_its_session_costs_no_call() throws Exception {
        address.on("tools/call", asked -> asked.answers(ScriptedAddress.Asked.content(asked.text())));
        ready();
        assertThat(servers.text(call("before"))).isEqualTo("before");

        address.session = "s-2";
        List<CallHandle> calls = List.of(call("1"), call("2"), call("3"));

        for (int i = 0; i < calls.size(); i++) {
            assertThat(servers.text(calls.get(i))).isEqualTo("" + (i + 1));
        }
        assertThat(address.handshakes.get()).isEqualTo(2);
    }

    @Test
    void M070_a_connection_that_is_cut_in_the_middle_fails_its_call_alone() throws Exception {
        Queue<ScriptedAddress.Asked> hanging = new ConcurrentLinkedQueue<>();
        address.on("tools/call", asked -> {
            switch (asked.text()) {
                case "cut" -> asked.streams("data: {\"jsonrpc\"").ends();
                case "html" -> asked.whole("text/html", "<html>");
                case "garbage" -> asked.whole("application/json", "}{");
                case "foreign" -> asked.whole("application/json", "{\"jsonrpc\":\"2.0\",\"id\":4711,\"result\":{}}");
                case "twice" -> {
                    String answer = "data: " + asked.message(ScriptedAddress.Asked.content("once")) + "\n\n";
                    asked.streams(answer + answer).ends();
                }
                default -> hanging.add(asked);
            }
        });
        McpServer server = ready();
        CallHandle waits = call("hang");
        servers.until(() -> hanging.size() == 1);

        for (String each : List.of("cut", "html", "garbage", "foreign")) {
            assertThat(Servers.outcome(call(each)).failedWith(ToolErrorCode.INTERNAL))
                    .as(each)
                    .isTrue();
        }
        assertThat(servers.text(call("twice"))).isEqualTo("once");
        hanging.remove().answers(ScriptedAddress.Asked.content("still here"));

        assertThat(servers.text(waits)).isEqualTo("still here");
        assertThat(server.view().state()).isEqualTo(McpServerView.State.READY);
    }

    @Test
    void M070_a_body_without_an_end_is_cut_and_its_connection_closed() throws Exception {
        Semaphore closed = new Semaphore(0);
        address.on("tools/call", asked -> {
            asked.streams("data: ");
            try {
                String much = "x".repeat(1 << 16);
                for (int i = 0; i < 100_000; i++) {
                    asked.says(much);
                }
            } finally {
                closed.release();
            }
        });
        ready();

        assertThat(Servers.outcome(call("x")).failedWith(ToolErrorCode.INTERNAL))
                .isTrue();
        closed.acquire();
    }

    @Test
    void M070_who_cancels_a_call_has_the_server_told_and_its_connection_closed() throws Exception {
        Queue<ScriptedAddress.Asked> hanging = new ConcurrentLinkedQueue<>();
        address.on("tools/call", asked -> hanging.add(asked.streams(": here\n\n")));
        ready();
        CallHandle call = call("x");
        servers.until(() -> hanging.size() == 1);

        call.cancel();

        assertThat(Servers.outcome(call).failedWith(ToolErrorCode.CANCELLED)).isTrue();
        servers.until(() ->
                address.heard.stream().anyMatch(it -> ScriptedServer.method(it).equals("notifications/cancelled")));
        servers.until(() -> {
            servers.time.pass(Duration.ofSeconds(5));
            try {
                hanging.element().says(": still here\n\n");
                return false;
            } catch (java.io.IOException e) {
                return true;
            }
        });
    }

    @Test
    void M070_a_server_that_is_not_there_is_tried_again_for_ever_and_people_are_told_once() {
        URI nowhere = address.uri();
        address.close();
        McpServer server = servers.startAt(nowhere, Map.of());

        for (int failures = 1; failures <= 7; failures++) {
            int started = failures;
            servers.until(
                    () -> server.view().state() == McpServerView.State.WAITING && servers.opened.get() == started);
            servers.time.pass(McpServer.PAUSE.after(failures));
            servers.until(() -> servers.opened.get() == started + 1);
        }

        assertThat(servers.told).hasSize(1).first().asString().contains("it cannot be reached at http://127.0.0.1:");
    }

    @Test
    void M071_headers_go_to_the_server_and_not_to_where_it_redirects() throws Exception {
        try (ScriptedAddress other = new ScriptedAddress()) {
            address.on("tools/call", asked -> {
                asked.exchange()
                        .getResponseHeaders()
                        .set("Location", other.uri().toString());
                asked.status(307);
            });
            McpServer server = servers.startAt(address.uri(), Map.of("Authorization", "Bearer secret"));
            servers.until(() -> server.view().state() == McpServerView.State.READY);

            assertThat(Servers.outcome(call("x")).failedWith(ToolErrorCode.INTERNAL))
                    .isTrue();

            assertThat(address.authorizations).contains("Bearer secret").hasSizeGreaterThan(3);
            assertThat(other.heard).isEmpty();
        }
    }

    @Test
    void M001_a_server_is_asked_once_whether_it_can_do_without_a_handshake() {
        McpServer server = ready();

        server.restart();
        servers.until(() -> address.handshakes.get() == 2);
        servers.until(() -> server.view().state() == McpServerView.State.READY);

        assertThat(address.heard)
                .filteredOn(it -> ScriptedServer.method(it).equals("server/discover"))
                .hasSize(1);
    }

    @Test
    void M071_a_call_for_which_a_login_is_too_little_says_so_and_all_others_go_on() throws Exception {
        address.on("tools/call", asked -> {
            if (asked.text().equals("erase")) {
                asked.exchange()
                        .getResponseHeaders()
                        .set("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"erase\"");
                asked.status(403);
            } else {
                asked.answers(ScriptedAddress.Asked.content("read"));
            }
        });
        McpServer server = ready();

        assertThat(Servers.outcome(call("erase")))
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        it -> assertThat(it.error())
                                .isEqualTo("it wants a login of its user that is good for 'erase'"));

        assertThat(servers.text(call("read"))).isEqualTo("read");
        assertThat(server.view().state()).isEqualTo(McpServerView.State.READY);
    }
}
