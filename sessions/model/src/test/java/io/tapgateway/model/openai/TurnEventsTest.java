package io.tapgateway.model.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.model.LanguageModel;
import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.model.ThinkingAgentBuilder;
import io.tapgateway.model.TurnEvent;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.ScriptedEndpoint;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is heard of turns while they go on, from an endpoint that answers in pieces. */
class TurnEventsTest {
    private static final int DEADLINE_SECONDS = 60;

    private final ScriptedEndpoint endpoint;
    private final Gateway gateway = Gateway.builder().build();
    private final BlockingQueue<TurnEvent> events = new LinkedBlockingQueue<>();

    TurnEventsTest() throws IOException {
        endpoint = new ScriptedEndpoint();
    }

    @AfterEach
    void close() {
        gateway.closeNow();
        endpoint.close();
    }

    @Test
    void an_answer_is_heard_piece_by_piece() throws Exception {
        ThinkingAgent agent = agent();
        drive(agent);
        endpoint.streams(
                "stop",
                "{\"role\":\"assistant\",\"reasoning_content\":\"Well\"}",
                "{\"reasoning_content\":\", so.\"}",
                "{\"content\":\"Hel\"}",
                "{\"content\":\"lo.\"}");

        assertThat(agent.tryHear("Hi.")).hasValue(1);

        assertThat(turn())
                .containsExactly(
                        "Started[turn=1, provider=Optional.empty, text=Hi.]",
                        "StepStarted[]",
                        "PartStarted[part=REASONING, id=rsn_1]",
                        "PartDelta[part=REASONING, id=rsn_1, text=Well]",
                        "PartDelta[part=REASONING, id=rsn_1, text=, so.]",
                        "PartEnded[part=REASONING, id=rsn_1]",
                        "PartStarted[part=TEXT, id=txt_2]",
                        "PartDelta[part=TEXT, id=txt_2, text=Hel]",
                        "PartDelta[part=TEXT, id=txt_2, text=lo.]",
                        "PartEnded[part=TEXT, id=txt_2]",
                        "Answered[answer=Answer[text=Hello., requests=[]]]",
                        "StepFinished[reason=STOP," + " usage=Optional[TokenUsage[input=7, output=3]]]",
                        "Over[end=TurnEnd[kind=ANSWERED, text=Hello.], reason=STOP,"
                                + " usage=Optional[TokenUsage[input=7, output=3]]]",
                        "Ended[turn=1, idle=true]");
        assertThat(endpoint.requests().get(0).get("stream")).contains(JsonValue.of(true));
    }

    @Test
    void the_use_of_tools_is_heard_with_what_became_of_it() throws Exception {
        ThinkingAgent agent = agent();
        GatewaySession session = drive(agent);
        attach(
                session,
                Provider.named("greeter")
                        .tool("greet", "Says hello", Schema.object(), call -> "Hello!")
                        .tool("push", "Pushes", Schema.object(), call -> "never")
                        .deny(Match.tool("push"), "CI is red."));
        endpoint.streams(
                        "tool_calls",
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"greet\",\"arguments\":\"{\"}}]}",
                        "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"}\"}}]}",
                        "{\"tool_calls\":[{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"push\",\"arguments\":\"{}\"}}]}")
                .streams("stop", "{\"content\":\"Done.\"}");

        agent.tryHear("Greet, then push.");

