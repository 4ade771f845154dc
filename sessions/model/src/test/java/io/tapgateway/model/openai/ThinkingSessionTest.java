package io.tapgateway.model.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.model.AgentLimits;
import io.tapgateway.model.AgentNews;
import io.tapgateway.model.HostTool;
import io.tapgateway.model.ModelTool;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.model.ThinkingAgentBuilder;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.ScriptedEndpoint;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A real gateway and its providers, an agent, and an endpoint on the loopback that stands for a model. */
class ThinkingSessionTest {
    private static final int DEADLINE_SECONDS = 60;
    private static final String DONE = "Done.";

    private final ScriptedEndpoint endpoint;
    private final Gateway gateway = Gateway.builder().build();
    private final BlockingQueue<AgentNews> news = new LinkedBlockingQueue<>();
    private final CompletableFuture<String> heard = new CompletableFuture<>();

    ThinkingSessionTest() throws IOException {
        endpoint = new ScriptedEndpoint();
    }

    @AfterEach
    void close() {
        gateway.closeNow();
        endpoint.close();
    }

    @Test
    void a_turn_calls_a_tool_and_ends_with_the_answer() throws Exception {
        GatewaySession session = open(agent());
        attach(session, greeter());
        endpoint.wants("1", "greet", "{\"name\":\"Ada\"}").says(DONE);

        say(session, "Greet Ada.");

        assertThat(untilSaid())
                .containsExactly(
                        "HEARD Greet Ada.",
                        "TURN_STARTED A turn begins, for the user.",
                        "TOOL_USED greet",
                        "SAID Done.");
        assertThat(tools(0)).isEqualTo("[\"greet\"]");
        assertThat(lastMessage(0)).isEqualTo("Greet Ada.");
        assertThat(lastMessage(1)).contains("kind=\"result\"", "tool=\"greet\"", "Hello, Ada!");
    }

    @Test
    void later_turns_remember_former_ones() throws Exception {
        GatewaySession session = open(agent());
        endpoint.says("Ada.").says(DONE);

        say(session, "Who?");
        assertThat(untilSaid()).contains("SAID Ada.");
        say(session, "Sure?");
        untilSaid();

        assertThat(messages(1)).extracting(JsonValue::asString).contains("Who?", "Ada.", "Sure?");
    }

    @Test
    void D160_the_model_is_told_why_a_gate_denies_its_call() throws Exception {
        GatewaySession session = open(agent());
        attach(session, greeter().deny(Match.tool("greet"), "CI is red."));
        endpoint.wants("1", "greet", "{\"name\":\"Ada\"}").says(DONE);

        say(session, "Greet Ada.");
        untilSaid();

        assertThat(lastMessage(1)).contains("CI is red.");
        assertThat(heard).as("the provider was not called").isNotDone();
    }

    @Test
    void D123_the_model_is_told_where_its_arguments_do_not_fit() throws Exception {
        GatewaySession session = open(agent());
        attach(session, greeter());
        endpoint.wants("1", "greet", "{\"name\":7}")
                .wants("2", "greet", "no JSON")
                .wants("3", "greet", "[]")
                .says(DONE);

        say(session, "Greet Ada.");
        untilSaid();

        assertThat(lastMessage(1)).startsWith("INVALID_ARGUMENTS: ").contains("/name");
        assertThat(lastMessage(2)).contains("must be one JSON object");
        assertThat(lastMessage(3)).contains("must be one JSON object");
        assertThat(heard).isNotDone();
    }

    @Test
    void D167_gates_are_asked_before_a_tool_of_the_hosts_own() throws Exception {
        HostTool shell = new HostTool() {
            @Override
            public ModelTool definition() {
                return new ModelTool("shell", "Runs a command", JsonValue.EMPTY_OBJECT);
            }

            @Override
            public String run(JsonValue args) {
                return "ran " + args.get("command").orElseThrow().asString();
            }
        };
        GatewaySession session = open(agent().tool(shell));
        attach(session, Provider.named("guard").deny(Match.tool("shell").args("git push"), "CI is red."));
        endpoint.wants("1", "shell", "{\"command\":\"git push\"}")
                .wants("2", "shell", "{\"command\":\"ls\"}")
                .says(DONE);

        say(session, "Push.");
        untilSaid();

        assertThat(tools(0)).isEqualTo("[\"shell\"]");
        assertThat(lastMessage(1)).isEqualTo("UNAUTHORIZED: CI is red.");
        assertThat(lastMessage(2)).isEqualTo("ran ls");
        assertThat(session.info().reservedToolNames()).containsExactly("shell");
    }

