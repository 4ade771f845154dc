package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.control.event.ScriptedPage;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.InterceptedTool;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.testkit.ScriptedPeer;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.form.FlatField;
import io.tapgateway.user.form.FlatSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
        public void closed(OpenQuestion question, QuestionEnd how) {}
    }

    @Test
    void U107_a_browser_says_yes_once_somebody_has_confirmed_it_and_no_other_does() {
        ScriptedPeer provider = api.provider("main", HELLO);
        api.settle();
        ScriptedPage page = new ScriptedPage();
        String key = "a".repeat(64);
        api.seats.sit(key, page);
        api.seats.confirm(page.code());
        var call = api.ask("POST", "/api/sessions/main/tools/greet/call", "{\"args\":{\"who\":\"Ada\"}}");

        api.personKey = Optional.of("b".repeat(64));
        api.answer(403, "POST", "/api/sessions/main/questions/1", "{\"approve\":\"once\"}");
        api.personKey = Optional.of(key);
        api.answer(400, "POST", "/api/sessions/main/questions/1", "{\"approve\":\"for ever\"}");
        api.answer(400, "POST", "/api/sessions/main/questions/1", "{\"approve\":\"once\",\"deny\":\"\"}");
        api.answer(404, "POST", "/api/sessions/main/questions/2", "{\"approve\":\"once\"}");
        assertThat(call.toCompletableFuture()).isNotDone();
        api.answer(204, "POST", "/api/sessions/main/questions/1", "{\"approve\":\"once\"}");

        provider.receives("{\"type\":\"tool.call\",\"tool\":\"greet\",\"*\":\"*\"}");
    }

    @Test
    void U106_a_yes_for_the_session_is_listed_and_taken_back_and_needs_the_person() {
        ScriptedPeer provider = api.provider("main", HELLO);
        api.settle();
        ScriptedPage page = new ScriptedPage();
        api.seats.sit("a".repeat(64), page);
        api.seats.confirm(page.code());
        var unused = api.ask("POST", "/api/sessions/main/tools/greet/call", "{}");
        String yes = "{\"approve\":\"session\",\"scope\":\"any use of 'greet'\"}";

        api.answer(403, "POST", "/api/sessions/main/questions/1", yes);
        api.personKey = Optional.of("a".repeat(64));
        api.answer(400, "POST", "/api/sessions/main/questions/1", "{\"approve\":\"session\"}");
        api.answer(404, "POST", "/api/sessions/main/questions/1", "{\"approve\":\"session\",\"scope\":\"all\"}");
        api.answer(204, "POST", "/api/sessions/main/questions/1", yes);
        api.personKey = Optional.empty();

        provider.receives("{\"type\":\"tool.call\",\"tool\":\"greet\",\"*\":\"*\"}");
        assertThat(api.get("/api/sessions/main/grants").json())
                .isEqualTo("{\"grants\":[{\"id\":1,\"scope\":\"any use of 'greet'\",\"by\":\"in the console\","
                        + "\"askers\":[\"guard\"]}]}");
        api.answer(204, "DELETE", "/api/sessions/main/grants/1", "");
        api.answer(404, "DELETE", "/api/sessions/main/grants/1", "");
    }

    @Test
    void U107_what_an_agent_asks_is_listed_declined_by_programs_and_answered_by_a_person_only() {
        ScriptedPage page = new ScriptedPage();
        api.seats.sit("a".repeat(64), page);
        api.seats.confirm(page.code());
        SessionUser user = api.sessions.find("main").orElseThrow().host().user();
        UserQuestion question = new UserQuestion(new ProviderName("host"), "Which?", List.of("red"), true);
        CompletionStage<UserAnswer> declined = user.ask(question).answer();
        CompletionStage<UserAnswer> answered = user.ask(question).answer();

        assertThat(api.get("/api/sessions/main/questions").json())
                .startsWith(
                        "{\"questions\":[{\"id\":1,\"waitingMs\":0,\"kind\":\"question\",\"asker\":\"host\",\"text\":\"Which?\","
                                + "\"choices\":[\"red\"],\"onlyChoices\":true}");
        api.answer(204, "POST", "/api/sessions/main/questions/1", "{\"deny\":\"later\"}");
        api.answer(403, "POST", "/api/sessions/main/questions/2", "{\"answer\":\"red\"}");
        api.personKey = Optional.of("a".repeat(64));
        api.answer(400, "POST", "/api/sessions/main/questions/2", "{\"answer\":\"blue\"}");
        api.answer(404, "POST", "/api/sessions/main/questions/2", "{\"approve\":\"once\"}");
        api.answer(204, "POST", "/api/sessions/main/questions/2", "{\"answer\":\"red\"}");
        api.answer(404, "POST", "/api/sessions/main/questions/2", "{\"answer\":\"red\"}");

        assertThat(declined).isCompletedWithValue(new UserAnswer.Declined("later", "by a program of the owner"));
        assertThat(answered).isCompletedWithValue(new UserAnswer.Given(JsonValue.of("red"), "in the console"));
    }

    @Test
    void U109_a_question_may_be_declined_without_a_reason() {
        ScriptedPage page = new ScriptedPage();
        api.seats.sit("a".repeat(64), page);
        api.seats.confirm(page.code());
        SessionUser user = api.sessions.find("main").orElseThrow().host().user();
        CompletionStage<UserAnswer> asked = user.ask(
                        new UserQuestion(new ProviderName("host"), "Which?", List.of("red"), true))
                .answer();

        api.answer(400, "POST", "/api/sessions/main/questions/1", "{\"decline\":false}");
        api.answer(400, "POST", "/api/sessions/main/questions/1", "{\"decline\":true,\"deny\":\"no\"}");
        api.answer(204, "POST", "/api/sessions/main/questions/1", "{\"decline\":true}");

        assertThat(asked).isCompletedWithValue(new UserAnswer.Declined("", "by a program of the owner"));
    }

    @Test
    void U109_a_form_is_listed_with_its_schema_and_answered_by_an_object() {
        ScriptedPage page = new ScriptedPage();
        api.seats.sit("a".repeat(64), page);
        api.seats.confirm(page.code());
        api.personKey = Optional.of("a".repeat(64));
        FlatSchema form = new FlatSchema(List.of(FlatField.of("age", FlatField.Kind.INTEGER, true)));
        CompletionStage<UserAnswer> asked = api.sessions
                .find("main")
                .orElseThrow()
                .host()
                .user()
                .ask(new UserQuestion(new ProviderName("host"), "How old?", List.of(), false)
                        .withTitle("You")
                        .withSchema(form))
                .answer();

        assertThat(api.get("/api/sessions/main/questions").json())
                .contains("\"title\":\"You\",\"text\":\"How old?\"")
                .contains("\"schema\":{\"type\":\"object\",\"properties\":{\"age\":{\"type\":\"integer\"}},"
                        + "\"required\":[\"age\"]}");
        assertThat(api.answer(400, "POST", "/api/sessions/main/questions/1", "{\"answer\":{\"age\":\"x\"}}")
                        .json())
                .contains("'age' takes a whole number.");
        api.answer(204, "POST", "/api/sessions/main/questions/1", "{\"answer\":{\"age\":7}}");

        assertThat(asked).isCompletedWithValue(new UserAnswer.Given(JsonValue.of(Map.of("age", 7)), "in the console"));
    }

    @Test
    void U107_a_browser_that_may_say_yes_confirms_another_one_and_programs_do_not() {
        ScriptedPage page = new ScriptedPage();
        ScriptedPage other = new ScriptedPage();
        api.seats.sit("a".repeat(64), page);
        api.seats.sit("b".repeat(64), other);
        api.seats.confirm(page.code());
        String body = "{\"code\":\"" + other.code() + "\"}";

        api.answer(403, "POST", "/api/consoles/confirm", body);
        api.personKey = Optional.of("b".repeat(64));
        api.answer(403, "POST", "/api/consoles/confirm", body);
        api.personKey = Optional.of("a".repeat(64));
        api.answer(404, "POST", "/api/consoles/confirm", "{\"code\":\"none\"}");
        api.answer(204, "POST", "/api/consoles/confirm", body);

        assertThat(other.told()).last().asString().contains("\"confirmed\":true");
        assertThat(api.seats.isPerson("b".repeat(64))).isTrue();
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
    void Z064_only_a_program_that_runs_changed_arguments_gets_them() {
        JsonValue safe = JsonValue.of(Map.of("command", "ls"));
        api.sessions
                .find("main")
                .orElseThrow()
                .gateway()
                .intercept(
                        new ProviderName("rewriter"), 0, Set.of(InterceptorInterest.TOOLS), new SessionInterceptor() {
                            @Override
                            public CompletionStage<InterceptorVerdict> beforeTool(
                                    InterceptedTool use, InterceptorQuestion question) {
                                return CompletableFuture.completedFuture(InterceptorVerdict.rewrite(safe));
                            }
                        });
        String use = "{\"tool\":\"shell\",\"args\":{\"command\":\"rm\"},\"changes\":%s}";

        assertThat(api.answer(200, "POST", "/api/sessions/main/pre-tool-use", use.formatted(true))
                        .json())
                .isEqualTo("{\"decision\":\"allow\",\"args\":{\"command\":\"ls\"},\"context\":[]}");
        assertThat(api.answer(200, "POST", "/api/sessions/main/pre-tool-use", use.formatted(false))
                        .json())
                .contains("\"decision\":\"deny\"", "which this host does not do");
        api.answer(400, "POST", "/api/sessions/main/pre-tool-use", use.formatted("\"yes\""));
    }

    @Test
    void U107_programs_of_the_owner_see_what_waits_and_may_say_no_but_never_yes() {
        ScriptedPeer provider = api.provider("main", HELLO);
        api.settle();
        api.sessions.find("main").orElseThrow().host().user().attach(new Onlooker());
        var call = api.ask("POST", "/api/sessions/main/tools/greet/call", "{\"args\":{\"who\":\"Ada\"}}");

        assertThat(api.get("/api/sessions/main/questions").json())
                .isEqualTo(
                        "{\"questions\":[{\"id\":1,\"waitingMs\":0,\"kind\":\"approval\",\"tool\":\"greet\",\"provider\":\"guard\",\"args\":{\"who\":\"Ada\"},"
                                + "\"exact\":\"{\\\"who\\\":\\\"Ada\\\"}\",\"scopes\":[\"any use of 'greet'\"],"
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