        assertThat(turn())
                .containsSubsequence(
                        "InputStarted[id=a, tool=greet]",
                        "InputDelta[id=a, text={]",
                        "InputDelta[id=a, text=}]",
                        "InputEnded[id=a]",
                        "InputStarted[id=b, tool=push]",
                        "ToolCalled[request=ToolRequest[id=a, tool=greet, arguments={}], input={}, dialledIn=false]",
                        "ToolReturned[request=ToolRequest[id=a, tool=greet, arguments={}], output=\"Hello!\","
                                + " dialledIn=false]",
                        "ToolFailed[request=ToolRequest[id=b, tool=push, arguments={}], error=Denied by greeter: CI is red., denied=true,"
                                + " dialledIn=false]",
                        "StepStarted[]",
                        "PartDelta[part=TEXT, id=txt_1, text=Done.]")
                .anyMatch(it -> it.contains("TokenUsage[input=14, output=6]"));
    }

    @Test
    void an_endpoint_that_knows_no_pieces_gives_one() throws Exception {
        ThinkingAgent agent = agent();
        GatewaySession session = drive(agent);
        attach(session, Provider.named("greeter").tool("greet", "Says hello", Schema.object(), call -> "Hello!"));
        endpoint.wants("a", "greet", "{}").says("Done.");

        agent.tryHear("Greet.");

        assertThat(turn())
                .containsSubsequence(
                        "InputDelta[id=a, text={}]",
                        "ToolReturned[request=ToolRequest[id=a, tool=greet, arguments={}], output=\"Hello!\","
                                + " dialledIn=false]",
                        "PartDelta[part=TEXT, id=txt_1, text=Done.]",
                        "Ended[turn=1, idle=true]");
        assertThat(endpoint.requests()).hasSize(2);
    }

    @Test
    void a_model_that_is_one_method_speaks_in_one_piece() throws Exception {
        ThinkingAgent agent = ThinkingAgent.of(question -> new ModelMessage.Answer("Whole.", List.of()))
                .turnListener(events::add)
                .build();
        drive(agent);

        agent.tryHear("Hi.");

        assertThat(turn()).contains("PartDelta[part=TEXT, id=txt_1, text=Whole.]");
    }

    @Test
    void an_interrupt_between_two_pieces_ends_the_turn() throws Exception {
        ThinkingAgent agent = agent();
        GatewaySession session = drive(agent);
        endpoint.fallsSilentAfter("{\"content\":\"Hel\"}");

        agent.tryHear("Hi.");
        until("PartDelta");
        session.interrupt();

        assertThat(turn())
                .containsExactly(
                        "Over[end=TurnEnd[kind=CANCELLED, text=The turn was stopped.], reason=UNKNOWN,"
                                + " usage=Optional.empty]",
                        "Ended[turn=1, idle=true]");
    }

    @Test
    void a_refusing_endpoint_fails_the_turn_in_one_sentence() throws Exception {
        ThinkingAgent agent = agent();
        drive(agent);
        endpoint.replies(500, "boom");

        agent.tryHear("Hi.");

        assertThat(turn())
                .anyMatch(it -> it.startsWith("Over[end=TurnEnd[kind=FAILED") && it.contains("has failed (HTTP 500)"));
    }

    @Test
    void W032_what_the_user_says_while_their_turn_runs_is_not_taken() throws Exception {
        ThinkingAgent agent = agent();
        GatewaySession session = drive(agent);
        endpoint.fallsSilentAfter("{\"content\":\"Hel\"}").says("Ok.");

        agent.tryHear("One.");
        until("PartDelta");
        assertThat(agent.tryHear("Two.")).isEmpty();
        session.interrupt();
        turn();

        assertThat(agent.tryHear("Three.")).isPresent();
        assertThat(turn()).first().asString().contains("text=Three.");
    }

    @Test
    void W033_the_user_goes_ahead_of_injections_and_behind_the_running_one() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        LanguageModel model = question -> {
            asked.countDown();
            goOn.join();
            return new ModelMessage.Answer("Ok.", List.of());
        };
        ThinkingAgent agent = ThinkingAgent.of(model).turnListener(events::add).build();
        GatewaySession session = drive(agent);
        BoundProvider ci = attach(session, Provider.named("ci"));
        ci.push(PushLevel.INJECT, "One.");
        assertThat(asked.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        ci.push(PushLevel.INJECT, "Two.");

        assertThat(agent.tryHear("Me.")).isPresent();
        assertThat(agent.tryHear("Me, too.")).isEmpty();
        goOn.complete(null);

        assertThat(turn()).first().asString().contains("provider=Optional[ci]", "One.");
        assertThat(turn()).first().asString().contains("provider=Optional.empty, text=Me.");
        assertThat(turn()).first().asString().contains("provider=Optional[ci]", "Two.");
    }

    @Test
    void W034_a_blank_text_is_a_turn_in_which_nobody_is_asked() throws Exception {
        ThinkingAgent agent = agent();
        drive(agent);

        assertThat(agent.tryHear(" \n")).isPresent();

        assertThat(turn()).hasSize(3);
        assertThat(endpoint.requests()).isEmpty();
    }

    @Test
    void W043_what_is_forgotten_is_not_said_again() throws Exception {
        ThinkingAgent agent = agent();
        drive(agent);
        endpoint.says("Ada.").says("Who?");
        agent.tryHear("I am Ada.");
        turn();

        agent.forget();
        agent.tryHear("Who am I?");
        turn();

        assertThat(endpoint.requests().get(1).get("messages").orElseThrow().json())
                .contains("Who am I?")
                .doesNotContain("Ada");
    }

    @Test
    void an_error_of_the_model_ends_its_turn_like_any_other_failure() throws Exception {
        ThinkingAgent agent = agent();
        drive(agent);
        agent.think(question -> {
            throw new StackOverflowError();
        });

        agent.tryHear("Hi.");

        assertThat(turn()).anyMatch(it -> it.startsWith("Over[end=TurnEnd[kind=FAILED,"));
        assertThat(agent.tryHear("Again.")).isPresent();
    }

    @Test
    void W037_a_step_ends_behind_the_tools_that_it_wanted() throws Exception {
        ThinkingAgent agent = agent();
        GatewaySession session = drive(agent);
        attach(session, Provider.named("greeter").tool("greet", "Says hello", Schema.object(), call -> "Hello!"));
        endpoint.wants("a", "greet", "{}").says("Done.");

        agent.tryHear("Greet.");

        assertThat(turn().stream().map(it -> it.substring(0, it.indexOf('['))))
                .containsSubsequence("Answered", "ToolCalled", "ToolReturned", "StepFinished", "StepStarted");
    }

    @Test
    void another_model_thinks_from_the_next_turn_on() throws Exception {
        ThinkingAgent agent = agent();
        drive(agent);

        agent.think(question -> new ModelMessage.Answer("Mine.", List.of()));
        agent.tryHear("Hi.");

        assertThat(turn()).anyMatch(it -> it.contains("text=Mine."));
    }

    private ThinkingAgent agent() {
        return builder().build();
    }

    private ThinkingAgentBuilder builder() {
        return ThinkingAgent.of(OpenAiModel.at(OpenAiEndpoint.of(endpoint.baseUrl(), "m", Optional.empty())))
                .turnListener(events::add);
    }

    private GatewaySession drive(ThinkingAgent agent) {
        return agent.drive(gateway.openSession(SessionInfo.of("abc", "PR #42", Path.of("/code")), agent));
    }

    private BoundProvider attach(GatewaySession session, ProviderBuilder provider) throws Exception {
        BoundProvider bound =
                LocalProviderTransport.attach(gateway, session.info().id(), provider.build());
        bound.whenBound().toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        return bound;
    }

    private List<String> turn() throws InterruptedException {
        return until("Ended");
    }

    private List<String> until(String kind) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        do {
            TurnEvent next = events.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("an event after %s", seen).isNotNull();
            seen.add(next.toString());
        } while (!seen.get(seen.size() - 1).startsWith(kind + "["));
        return seen;
    }
}