    @Test
    void D183_each_turn_has_the_prompt_as_providers_transform_it_then() throws Exception {
        GatewaySession session =
                open(agent().sections(PromptSections.of(Map.of("identity", "You are Tap.", "tone", "Be brief."))));
        endpoint.says("Yes.").says(DONE);
        BoundProvider stylist = attach(
                session,
                Provider.named("stylist")
                        .replace("tone", "Be long.")
                        .context("Raining.")
                        .startupContext("Once."));

        say(session, "One.");
        untilSaid();
        stylist.close();
        stylist.whenEnded().toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        say(session, "Two.");
        untilSaid();

        String first = messages(0).get(0).asString();
        assertThat(first).contains("You are Tap.", "Be long.", "Raining.").doesNotContain("Be brief.", "Once.");
        assertThat(messages(0).get(1).asString())
                .contains("kind=\"startup-context\"", "Once.")
                .endsWith("One.");
        assertThat(messages(1).get(0).asString()).contains("Be brief.").doesNotContain("Raining.");
    }

    @Test
    void D195_an_injected_event_starts_a_turn_in_its_envelope() throws Exception {
        GatewaySession session = open(agent());
        BoundProvider ci = attach(session, Provider.named("ci"));
        endpoint.says(DONE);

        ci.push(PushLevel.INJECT, "Build 17 failed.");

        assertThat(untilSaid()).first().isEqualTo("TURN_STARTED A turn begins, for ci.");
        assertThat(lastMessage(0)).startsWith("<provider-text kind=\"").contains("provider=\"ci\"", "Build 17 failed.");
    }

    @Test
    void tools_that_come_and_go_are_seen_before_the_next_answer() throws Exception {
        AtomicReference<BoundProvider> provider = new AtomicReference<>();
        GatewaySession session = open(agent());
        provider.set(attach(session, Provider.named("fickle").tool("leave", "Leaves", Schema.object(), call -> {
            provider.get().close();
            return "bye";
        })));
        endpoint.wants("1", "leave", "").wants("2", "leave", "{}").says(DONE);

        say(session, "Go.");
        untilSaid();

        assertThat(tools(0)).isEqualTo("[\"leave\"]");
        assertThat(lastMessage(1)).containsAnyOf("DISCONNECTED: ", "bye");
        assertThat(endpoint.requests().get(2).get("tools")).isEmpty();
        assertThat(lastMessage(2)).startsWith("NOT_FOUND: ");
    }

    @Test
    void an_interrupt_ends_the_turn_and_its_calls_and_the_next_turn_goes_on() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        Object never = new CompletableFuture<String>();
        GatewaySession session = open(agent());
        attach(session, Provider.named("slow").tool("wait", "Waits", Schema.object(), call -> {
            call.cancelled().thenRun(() -> cancelled.complete(null));
            running.countDown();
            return never;
        }));
        endpoint.wants("1", "wait", "{}").says(DONE);

        say(session, "Wait.");
        assertThat(running.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        say(session, "This one is dropped.");
        session.interrupt();

        assertThat(until(AgentNews.Kind.TURN_FAILED)).last().isEqualTo("TURN_FAILED The turn was stopped.");
        cancelled.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        say(session, "Go on.");
        assertThat(untilSaid())
                .containsExactly("HEARD Go on.", "TURN_STARTED A turn begins, for the user.", "SAID Done.");
        assertThat(messages(1))
                .extracting(JsonValue::asString)
                .anyMatch(text -> text.startsWith("CANCELLED: "))
                .doesNotContain("This one is dropped.");
    }

    @Test
    void an_interrupt_ends_the_waiting_for_the_model() throws Exception {
        GatewaySession session = open(agent());
        endpoint.fallsSilent().says(DONE);

        say(session, "Think.");
        until(AgentNews.Kind.TURN_STARTED);
        session.interrupt();

        assertThat(until(AgentNews.Kind.TURN_FAILED)).containsExactly("TURN_FAILED The turn was stopped.");
    }

    @Test
    void a_failing_endpoint_ends_the_turn_with_one_sentence_and_the_next_one_works() throws Exception {
        GatewaySession session = open(agent());
        endpoint.replies(500, "boom").says(DONE);

        say(session, "One.");
        assertThat(until(AgentNews.Kind.TURN_FAILED)).last().asString().contains("has failed (HTTP 500)");
        say(session, "Two.");

        assertThat(untilSaid()).contains("SAID Done.");
    }

