package io.tapgateway.model.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.model.AgentNews;
import io.tapgateway.model.HostTool;
import io.tapgateway.model.ModelTool;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.model.ThinkingAgentBuilder;
import io.tapgateway.model.TurnEvent;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InterceptedTool;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.TurnStop;
import io.tapgateway.testkit.ScriptedEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Interceptors have a say in what a model is asked, what is shown of its answers and what it does. */
class InterceptedTurnsTest {
    private static final int DEADLINE_SECONDS = 60;
    private static final InterceptorVerdict ALLOW = InterceptorVerdict.allow();

    private final ScriptedEndpoint endpoint;
    private final Gateway gateway = Gateway.builder().build();
    private final BlockingQueue<TurnEvent> events = new LinkedBlockingQueue<>();
    private final List<AgentNews> news = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final Recorder recorder = new Recorder();

    InterceptedTurnsTest() throws IOException {
        endpoint = new ScriptedEndpoint();
    }

    @AfterEach
    void close() {
        gateway.closeNow();
        endpoint.close();
    }

    /** Notes everything, and lets everything pass but what it is told not to. */
    private final class Recorder implements SessionInterceptor {
        private volatile InterceptorVerdict onTool = ALLOW;
        private volatile InterceptorVerdict onTurn = ALLOW;
        private volatile InterceptorVerdict onText = ALLOW;

        @Override
        public CompletionStage<InterceptorVerdict> beforeTool(InterceptedTool use, InterceptorQuestion question) {
            heard.add("tool? " + use.tool());
            return CompletableFuture.completedFuture(onTool);
        }

        @Override
        public CompletionStage<InterceptorVerdict> beforeTurn(int step, InterceptorQuestion question) {
            heard.add("turn? " + step);
            return CompletableFuture.completedFuture(onTurn);
        }

        @Override
        public CompletionStage<InterceptorVerdict> beforeShown(String text, InterceptorQuestion question) {
            heard.add("text? " + text);
            return CompletableFuture.completedFuture(onText);
        }

        @Override
        public void toolAsked(InterceptedTool use) {
            heard.add("tool " + use.tool());
        }

        @Override
        public void turnStarted(int step) {
            heard.add("turn " + step);
        }

        @Override
        public void textShown(String text) {
            heard.add("text " + text);
        }

        @Override
        public void turnEnded(TurnStop stop, Optional<String> error) {
            heard.add("end " + stop + error.map(it -> " " + it).orElse(""));
        }
    }

    private ThinkingAgentBuilder builder() {
        return ThinkingAgent.of(OpenAiModel.at(OpenAiEndpoint.of(endpoint.baseUrl(), "m", Optional.empty())))
                .listener(news::add)
                .turnListener(events::add);
    }

    private List<String> turnOf(ThinkingAgent agent, String prompt) throws InterruptedException {
        GatewaySession session =
                agent.drive(gateway.openSession(SessionInfo.of("abc", "PR #42", Path.of("/code")), agent));
        session.intercept(new ProviderName("guard"), 0, EnumSet.allOf(InterceptorInterest.class), recorder);
        agent.tryHear(prompt);
        return rest();
    }

    private List<String> rest() throws InterruptedException {
        List<String> seen = new ArrayList<>();
        TurnEvent next;
        do {
            next = events.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("an event after %s", seen).isNotNull();
            seen.add(next.toString());
        } while (!(next instanceof TurnEvent.Ended));
        return seen;
    }

    /** What the recorder has heard up to the end of that answer. */
    private List<String> heardUntil(String end) throws InterruptedException {
        List<String> all = new ArrayList<>();
        String next;
        do {
            next = heard.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("something after %s", all).isNotNull();
            all.add(next);
        } while (!next.startsWith(end));
        return all;
    }

    private static HostTool shell(List<JsonValue> ran) {
        return new HostTool() {
            @Override
            public ModelTool definition() {
                return new ModelTool("shell", "Runs a command", JsonValue.EMPTY_OBJECT);
            }

            @Override
            public String run(JsonValue args) {
                ran.add(args);
                return "ok";
            }
        };
    }

