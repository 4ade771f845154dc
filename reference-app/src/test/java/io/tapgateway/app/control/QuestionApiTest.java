package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.testkit.ScriptedPeer;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.Surface;
import org.junit.jupiter.api.Test;

/** What waits for the person at a session, as programs of the owner see it. */
class QuestionApiTest {
    private static final String HELLO =
            "{'type':'hello','protocolVersion':2,'name':'guard','tools':[{'name':'greet','description':'Greets','parameters':{}}],"
                    + "'hooks':{'onPreToolUse':[{'action':'ask','reason':'Sure?','match':{'tool':'greet'}}]}}";

    private final ApiFixture api = new ApiFixture();

    /** Somebody who only looks. */
    private static final class Onlooker implements Surface {
        @Override
        public String name() {
            return "there";
        }

        @Override
        public int mostCharacters() {
            return 1_000;
        }

        @Override
        public void opened(OpenQuestion question) {}

        @Override
        public void closed(OpenQuestion question, String how) {}
    }

    @Test
    void U122_a_program_that_asks_its_person_itself_is_told_who_wants_that() {
        api.provider("main", HELLO);
        api.settle();
        String use = "{\"tool\":\"greet\",\"args\":{},\"asking\":\"%s\"}";

        assertThat(api.answer(200, "POST", "/api/sessions/main/pre-tool-use", use.formatted("return"))
                        .toString())
                .contains("\"decision\":\"ask\"", "\"reason\":\"Sure?\"");
        assertThat(api.answer(200, "POST", "/api/sessions/main/pre-tool-use", use.formatted("wait"))
                        .toString())
                .contains("\"decision\":\"deny\"", "Nobody is there");
        api.answer(400, "POST", "/api/sessions/main/pre-tool-use", use.formatted("maybe"));
    }

    @Test
    void U107_programs_of_the_owner_see_what_waits_and_may_say_no_but_never_yes() {
        ScriptedPeer provider = api.provider("main", HELLO);
        api.settle();
        api.sessions.find("main").orElseThrow().host().user().attach(new Onlooker());
        var call = api.ask("POST", "/api/sessions/main/tools/greet/call", "{\"args\":{\"who\":\"Ada\"}}");

        assertThat(api.get("/api/sessions/main/questions").json())
                .isEqualTo(
                        "{\"questions\":[{\"id\":1,\"tool\":\"greet\",\"provider\":\"guard\",\"args\":{\"who\":\"Ada\"},"
                                + "\"askers\":[{\"provider\":\"guard\",\"trust\":\"internal\",\"reason\":\"Sure?\"}]}]}");
        assertThat(api.answer(403, "POST", "/api/sessions/main/questions/1", "{\"approve\":\"once\"}")
                        .json())
                .contains("never yes");
        api.answer(404, "POST", "/api/sessions/main/questions/2", "{\"deny\":\"no\"}");
        api.answer(400, "POST", "/api/sessions/main/questions/one", "{\"deny\":\"no\"}");
        api.answer(204, "POST", "/api/sessions/main/questions/1", "{\"deny\":\"not now\"}");

        assertThat(call.toCompletableFuture().join().toString()).contains("Denied by the user: not now");
        assertThat(api.get("/api/sessions/main/questions").json()).isEqualTo("{\"questions\":[]}");
        provider.receivesNothing();
    }
}
