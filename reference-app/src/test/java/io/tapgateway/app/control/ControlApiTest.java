package io.tapgateway.app.control;

import static io.tapgateway.app.control.ApiFixture.assertLooksLike;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.control.action.SessionActions;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.ScriptedPeer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControlApiTest {
    private static final String HELLO = "{'type':'hello','protocolVersion':2,'name':'greeter','tools':["
            + "{'name':'greet','description':'Greets somebody','parameters':"
            + "{'type':'object','properties':{'name':{'type':'string'}}},'timeout':5000}]}";
    private static final String CALL = "/api/sessions/main/tools/greet/call";

    private final ApiFixture api = new ApiFixture();

    @Test
    void lists_sessions() {
        assertLooksLike(
                api.get("/api/sessions"),
                "{'sessions':[{'id':'main','label':'Main session','cwd':'/code/main','foreground':true,"
                        + "'state':'active','tools':0,'providers':0}]}");
    }

    @Test
    void opens_a_session_in_the_background_that_providers_can_find() {
        var created =
                api.answer(201, "POST", "/api/sessions", "{\"id\":\"abc\",\"label\":\"PR #42\",\"cwd\":\"/code/foo\"}");

        assertLooksLike(
                created,
                "{'id':'abc','label':'PR"
                        + " #42','cwd':'/code/foo','foreground':false,'state':'active','tools':0,'providers':0}");
        ScriptedPeer.connect(api.gateway.providerPort())
                .sends("{\"type\":\"auth\",\"token\":\""
                        + api.gateway.tokens().issueDiscoveryToken().reveal() + "\"}")
                .receives(
                        "{\"type\":\"sessions\",\"active\":[{\"id\":\"main\",\"*\":\"*\"},{\"id\":\"abc\",\"*\":\"*\"}]}");
    }

    @Test
    void opens_a_session_with_nothing_but_an_id() {
        assertLooksLike(
                api.answer(201, "POST", "/api/sessions", "{\"id\":\"abc\"}"),
                "{'id':'abc','label':'abc','foreground':false,'state':'active','tools':0,'providers':0}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | {}",
                "400 | {'id':''}",
                "400 | {'id':7}",
                "400 | {'id':'all'}",
                "400 | {'id':'a b'}",
                "400 | {'id':'abc','label':[]}",
                "400 | {'id':'abc','cwd':'relative/path'}",
                "409 | {'id':'main'}",
            })
    void D066_refuses_a_session_that_cannot_be(int status, String body) {
        assertLooksLike(
                api.answer(status, "POST", "/api/sessions", body.replace('\'', '"')),
                "{'error':{'code':'*','message':'*'}}");
        assertThat(api.sessions.views()).hasSize(1);
    }

    @Test
    void D152_shows_a_file_that_a_call_was_answered_with() {
        ToolOutcome.Provenance camera = new ToolOutcome.Provenance(new ProviderName("camera"), TrustLevel.PROJECT);
        FileContent content = FileContent.of("image/png", new byte[] {0, 1, -1});

        ApiReply reply = SessionActions.outcome(new ToolOutcome.File(content, camera), 7);

        assertLooksLike(
                ApiFixture.parsed(reply.body()),
                "{'ok':true,'file':{'mimeType':'image/png','size':3,'base64':'AAH/'},'durationMs':7}");
    }

    @Test
    void ends_a_session_in_good_order() {
        ScriptedPeer provider = api.provider("main", HELLO);

        api.answer(202, "DELETE", "/api/sessions/main", "");

        provider.receives("{\"type\":\"session.lifecycle\",\"state\":\"shutdown.pending\",\"*\":\"*\"}");
        assertLooksLike(api.get("/api/sessions"), "{'sessions':[{'id':'main','state':'shutdown_pending','*':'*'}]}");
        provider.sends("{\"type\":\"shutdown.ready\",\"sessionId\":\"main\"}");
        assertLooksLike(api.get("/api/sessions"), "{'sessions':[]}");
        api.answer(404, "DELETE", "/api/sessions/main", "");
    }

    @Test
    void another_session_comes_to_the_foreground_when_the_one_there_is_ended() {
        api.answer(201, "POST", "/api/sessions", "{\"id\":\"b\"}");
        api.answer(201, "POST", "/api/sessions", "{\"id\":\"c\"}");
        api.provider("main", HELLO);

        api.answer(202, "DELETE", "/api/sessions/main", "");

        assertLooksLike(
                api.get("/api/sessions"),
                "{'sessions':[{'id':'main','foreground':false,'state':'shutdown_pending','*':'*'},"
                        + "{'id':'b','foreground':true,'*':'*'},{'id':'c','foreground':false,'*':'*'}]}");
    }

    @Test
    void the_user_looks_at_one_session_at_a_time() {
        api.answer(201, "POST", "/api/sessions", "{\"id\":\"b\"}");

        api.answer(202, "POST", "/api/sessions/b/foreground", "");

        assertLooksLike(
                api.get("/api/sessions"),
                "{'sessions':[{'id':'main','foreground':false,'*':'*'},{'id':'b','foreground':true,'*':'*'}]}");
    }

    @Test
    void lists_tools_as_the_agent_sees_them() {
        api.provider("main", HELLO);
        api.settle();

        assertLooksLike(
                api.get("/api/sessions/main/tools"),
                "{'tools':[{'name':'greet','description':'Greets somebody','parameters':"
                        + "{'type':'object','properties':{'name':{'type':'string'}}},"
                        + "'provider':'greeter','trust':'internal','timeout':5000}]}");
    }

    @Test
    void answers_a_call_when_the_provider_does() {
        ScriptedPeer provider = api.provider("main", HELLO);

        CompletionStage<ApiReply> reply = api.ask("POST", CALL, "{\"args\":{\"name\":\"World\"}}");
        provider.receives(
                "{\"type\":\"tool.call\",\"id\":\"$call\",\"tool\":\"greet\",\"args\":{\"name\":\"World\"},\"*\":\"*\"}");
        assertThat(reply.toCompletableFuture()).isNotDone();
        api.clock.advance(Duration.ofMillis(42));
        provider.sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":{\"greeting\":\"Hello World\"}}");

        assertThat(reply.toCompletableFuture())
                .isCompletedWithValue(
                        new ApiReply(200, "{\"ok\":true,\"data\":{\"greeting\":\"Hello World\"},\"durationMs\":42}"));
    }

    @Test
    void a_call_is_part_of_the_trace_that_its_request_is_part_of() {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        ScriptedPeer provider = api.provider("main", HELLO);

        var unused = api.ask("POST", CALL, List.of(trace), "{}");

        provider.receives("{\"type\":\"tool.call\",\"traceparent\":\"" + trace + "\",\"*\":\"*\"}");
    }

    @Test
    void a_trace_that_nobody_can_follow_is_refused_and_nothing_is_called() {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        ScriptedPeer provider = api.provider("main", HELLO);

        for (List<String> headers : List.of(List.of("00-0-0-01"), List.of(trace, trace))) {
            ApiReply reply =
                    api.ask("POST", CALL, headers, "{}").toCompletableFuture().join();

            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.body()).contains("INVALID_REQUEST", "'traceparent'");
        }
        provider.receivesNothing();
    }

    @Test
    void a_failed_call_is_an_answer_too() {
        ScriptedPeer provider = api.provider("main", HELLO);

        CompletionStage<ApiReply> reply = api.ask("POST", CALL, "");
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"args\":{},\"*\":\"*\"}");
        provider.sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"error\":\"No such"
                + " name\",\"errorCode\":\"NOT_FOUND\",\"retryable\":true}");

        ApiReply failed = reply.toCompletableFuture().join();
        assertThat(failed.status()).isEqualTo(200);
        assertLooksLike(
                ApiFixture.parsed(failed.body()),
                "{'ok':false,'error':'No such name','errorCode':'NOT_FOUND','retryable':true,'durationMs':0}");
    }

    @Test
    void a_call_that_nobody_answers_ends_with_the_tools_timeout() {
        api.provider("main", HELLO);

        CompletionStage<ApiReply> reply = api.ask("POST", CALL, "{}");
        api.clock.advance(Duration.ofSeconds(5));

        assertLooksLike(
                ApiFixture.parsed(reply.toCompletableFuture().join().body()),
                "{'ok':false,'error':'*','errorCode':'TIMEOUT','retryable':false,'durationMs':5000}");
    }

    @Test
    void D157_interrupting_ends_the_calls_that_wait() {
        api.provider("main", HELLO);
        CompletionStage<ApiReply> reply = api.ask("POST", CALL, "{}");

        api.answer(202, "POST", "/api/sessions/main/interrupt", "");

        assertLooksLike(
                ApiFixture.parsed(reply.toCompletableFuture().join().body()),
                "{'ok':false,'errorCode':'CANCELLED','*':'*'}");
    }

    @Test
    void D233_a_call_is_cancelled_by_its_name_and_no_other_with_it() {
        api.provider("main", HELLO);
        String name = "call-00000000000000000000000000000001";
        CompletionStage<ApiReply> cancelled = api.ask("POST", CALL, "{\"call\":\"" + name + "\"}");
        CompletionStage<ApiReply> other = api.ask("POST", CALL, "{}");

        api.answer(202, "POST", "/api/sessions/main/calls/" + name + "/cancel", "");

        assertLooksLike(
                ApiFixture.parsed(cancelled.toCompletableFuture().join().body()),
                "{'ok':false,'errorCode':'CANCELLED','*':'*'}");
        assertThat(other.toCompletableFuture()).isNotDone();
    }

    @Test
    void D234_a_call_may_have_less_time_than_its_tool() {
        api.provider("main", HELLO);

        CompletionStage<ApiReply> reply = api.ask("POST", CALL, "{\"deadlineMs\":500}");
        api.clock.advance(Duration.ofMillis(500));

        assertLooksLike(
                ApiFixture.parsed(reply.toCompletableFuture().join().body()),
                "{'ok':false,'errorCode':'TIMEOUT','durationMs':500,'*':'*'}");
    }

    @Test
    void D234_a_deadline_is_a_positive_number() {
        api.provider("main", HELLO);

        api.answer(400, "POST", CALL, "{\"deadlineMs\":0}");
        api.answer(400, "POST", CALL, "{\"deadlineMs\":\"soon\"}");
        api.answer(400, "POST", CALL, "{\"call\":7}");
    }

    @Test
    void publishes_events_to_subscribers() {
        ScriptedPeer provider = api.provider(
                "main", "{'type':'hello','protocolVersion':2,'name':'listener','subscribe':['user.message']}");

        api.answer(
                202,
                "POST",
                "/api/sessions/main/events",
                "{\"event\":\"user.message\",\"data\":{\"content\":\"Hello\"}}");

        provider.receives(
                "{\"type\":\"session.event\",\"event\":\"user.message\",\"data\":{\"content\":\"Hello\"},\"*\":\"*\"}");
    }

    @Test
    void tells_providers_when_the_agent_falls_idle() {
        ScriptedPeer provider = api.provider("main", HELLO);
        api.answer(
                202, "POST", "/api/sessions/main/events", "{\"event\":\"user.message\",\"data\":{\"content\":\"x\"}}");

        api.answer(202, "POST", "/api/sessions/main/idle", "");

        provider.receives("{\"type\":\"session.lifecycle\",\"sessionId\":\"main\",\"state\":\"idle\"}");
    }

    @Test
    void shows_what_was_pushed_in_streams_the_timeline_and_injected_prompts() {
        ScriptedPeer provider = api.provider("main", HELLO);
        provider.sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"keep\",\"event\":\"first\"}")
                .sends(
                        "{\"type\":\"push\",\"stream\":\"news\",\"level\":\"surface\",\"event\":\"second\",\"metadata\":{\"n\":2}}")
                .sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"inject\",\"event\":\"third\"}");

        assertLooksLike(api.get("/api/sessions/main/streams"), "{'streams':[{'name':'news@greeter','count':3}]}");
        assertLooksLike(
                api.get("/api/sessions/main/streams/news@greeter?last=2"),
                "{'entries':[{'seq':3,'ts':'*','event':'third','level':'inject'},"
                        + "{'seq':2,'ts':'*','event':'second','level':'surface','metadata':{'n':2}}]}");
        assertLooksLike(api.get("/api/sessions/main/streams/other@greeter"), "{'entries':[]}");
        assertLooksLike(
                api.get("/api/sessions/main/timeline"),
                "{'entries':[{'seq':1,'ts':'*','level':'surface','source':'*','text':'*second*'},"
                        + "{'seq':2,'ts':'*','level':'inject','source':'*','text':'*third*'}]}");
        assertLooksLike(api.get("/api/sessions/main/timeline?after=1"), "{'entries':[{'seq':2,'*':'*'}]}");
        assertLooksLike(
                api.get("/api/sessions/main/injected"),
                "{'injected':[{'ts':'*','provider':'greeter','trust':'internal','stream':'news','kind':'event','text':'third'}]}");
    }

    @Test
    void lists_providers() {
        api.provider("main", HELLO.replace("'name':'greeter'", "'name':'greeter','instance':'tab-1'"));
        api.ask("POST", CALL, "{}");

        assertLooksLike(
                api.get("/api/providers"),
                "{'providers':[{'providerId':'p-*','name':'greeter','instance':'tab-1','trust':'internal','state':'Bound',"
                        + "'sessionId':'main','tools':['greet'],'inFlight':1,'queued':0,'connectedAt':'*'}]}");
    }

    @Test
    void tells_that_it_is_well() {
        assertLooksLike(
                api.get("/api/health"),
                "{'status':'ok','version':'1.2.3','pid':4711,'started':'2026-01-01T00:00:00Z','command':'./tapgateway','home':'/home/ada/.tapgateway','usualHome':true,'sessions':1,'providers':0,"
                        + "'emitters':true,'absent':'wait','pairing':{'programs':'ask','pages':'window'}}");
    }

    @Test
    void D226_tells_that_it_is_going_once_it_takes_no_session_any_more() {
        api.gateway.closeNow();

        assertLooksLike(api.get("/api/health"), "{'status':'stopping','*':'*'}");
        assertLooksLike(
                api.answer(409, "POST", "/api/sessions", "{\"id\":\"late\"}"), "{'error':{'code':'CONFLICT','*':'*'}}");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /api/sessions/other/tools",
        "DELETE, /api/sessions/other",
        "POST,   /api/sessions/other/idle",
        "POST,   /api/sessions/other/interrupt",
        "POST,   /api/sessions/other/events",
        "POST,   /api/sessions/other/tools/greet/call",
        "POST,   /api/sessions/main/tools/greet/call",
        "GET,    /api/sessions/other/timeline",
        "GET,    /api/sessions/other/streams",
        "GET,    /api/sessions/other/streams/a@b",
        "GET,    /api/sessions/other/injected",
        "GET,    /api/sessions//tools",
        "POST,   /api/sessions/other/pre-tool-use",
        "POST,   /api/sessions/other/prompt",
        "POST,   /api/sessions/other/spawn-tokens",
        "GET,    /api/sessions/",
        "GET,    /api",
        "GET,    /",
        "GET,    /secret",
    })
    void what_does_not_exist_is_not_found(String method, String path) {
        assertLooksLike(api.answer(404, method, path, "{}"), "{'error':{'code':'NOT_FOUND','message':'*'}}");
    }

    @ParameterizedTest
    @CsvSource({"PUT, /api/sessions", "GET, /api/sessions/main", "OPTIONS, /api/sessions", "POST, /api/health"})
    void another_method_than_the_paths_own_is_refused(String method, String path) {
        assertLooksLike(api.answer(405, method, path, ""), "{'error':{'code':'METHOD_NOT_ALLOWED','message':'*'}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"args\":{},\"args\":{}}", "[]", "7", "{\"args\":{}} x"})
    void a_body_that_is_no_json_object_is_refused_with_what_is_wrong(String body) {
        api.provider("main", HELLO);

        assertLooksLike(
                api.answer(400, "POST", CALL, body), "{'error':{'code':'INVALID_JSON','message':'The body *'}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/sessions/main/tools/greet/call | {'args':[]}",
                "/api/sessions/main/tools/greet/call | {'args':'x'}",
                "/api/sessions/main/events | {}",
                "/api/sessions/main/events | {'event':' '}",
                "/api/sessions/main/events | {'event':'user.message','data':7}",
                "/api/sessions/main/pre-tool-use | {}",
                "/api/sessions/main/pre-tool-use | {'tool':'shell','args':[]}",
                "/api/sessions/main/prompt | {'text':7}",
                "/api/sessions/main/prompt | {'sections':[]}",
                "/api/sessions/main/prompt | {'sections':{'tone':7}}",
                "/api/sessions/main/prompt | {'sections':{'tone':'a','TONE':'b'}}",
                "/api/sessions/main/spawn-tokens | {}",
                "/api/sessions/main/spawn-tokens | {'name':'not a name'}",
                "/api/sessions/main/spawn-tokens | {'name':'gateway'}",
                "/api/spawn-tokens/revoke | {}",
            })
    void a_body_with_the_wrong_members_is_refused(String path, String body) {
        api.provider("main", HELLO);

        assertLooksLike(
                api.answer(400, "POST", path, body.replace('\'', '"')),
                "{'error':{'code':'INVALID_REQUEST','message':'*'}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timeline?after=x",
                "timeline?after=-1",
                "streams/a@b?last=0",
                "streams/a@b?last=201",
                "streams/a@b?last=1.5",
                "streams/a",
                "streams/a b@c"
            })
    void a_query_that_makes_no_sense_is_refused(String path) {
        assertLooksLike(
                api.answer(400, "GET", "/api/sessions/main/" + path, ""),
                "{'error':{'code':'INVALID_REQUEST','message':'*'}}");
    }
}
