package io.tapgateway.mcp.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.ProviderOfferings;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What servers have beside tools, at a real gateway. */
class ServerOfferingsTest {
    private static final String README = "{\"uri\":\"file:///readme\",\"name\":\"readme\"}";
    private static final String GREETING = "{\"name\":\"greeting\"}";

    private final Servers servers = new Servers();

    /** What is listed, by the request for it; a test may change it. */
    private final Map<String, String> lists = new ConcurrentHashMap<>(Map.of(
            "tools/list",
            "{\"tools\":[]}",
            "resources/list",
            "{\"resources\":[" + README + "]}",
            "resources/templates/list",
            "{\"resourceTemplates\":[{\"uriTemplate\":\"file:///{path}\",\"name\":\"files\"}]}",
            "prompts/list",
            "{\"prompts\":[" + GREETING + "]}"));

    @AfterEach
    void close() {
        servers.close();
    }

    private void serve(ScriptedServer server, JsonValue message) {
        String method = ScriptedServer.method(message);
        if (method.equals("initialize")) {
            server.answers(
                    message,
                    "{\"protocolVersion\":\"2025-11-25\",\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"},"
                            + "\"capabilities\":{\"tools\":{},\"resources\":{\"subscribe\":true},\"prompts\":{},"
                            + "\"completions\":{}}}");
        } else if (lists.containsKey(method)) {
            server.answers(message, lists.get(method));
        }
    }

    private McpServer ready() {
        McpServer server = servers.start(this::serve);
        servers.until(() -> server.view().state() == McpServerView.State.READY
                && offered().equals("[file:///readme] [file:///{path}] [greeting]"));
        return server;
    }

    private String offered() {
        return servers.session.offerings().stream()
                .map(ProviderOfferings::offerings)
                .map(ServerOfferingsTest::names)
                .collect(Collectors.joining());
    }

    private static String names(Offerings all) {
        return all.resources().stream().map(Offerings::uri).toList()
                + " "
                + all.templates().stream().map(Offerings::uriTemplate).toList()
                + " "
                + all.prompts().stream().map(Offerings::name).toList();
    }

    private CallHandle use(OfferingUse use, Map<String, Object> args) {
        Map<String, Object> all = new LinkedHashMap<>(args);
        all.put(OfferingUse.SERVER, "files");
        return servers.session.startCall(use.tool(), JsonValue.of(all), CallOptions.NONE);
    }

    private JsonValue awaitHeard(String method, int count) {
        servers.until(() -> servers.newest().heard(method).size() == count);
        return servers.newest().heard(method).get(count - 1);
    }

    private static String params(JsonValue message) {
        Map<String, JsonValue> params =
                new LinkedHashMap<>(message.get("params").orElseThrow().members());
        params.remove("_meta");
        return JsonValue.object(params).json();
    }

    @Test
    void M041_resources_templates_and_prompts_of_a_server_are_offered_in_the_session_while_it_runs() {
        McpServer server = ready();

        ProviderOfferings found = servers.session.offerings().get(0);
        assertThat(found.provider()).isEqualTo(new ProviderName("files"));
        assertThat(found.offerings().completions()).isTrue();
        assertThat(found.offerings().subscriptions()).isTrue();
        assertThat(servers.tools()).isEmpty();

        server.close();
        servers.until(() -> servers.session.offerings().isEmpty());
    }

    @Test
    void M041_each_use_is_the_request_of_mcp_for_it_and_its_answer_is_passed_on() throws Exception {
        ready();
        CallHandle read = use(OfferingUse.READ_RESOURCE, Map.of("uri", "file:///readme"));
        JsonValue asked = awaitHeard("resources/read", 1);

        servers.newest().answers(asked, "{\"contents\":[{\"uri\":\"file:///readme\",\"text\":\"Hello\"}]}");

        assertThat(params(asked)).isEqualTo("{\"uri\":\"file:///readme\"}");
        assertThat(Servers.outcome(read))
                .isInstanceOfSatisfying(
                        ToolOutcome.Success.class,
                        it -> assertThat(it.data().json())
                                .isEqualTo("{\"contents\":[{\"uri\":\"file:///readme\",\"text\":\"Hello\"}]}"));

        use(OfferingUse.GET_PROMPT, Map.of("name", "greeting", "arguments", Map.of("to", "Ada")));
        assertThat(JsonValue.parse(params(awaitHeard("prompts/get", 1))))
                .isEqualTo(JsonValue.of(Map.of("name", "greeting", "arguments", Map.of("to", "Ada"))));
        Map<String, Object> completion = Map.of(
                "ref",
                Map.of("type", "ref/prompt", "name", "greeting"),
                "argument",
                Map.of("name", "to", "value", "A"));
        use(OfferingUse.COMPLETE, completion);
        assertThat(JsonValue.parse(params(awaitHeard("completion/complete", 1))))
                .isEqualTo(JsonValue.of(completion));
    }

    @Test
    void M023_what_a_caller_adds_to_a_read_reaches_the_server() {
        ready();

        servers.session.startCall(
                OfferingUse.READ_RESOURCE.tool(),
                OfferingUse.resource(new ProviderName("files"), "file:///readme"),
                CallOptions.NONE.adding(JsonValue.of(Map.of("com.example/who", 7))));

        assertThat(awaitHeard("resources/read", 1).json()).contains("\"com.example/who\":7");
    }

    @Test
    void M041_a_read_that_a_rule_denies_never_gets_to_the_server() throws Exception {
        ready();
        LocalProviderTransport.attach(
                servers.gateway,
                servers.session.info().id(),
                Provider.named("guardian")
                        .deny(Match.tool("read_resource").args("secret"), "Not that one.")
                        .build());

        ToolOutcome denied = Servers.outcome(use(OfferingUse.READ_RESOURCE, Map.of("uri", "file:///secret")));

        assertThat(denied.failedWith(ToolErrorCode.UNAUTHORIZED)).isTrue();
        assertThat(servers.newest().heard("resources/read")).isEmpty();
    }

    @Test
    void M041_who_cancels_a_read_has_the_server_told() throws Exception {
        ready();
        CallHandle read = use(OfferingUse.READ_RESOURCE, Map.of("uri", "file:///readme"));
        JsonValue asked = awaitHeard("resources/read", 1);

        read.cancel();

        assertThat(awaitHeard("notifications/cancelled", 1).json())
                .contains("\"requestId\":" + asked.get("id").orElseThrow().json());
        assertThat(Servers.outcome(read).failedWith(ToolErrorCode.CANCELLED)).isTrue();
    }

    @Test
    void M066_a_list_that_has_changed_is_offered_anew_and_one_that_fails_stays_as_it_was() {
        ready();
        lists.put("resources/list", "{\"resources\":[]}");
        lists.put("prompts/list", "{\"prompts\":0}");

        servers.announceChange("resources");
        servers.until(() -> offered().equals("[] [file:///{path}] [greeting]"));
        servers.announceChange("prompts");
        servers.until(() -> servers.told.stream().anyMatch(it -> it.contains("The list of prompts")));

        assertThat(offered()).isEqualTo("[] [file:///{path}] [greeting]");
    }

    @Test
    void M041_what_a_session_cannot_have_is_left_out_and_said() {
        String large = "x".repeat(Offerings.MAX_CHARACTERS);
        lists.put(
                "resources/list",
                "{\"resources\":[" + README + "," + README + ",{\"name\":\"nowhere\"},{\"uri\":\"" + large + "\"}]}");

        McpServer server = ready();

        assertThat(server.view().leftOut()).containsOnlyKeys("3 resources");
    }

    @Test
    void M041_all_that_a_server_offers_has_so_many_characters_at_most() {
        int length = Offerings.MAX_CHARACTERS - 100;
        int most = Offerings.MAX_CHARACTERS_IN_ALL / length;
        String many = IntStream.rangeClosed(0, most)
                .mapToObj(i -> "{\"uri\":\"file:///" + i + "\",\"name\":\"" + "n".repeat(length) + "\"}")
                .collect(Collectors.joining(","));
        lists.put("resources/list", "{\"resources\":[" + many + "]}");
        McpServer server = servers.start(this::serve);

        servers.until(() -> !servers.session.offerings().isEmpty()
                && !server.view().leftOut().isEmpty());

        int kept = servers.session.offerings().get(0).offerings().resources().size();
        assertThat(kept).isBetween(1, most);
        assertThat(server.view().leftOut()).containsKey(most + 1 - kept + " resources");
    }

    @Test
    void M069_a_resource_that_is_another_one_is_in_a_stream_once_however_often_that_is_said() {
        ready();
        servers.newest().notifies("notifications/resources/updated", "{\"uri\":\"file:///readme\"}");
        servers.newest().notifies("notifications/resources/updated", "{\"uri\":\"file:///other\"}");
        servers.newest().notifies("notifications/resources/updated", "{\"uri\":\"file:///readme\"}");
        servers.newest()
                .notifies(
                        "notifications/resources/updated",
                        "{\"uri\":\"" + "x".repeat(ChangedResources.LONGEST + 1) + "\"}");
        servers.newest().notifies("notifications/message", "{\"level\":\"info\",\"data\":\"the end\"}");
        servers.until(() -> servers.session.stream("log@files", 1).size() == 1);

        servers.time.pass(Pace.BETWEEN_EVENTS);
        servers.until(() -> news().size() == 1);
        servers.time.pass(Pace.BETWEEN_EVENTS);
        servers.until(() -> news().size() == 2);
        servers.time.pass(Pace.BETWEEN_EVENTS);

        assertThat(news()).containsExactlyInAnyOrder("file:///readme", "file:///other");
    }

    @Test
    void M069_so_many_changed_resources_wait_at_most() {
        ChangedResources changed = new ChangedResources(servers.time, it -> {});
        int before = servers.time.due();

        for (int i = 0; i <= ChangedResources.MOST; i++) {
            changed.add("file:///" + i);
        }

        int passed = 0;
        while (servers.time.due() > before) {
            servers.time.pass(Pace.BETWEEN_EVENTS);
            passed++;
        }
        assertThat(passed).isEqualTo(ChangedResources.MOST);
    }

    private List<String> news() {
        return servers.session.stream("resources@files", 10).stream()
                .map(StreamEvent::entry)
                .map(it -> it.event())
                .toList();
    }

    @Test
    void M069_who_follows_a_resource_is_told_of_it_by_a_server_that_was_started_anew_as_well() throws Exception {
        McpServer server = ready();
        CallHandle followed = use(OfferingUse.SUBSCRIBE, Map.of("uri", "file:///readme"));
        servers.newest().answers(awaitHeard("resources/subscribe", 1), "{}");
        assertThat(Servers.outcome(followed).ok()).isTrue();

        server.restart();
        servers.until(() -> servers.started.size() == 2);

        assertThat(params(awaitHeard("resources/subscribe", 1))).isEqualTo("{\"uri\":\"file:///readme\"}");
        servers.until(() -> !servers.session.offerings().isEmpty());
        CallHandle left = use(OfferingUse.UNSUBSCRIBE, Map.of("uri", "file:///readme"));
        servers.newest().answers(awaitHeard("resources/unsubscribe", 1), "{}");
        assertThat(Servers.outcome(left).ok()).isTrue();
        server.restart();
        servers.until(() ->
                servers.started.size() == 3 && !servers.session.offerings().isEmpty());
        assertThat(servers.newest().heard("resources/subscribe")).isEmpty();
    }
}
