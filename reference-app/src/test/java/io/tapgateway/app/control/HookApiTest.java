package io.tapgateway.app.control;

import static io.tapgateway.app.control.ApiFixture.assertLooksLike;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.ScriptedPeer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class HookApiTest {
    private static final String PUSH = "{\"tool\":\"shell\",\"args\":{\"command\":\"git push\"}}";
    private static final String GUARDIAN =
            "{'type':'hello','protocolVersion':2,'name':'guardian','hooks':{'onPreToolUse':[%s]}}";
    private static final String GATE = "{'action':'gate','gateId':'ci','match':{'tool':'shell','args':'git push'}}";

    private final ApiFixture api = new ApiFixture();

    @Test
    void D160_a_tool_that_no_rule_concerns_may_be_used() {
        assertLooksLike(check(), "{'decision':'allow','context':[]}");
    }

    @Test
    void D160_a_gate_denies_with_its_reason_and_its_provider() {
        ScriptedPeer guardian = api.provider("main", GUARDIAN.formatted(GATE));

        CompletionStage<ApiReply> decision = api.ask("POST", "/api/sessions/main/pre-tool-use", PUSH);
        guardian.receives("{\"type\":\"gate.check\",\"callId\":\"$call\",\"gateId\":\"ci\",\"tool\":\"shell\","
                        + "\"args\":{\"command\":\"git push\"},\"*\":\"*\"}")
                .sends(
                        "{\"type\":\"gate.result\",\"callId\":\"$call\",\"gateId\":\"ci\",\"decision\":\"deny\",\"reason\":\"CI is red\"}");

        assertLooksLike(json(decision), "{'decision':'deny','reason':'CI is red','provider':'guardian','context':[]}");
    }

    @Test
    void D160_what_rules_have_to_say_comes_along_with_whose_it_is() {
        api.provider("main", GUARDIAN.formatted("{'action':'context','match':{'tool':'shell'},'content':'Use zsh'}"));

        assertLooksLike(
                check(),
                "{'decision':'allow','context':[{'provider':'guardian','trust':'internal','text':'Use zsh'}]}");
    }

    @Test
    void D176_a_gate_that_says_nothing_denies_in_the_end() {
        api.provider("main", GUARDIAN.formatted(GATE));

        CompletionStage<ApiReply> decision = api.ask("POST", "/api/sessions/main/pre-tool-use", PUSH);
        api.clock.advance(Duration.ofSeconds(5));

        assertLooksLike(json(decision), "{'decision':'deny','reason':'*','provider':'guardian','context':[]}");
    }

    @Test
    void what_rules_say_to_a_call_comes_with_its_outcome() {
        api.provider("main", GUARDIAN.formatted("{'action':'context','match':{'tool':'greet'},'content':'Be kind'}"));
        ScriptedPeer greeter = api.provider(
                "main",
                "{'type':'hello','protocolVersion':2,'name':'greeter','tools':[{'name':'greet','description':'Greets','parameters':{'type':'object'}}]}");

        CompletionStage<ApiReply> call = api.ask("POST", "/api/sessions/main/tools/greet/call", "{}");
        greeter.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}")
                .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":\"Hello\"}");

        assertLooksLike(
                json(call),
                "{'ok':true,'data':'Hello','context':[{'provider':'guardian','trust':'internal','text':'Be kind'}],'durationMs':0}");
    }

    @Test
    void D183_a_prompt_tells_whose_work_each_section_is() {
        api.provider(
                "main",
                "{'type':'hello','protocolVersion':2,'name':'stylist','context':'It rains','startup_context':'Hello','hooks':{'transforms':{"
                        + "'tone':{'action':'append','content':'And kind.'},'plan':{'action':'replace','content':'None.'},"
                        + "'nowhere':{'action':'append','content':'x'}}}}");
        ScriptedPeer rewriter = api.provider(
                "main",
                "{'type':'hello','protocolVersion':2,'name':'rewriter','hooks':{'transforms':{'tone':{'action':'callback'}}}}");

        CompletionStage<ApiReply> prompt = api.ask(
                "POST",
                "/api/sessions/main/prompt",
                "{\"sections\":{\"tone\":\"Be brief.\",\"plan\":\"Win.\",\"safety\":\"Be safe.\"}}");
        rewriter.receives("{\"type\":\"transform.request\",\"callId\":\"$call\",\"section\":\"tone\",\"*\":\"*\"}")
                .sends("{\"type\":\"transform.result\",\"callId\":\"$call\",\"content\":\"Be terse.\"}");

        assertLooksLike(
                json(prompt),
                "{'sections':{'tone':'Be terse.\\n\\nAnd kind.','plan':'None.','safety':'Be safe.'},"
                        + "'changes':{'tone':[{'way':'rewritten','provider':'rewriter','trust':'internal'},"
                        + "{'way':'appended','provider':'stylist','trust':'internal'}],"
                        + "'plan':[{'way':'replaced','provider':'stylist','trust':'internal'}]},"
                        + "'context':[{'provider':'stylist','trust':'internal','text':'It rains','framed':'<provider-text *'}],"
                        + "'startupContext':[{'provider':'stylist','trust':'internal','text':'Hello','framed':'<provider-text *'}],"
                        + "'notices':[{'kind':'section_unknown','provider':'stylist','section':'nowhere','text':'*'}]}");
    }

    @Test
    void a_prompt_with_a_text_is_what_the_user_wrote() {
        ScriptedPeer listener = api.provider(
                "main", "{'type':'hello','protocolVersion':2,'name':'listener','subscribe':['user.message']}");

        JsonValue prompt = api.answer(200, "POST", "/api/sessions/main/prompt", "{\"text\":\"Hello\"}");

        listener.receives(
                "{\"type\":\"session.event\",\"event\":\"user.message\",\"data\":{\"content\":\"Hello\"},\"*\":\"*\"}");
        assertThat(prompt.get("sections").orElseThrow().members()).containsKeys("identity", "safety");
    }

    private JsonValue check() {
        return api.answer(200, "POST", "/api/sessions/main/pre-tool-use", PUSH);
    }

    private static JsonValue json(CompletionStage<ApiReply> reply) {
        assertThat(reply.toCompletableFuture()).isCompleted();
        return ApiFixture.parsed(reply.toCompletableFuture().join().body());
    }
}