    @Test
    void Z080_each_answer_is_told_and_asked_about_in_order() throws Exception {
        endpoint.wants("1", "shell", "{\"command\":\"ls\"}").says("Done.");

        turnOf(builder().tool(shell(new ArrayList<>())).build(), "List.");

        assertThat(heardUntil("end END_TURN"))
                .containsExactly(
                        "turn 1",
                        "turn? 1",
                        "tool shell",
                        "tool? shell",
                        "end TOOL_USE",
                        "turn 2",
                        "turn? 2",
                        "text? Done.",
                        "text Done.",
                        "end END_TURN");
    }

    @Test
    void Z072_a_turn_that_is_blocked_ends_with_the_reason_and_the_model_is_not_asked() throws Exception {
        recorder.onTurn = InterceptorVerdict.block("out of hours");

        List<String> turn = turnOf(builder().build(), "Think.");

        assertThat(turn).anyMatch(it -> it.contains("kind=BLOCKED, text=Denied by guard: out of hours"));
        assertThat(news).extracting(AgentNews::text).contains("Denied by guard: out of hours");
        assertThat(heardUntil("end")).containsExactly("turn 1", "turn? 1", "end ERROR Denied by guard: out of hours");
        assertThat(endpoint.requests()).isEmpty();
    }

    @Test
    void Z072_the_prompt_of_a_blocked_turn_stays_in_the_conversation() throws Exception {
        recorder.onTurn = InterceptorVerdict.block("later");
        ThinkingAgent agent = builder().build();
        turnOf(agent, "Remember me.");
        recorder.onTurn = ALLOW;
        endpoint.says("I do.");

        agent.tryHear("Well?");
        rest();

        assertThat(endpoint.requests().get(0).json()).contains("Remember me.");
    }

    @Test
    void Z073_nothing_of_a_text_that_was_replaced_is_told_to_anybody_while_it_streams() throws Exception {
        recorder.onText = InterceptorVerdict.replace("the key is ***");
        endpoint.streams(
                "stop",
                "{\"role\":\"assistant\",\"reasoning_content\":\"4711 it is\"}",
                "{\"content\":\"the key\"}",
                "{\"content\":\" is 4711\"}");

        List<String> turn = turnOf(builder().build(), "The key?");

        assertThat(turn).noneMatch(it -> it.contains("4711")).anyMatch(it -> it.contains("PartDelta[part=TEXT"));
        assertThat(news).extracting(AgentNews::text).contains("the key is ***").noneMatch(it -> it.contains("4711"));
    }

    @Test
    void Z074_the_conversation_keeps_what_the_model_has_said() throws Exception {
        recorder.onText = InterceptorVerdict.block("a secret");
        endpoint.says("the key is 4711").says("Yes.");
        ThinkingAgent agent = builder().build();

        List<String> turn = turnOf(agent, "The key?");
        agent.tryHear("Sure?");
        rest();

        assertThat(turn)
                .noneMatch(it -> it.contains("4711"))
                .anyMatch(it -> it.contains("withheld by guard: a secret"));
        assertThat(endpoint.requests().get(1).json()).contains("the key is 4711");
    }

    @Test
    void Z064_tools_of_the_host_run_with_changed_arguments() throws Exception {
        List<JsonValue> ran = new CopyOnWriteArrayList<>();
        JsonValue safe = JsonValue.of(Map.of("command", "ls -n"));
        recorder.onTool = InterceptorVerdict.rewrite(safe);
        endpoint.wants("1", "shell", "{\"command\":\"rm\"}").says("Done.");

        turnOf(builder().tool(shell(ran)).build(), "Clean up.");

        assertThat(ran).containsExactly(safe);
    }

    @Test
    void Z079_a_model_that_fails_ends_its_answer_with_an_error() throws Exception {
        endpoint.replies(500, "boom");

        turnOf(builder().build(), "Think.");

        assertThat(heardUntil("end")).last().asString().startsWith("end ERROR ").contains("HTTP 500");
    }
}
