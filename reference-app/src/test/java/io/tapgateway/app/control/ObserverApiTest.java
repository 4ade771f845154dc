package io.tapgateway.app.control;

import static io.tapgateway.app.control.ApiFixture.assertLooksLike;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.control.event.ServerSentEvent;
import io.tapgateway.app.control.observer.ObserverActions;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.testkit.ScriptedPeer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ObserverApiTest {
    private static final String HELLO = "{'type':'hello','protocolVersion':2,'name':'greeter','concurrency':{'max':1},"
            + "'tools':[{'name':'greet','description':'Greets','parameters':{}}]}";
    private static final String CALL = "/api/sessions/main/tools/greet/call";

    private final ApiFixture api = new ApiFixture();

    @Test
    void a_call_leaves_where_its_time_went() {
        ScriptedPeer provider = api.provider("main", HELLO);
        api.settle();
        api.ask("POST", CALL, "{}");
        api.ask("POST", CALL, "{}");

        provider.receives("{\"type\":\"tool.call\",\"id\":\"$first\",\"*\":\"*\"}");
        api.clock.advance(Duration.ofMillis(300));
        provider.sends("{\"type\":\"tool.result\",\"id\":\"$first\",\"data\":1}")
                .receives("{\"type\":\"tool.call\",\"id\":\"$second\",\"*\":\"*\"}");
        api.clock.advance(Duration.ofMillis(50));
        provider.sends("{\"type\":\"tool.result\",\"id\":\"$second\",\"error\":\"no\",\"errorCode\":\"NOT_FOUND\"}");

        assertLooksLike(
                api.get("/api/sessions/main/calls"),
                "{'calls':[{'provider':'greeter','callId':'*','tool':'greet','ok':true,'durationMs':300,'askedAt':'*',"
                        + "'gatesMicros':0,'queueMicros':0,'workMicros':300000},"
                        + "{'provider':'greeter','callId':'*','tool':'greet','ok':false,'errorCode':'NOT_FOUND','error':'no',"
                        + "'durationMs':350,'askedAt':'*','gatesMicros':0,'queueMicros':300000,'workMicros':50000}],'running':[]}");
    }

    @Test
    void U123_a_call_that_waits_or_runs_is_listed_until_it_ends_and_can_be_cancelled() {
        ScriptedPeer provider = api.provider(
                "main",
                "{'type':'hello','protocolVersion':2,'name':'guard','tools':[{'name':'greet','description':'Greets','parameters':{}}],"
                        + "'hooks':{'onPreToolUse':[{'action':'gate','gateId':'ask','match':{'tool':'greet'}}]}}");
        api.settle();
        var first = api.ask("POST", CALL, "{\"call\":\"first\"}");
        provider.receives("{\"type\":\"gate.check\",\"callId\":\"$one\",\"*\":\"*\"}");
        var second = api.ask("POST", CALL, "{\"call\":\"second\"}");
        provider.receives("{\"type\":\"gate.check\",\"callId\":\"$two\",\"*\":\"*\"}")
                .sends("{\"type\":\"gate.result\",\"callId\":\"$two\",\"gateId\":\"ask\",\"decision\":\"allow\"}")
                .receives("{\"type\":\"tool.call\",\"*\":\"*\"}");

        assertLooksLike(
                api.get("/api/sessions/main/calls"),
                "{'calls':[],'running':[{'callId':'first','tool':'greet','provider':'guard','phase':'waiting','waitsFor':'gates',"
                        + "'askedAt':'*','*':'*'},{'callId':'second','tool':'greet','provider':'guard','phase':'dispatched',"
                        + "'askedAt':'*','*':'*'}]}");
        api.answer(202, "POST", "/api/sessions/main/calls/first/cancel", "");

        assertThat(first.toCompletableFuture().join().body()).contains("CANCELLED");
        assertThat(second.toCompletableFuture()).isNotDone();
        assertLooksLike(
                api.get("/api/sessions/main/calls"),
                "{'calls':[{'callId':'first','*':'*'}],'running':[{'callId':'second','*':'*'}]}");
    }

    @Test
    void who_has_come_and_gone_is_there_for_pages_that_are_opened_later() {
        api.provider("main", HELLO).sends("{\"type\":\"goodbye\"}");
        api.provider("main", HELLO);
        api.answer(201, "POST", "/api/sessions", "{\"id\":\"other\"}");

        assertLooksLike(
                api.get("/api/sessions/main/presence"),
                "{'presence':[{'seq':1,'ts':'*','provider':'greeter','presence':'bound'},"
                        + "{'seq':2,'ts':'*','provider':'greeter','presence':'left'},"
                        + "{'seq':3,'ts':'*','provider':'greeter','presence':'bound'}]}");
        assertLooksLike(api.get("/api/sessions/other/presence"), "{'presence':[]}");
        assertThat(api.news).extracting(ServerSentEvent::name).containsExactly("providers", "providers", "providers");
        for (int i = 0; i < ObserverActions.MAX_CHANGES; i++) {
            api.provider("other", HELLO).sends("{\"type\":\"goodbye\"}");
        }
        assertLooksLike(api.get("/api/sessions/main/presence"), "{'presence':[]}");
    }

    @Test
    void the_numbers_of_a_session_count_every_call() {
        ScriptedPeer provider = api.provider("main", HELLO);
        api.settle();
        for (int i = 0; i < 3; i++) {
            api.ask("POST", CALL, "{}");
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call" + i + "\",\"*\":\"*\"}");
            api.clock.advance(Duration.ofMillis(100));
            provider.sends("{\"type\":\"tool.result\",\"id\":\"$call" + i + "\",\"data\":1}");
        }

        JsonValue numbers = api.get("/api/sessions/main/numbers");

        assertThat(numbers.get("minutes").orElseThrow().elements())
                .hasSize(ObserverActions.MINUTES)
                .last()
                .satisfies(it -> assertThat(it.json()).isEqualTo("{\"ok\":3,\"failed\":0}"));
        assertThat(numbers.json())
                .contains("\"results\":[{\"result\":\"ok\",\"calls\":3}]")
                .contains("\"tools\":[{\"tool\":\"greet\",\"calls\":3,\"p50Micros\":100000,\"p95Micros\":100000}]");
        api.answer(404, "GET", "/api/sessions/nowhere/numbers", "");
    }

    @Test
    void whose_rules_are_in_force_and_how_often_they_have_mattered() {
        ScriptedPeer provider = api.provider(
                "main",
                "{'type':'hello','protocolVersion':2,'name':'guard','tools':[{'name':'greet','description':'Greets','parameters':{}}],"
                        + "'hooks':{'onPreToolUse':[{'action':'deny','reason':'no','match':{'tool':'greet','args':'Bob'}},"
                        + "{'action':'gate','gateId':'ask','match':{'tool':'greet'}}]}}");
        api.settle();
        api.ask("POST", CALL, "{\"args\":{\"who\":\"Bob\"}}");
        api.ask("POST", CALL, "{\"args\":{\"who\":\"Ada\"}}");
        provider.receives("{\"type\":\"gate.check\",\"callId\":\"$check\",\"*\":\"*\"}")
                .sends("{\"type\":\"gate.result\",\"callId\":\"$check\",\"gateId\":\"ask\",\"decision\":\"deny\"}");
        api.clock.advance(Duration.ofSeconds(2));

        String rules =
                "'rules':[{'action':'deny','reason':'no','match':{'tool':'greet','args':'Bob'},'matched':1,'lastMatchedMs':%1$s,'denied':1,'lastDeniedMs':%1$s},"
                        + "{'action':'gate','gateId':'ask','match':{'tool':'greet'},'matched':2,'lastMatchedMs':%1$s,'denied':1,'lastDeniedMs':%1$s}]";
        assertLooksLike(
                api.get("/api/sessions/main/rules"),
                "{'guards':[{'provider':'guard','trust':'internal','held':false,'denied':2," + rules.formatted("2000")
                        + "}]}");
        assertLooksLike(api.answer(404, "GET", "/api/sessions/nowhere/rules", ""), "{'error':{'*':'*'}}");
    }

    @Test
    void what_is_said_in_a_call_is_there_for_who_has_switched_it_on() {
        ScriptedPeer provider = api.provider("main", HELLO);
        api.settle();
        String said = "/api/sessions/main/calls/mine";
        assertThat(api.answer(404, "GET", said, "").json()).contains("Calls are not recorded");
        assertLooksLike(api.get("/api/recording"), "{'on':false,'calls':0,'bytes':0}");
        api.answer(400, "POST", "/api/recording", "{\"on\":\"yes\"}");
        assertLooksLike(api.answer(200, "POST", "/api/recording", "{\"on\":true}"), "{'on':true,'calls':0,'bytes':0}");

        api.ask("POST", CALL, "{\"call\":\"mine\",\"args\":{\"who\":\"Ada\"}}");
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$id\",\"*\":\"*\"}")
                .sends("{\"type\":\"tool.result\",\"id\":\"$id\",\"data\":\"Hello\"}");

        assertLooksLike(
                api.get(said),
                "{'callId':'mine','tool':'greet','args':{'who':'Ada'},'outcome':{'ok':true,'data':'Hello'}}");
        assertThat(api.answer(404, "GET", "/api/sessions/main/calls/other", "").json())
                .contains("is not recorded");
    }

    @Test
    void the_time_that_gates_take_is_told_apart() {
        ScriptedPeer provider = api.provider(
                "main",
                "{'type':'hello','protocolVersion':2,'name':'guard','tools':[{'name':'greet','description':'Greets','parameters':{}}],"
                        + "'hooks':{'onPreToolUse':[{'action':'gate','gateId':'ask','match':{'tool':'greet'}}]}}");
        api.settle();
        api.ask("POST", CALL, "{}");
        provider.receives("{\"type\":\"gate.check\",\"callId\":\"$check\",\"*\":\"*\"}");

        api.clock.advance(Duration.ofMillis(70));
        provider.sends(
                "{\"type\":\"gate.result\",\"callId\":\"$check\",\"gateId\":\"ask\",\"decision\":\"deny\",\"reason\":\"not now\"}");

        assertLooksLike(
                api.get("/api/sessions/main/calls"),
                "{'calls':[{'callId':'*','tool':'greet','ok':false,'errorCode':'UNAUTHORIZED','error':'*not now','durationMs':70,"
                        + "'askedAt':'*','gatesMicros':70000,'queueMicros':0,'workMicros':0}],'running':[]}");
    }

    @Test
    void the_calls_of_a_session_are_forgotten_with_it() {
        ScriptedPeer provider = api.provider("main", HELLO);
        api.settle();
        api.ask("POST", CALL, "{}");
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}")
                .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}")
                .sends("{\"type\":\"goodbye\"}");

        api.answer(202, "DELETE", "/api/sessions/main", "");
        api.answer(201, "POST", "/api/sessions", "{\"id\":\"main\"}");

        assertThat(api.get("/api/sessions/main/calls").json()).isEqualTo("{\"calls\":[],\"running\":[]}");
    }

    @Test
    void prometheus_reads_the_numbers() {
        ScriptedPeer provider = api.provider("main", HELLO);
        api.settle();
        api.ask("POST", CALL, "{}");
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");
        api.clock.advance(Duration.ofMillis(300));

        assertThat(api.text("/metrics").lines())
                .contains("tapgateway_calls_in_flight 1", "tapgateway_calls_total{result=\"ok\"} 0");

        provider.sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}")
                .sends("{\"type\":\"push\",\"level\":\"surface\",\"event\":\"here\"}");

        assertThat(api.text("/metrics").lines())
                .contains(
                        "# HELP tapgateway_calls_total Calls that have ended, by their result.",
                        "# TYPE tapgateway_calls_total counter",
                        "tapgateway_calls_total{result=\"ok\"} 1",
                        "# TYPE tapgateway_call_duration_seconds histogram",
                        "tapgateway_call_duration_seconds_bucket{le=\"0.1\"} 0",
                        "tapgateway_call_duration_seconds_bucket{le=\"0.5\"} 1",
                        "tapgateway_call_duration_seconds_bucket{le=\"+Inf\"} 1",
                        "tapgateway_call_duration_seconds_sum 0.3",
                        "tapgateway_call_duration_seconds_count 1",
                        "tapgateway_call_phase_seconds_total{phase=\"work\"} 0.3",
                        "tapgateway_calls_in_flight 0",
                        "tapgateway_event_listeners 3",
                        "tapgateway_info{version=\"1.2.3\"} 1",
                        "tapgateway_providers{trust=\"internal\"} 1",
                        "tapgateway_pushes_total{level=\"surface\"} 1",
                        "tapgateway_timeline_lines_total{level=\"surface\"} 1",
                        "tapgateway_sessions 1")
                .allMatch(line -> line.startsWith("#")
                        || line.matches("tapgateway_[a-z_]+(\\{[a-z]+=\"[^\"\\\\]*\"})? [0-9.E-]+"));
    }

    @Test
    void no_series_comes_twice() {
        assertThat(api.text("/metrics").lines().map(line -> line.replaceFirst(" [^ ]*$", "")))
                .doesNotHaveDuplicates();
    }

    @Test
    void consoles_read_the_same_numbers_and_every_limit() {
        JsonValue counters = api.get("/api/counters");

        assertThat(counters.get("counters").orElseThrow().elements())
                .anySatisfy(counter -> assertLooksLike(
                        counter,
                        "{'name':'providers','type':'gauge','help':'*','labels':{'trust':'external'},'value':'0'}"));
        assertThat(api.get("/api/limits").get("limits").orElseThrow().elements())
                .hasSize(Limit.values().length)
                .anySatisfy(limit -> assertLooksLike(
                        limit, "{'name':'queued-calls','value':10,'unit':'count','origin':'A/concurrency, D-141'}"))
                .anySatisfy(limit -> assertLooksLike(
                        limit,
                        "{'name':'authenticated-connections','value':201,'unit':'count','origin':'D-020, G-002'}"));
    }
}