    @Test
    void a_model_that_never_ends_is_stopped_at_the_limit() throws Exception {
        GatewaySession session = open(agent().limits(new AgentLimits(2, 1, 1, 100, 1_000)));
        attach(session, greeter());
        endpoint.wants("1", "greet", "{\"name\":\"Ada\"}").wants("2", "greet", "{\"name\":\"Ada\"}");

        say(session, "Greet for ever.");

        assertThat(until(AgentNews.Kind.TURN_FAILED)).last().asString().contains("after 2 answers");
        assertThat(endpoint.requests()).hasSize(2);
    }

    @Test
    void more_prompts_than_may_wait_are_refused() throws Exception {
        GatewaySession session = open(agent().limits(new AgentLimits(2, 1, 1, 100, 1_000)));
        endpoint.fallsSilent();

        say(session, "One.");
        until(AgentNews.Kind.TURN_STARTED);
        say(session, "Two.");
        say(session, "Three.");

        assertThat(until(AgentNews.Kind.TURN_FAILED)).last().asString().contains("has 1 prompts to take up already");
    }

    @Test
    void the_end_of_the_session_ends_the_turn() throws Exception {
        GatewaySession session = open(agent());
        endpoint.fallsSilent();
        say(session, "Think.");
        until(AgentNews.Kind.TURN_STARTED);

        session.close().toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS);

        assertThat(until(AgentNews.Kind.TURN_FAILED)).containsExactly("TURN_FAILED The turn was stopped.");
    }

    @Test
    void D208_providers_hear_of_the_end_of_their_tools() throws Exception {
        CompletableFuture<JsonValue> told = new CompletableFuture<>();
        GatewaySession session = open(agent());
        attach(session, greeter().subscribe("tool.execution_complete", event -> told.complete(event.data())));
        endpoint.wants("1", "greet", "{\"name\":\"Ada\"}").says(DONE);

        say(session, "Greet Ada.");

        assertThat(told.get(DEADLINE_SECONDS, TimeUnit.SECONDS))
                .isEqualTo(JsonValue.parse("{\"tool\":\"greet\",\"provider\":\"greeter\",\"ok\":true}"));
    }

    private ThinkingAgentBuilder agent() {
        return ThinkingAgent.of(OpenAiModel.at(OpenAiEndpoint.of(endpoint.baseUrl(), "m", Optional.empty())))
                .listener(news::add);
    }

    private GatewaySession open(ThinkingAgentBuilder builder) {
        ThinkingAgent agent = builder.build();
        return agent.drive(gateway.openSession(SessionInfo.of("abc", "PR #42", Path.of("/code")), agent));
    }

    private BoundProvider attach(GatewaySession session, ProviderBuilder provider) throws Exception {
        BoundProvider bound =
                LocalProviderTransport.attach(gateway, session.info().id(), provider.build());
        bound.whenBound().toCompletableFuture().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        return bound;
    }

    private ProviderBuilder greeter() {
        return Provider.named("greeter")
                .tool("greet", "Says hello", Schema.object().required("name", Schema.string()), call -> {
                    heard.complete(call.stringArg("name"));
                    return "Hello, " + call.stringArg("name") + "!";
                });
    }

    private static void say(GatewaySession session, String text) {
        session.publish(SessionHostEvent.userMessage(text));
    }

    private List<String> untilSaid() throws InterruptedException {
        return until(AgentNews.Kind.SAID);
    }

    private List<String> until(AgentNews.Kind kind) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        AgentNews next;
        do {
            next = news.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("news after %s", seen).isNotNull();
            seen.add(next.kind() + " " + next.text());
        } while (next.kind() != kind);
        return seen;
    }

    /** The contents of the messages of that request. */
    private List<JsonValue> messages(int request) {
        return endpoint.requests().get(request).get("messages").orElseThrow().elements().stream()
                .flatMap(message -> message.get("content").stream())
                .toList();
    }

    private String lastMessage(int request) {
        List<JsonValue> all = messages(request);
        return all.get(all.size() - 1).asString();
    }

    private String tools(int request) {
        return JsonValue.of(endpoint.requests().get(request).get("tools").orElseThrow().elements().stream()
                        .map(tool ->
                                tool.get("function").orElseThrow().get("name").orElseThrow())
                        .toList())
                .json();
    }
}
