package io.tapgateway.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.Reaction;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.mcp.protocol.ServerConnection;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.user.Approval;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.Asked;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.form.FlatField;
import io.tapgateway.user.form.FlatSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person who sits in front of an agent, and perhaps elsewhere. */
class AgentPersonTest {
    private static final ProviderName CI = new ProviderName("ci");
    private static final UserQuestion QUESTION = new UserQuestion(CI, "Which branch?", List.of(), false);
    private static final ApprovalRequest PUSH = push(new ProviderName("git"));

    private final ManualClock clock = ManualClock.create();
    private final RecordedWire wire = new RecordedWire();
    private final SessionUser user = SessionUser.create(clock::nanos);
    private AgentChannel channel = channel("{\"elicitation\":{}}");
    private AgentPerson person = person(false);
    private int requests;

    @Test
    void U108_a_question_is_asked_on_the_way_of_what_the_agent_waits_for_and_answered() {
        OpenRequest call = use();

        Asked<UserAnswer> asked = user.ask(QUESTION.withTitle("Release"));

        JsonValue sent = wire.asked(call);
        assertThat(sent.get("method")).contains(JsonValue.of("elicitation/create"));
        assertThat(sent.get("params").orElseThrow().json())
                .isEqualTo(
                        "{\"message\":\"ci asks:\\nRelease\\nWhich branch?\",\"requestedSchema\":{\"type\":\"object\","
                                + "\"properties\":{\"answer\":{\"type\":\"string\",\"title\":\"Answer\"}},\"required\":[\"answer\"]}}");
        accept(sent, "{\"answer\":\"main\"}");
        assertThat(end(asked)).isEqualTo(new UserAnswer.Given(JsonValue.of("main"), "in The Agent"));
    }

    @Test
    void U108_nobody_sits_there_unless_the_agent_waits_for_something_that_it_uses() {
        assertThat(end(user.ask(QUESTION))).isInstanceOf(UserAnswer.Absent.class);

        OpenRequest call = use();
        OpenRequest another = use();
        person.ends(call);
        Asked<UserAnswer> asked = user.ask(QUESTION);
        assertThat(isOpen(asked)).isTrue();
        JsonValue sent = wire.asked(another);
        person.ends(another);

        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
        assertThat(wire.said.get(wire.said.size() - 1))
                .contains("notifications/cancelled", "{\"requestId\":" + id(sent) + "}");
        assertThat(user.isPresent()).isFalse();
    }

    @Test
    void U108_what_waits_elsewhere_already_is_shown_there_as_well() {
        sitElsewhere();
        Asked<UserAnswer> asked = user.ask(QUESTION);

        accept(wire.asked(use()), "{\"answer\":\"main\"}");

        assertThat(end(asked)).isEqualTo(new UserAnswer.Given(JsonValue.of("main"), "in The Agent"));
    }

    @Test
    void U101_what_was_answered_elsewhere_is_taken_back_from_the_agent() {
        Attachment elsewhere = sitElsewhere();
        OpenRequest call = use();
        user.ask(QUESTION);
        JsonValue sent = wire.asked(call);

        elsewhere.answer(user.open().get(0).id(), "main");

        assertThat(wire.said.get(wire.said.size() - 1))
                .contains("notifications/cancelled", "{\"requestId\":" + id(sent) + "}");
        accept(sent, "{\"answer\":\"late\"}");
        assertThat(wire.said).hasSize(2);
    }

    @Test
    void U108_its_no_counts_where_nobody_sits_elsewhere() {
        OpenRequest call = use();
        Asked<UserAnswer> alone = user.ask(QUESTION);
        decline(wire.asked(call));
        assertThat(end(alone)).isEqualTo(new UserAnswer.Declined("", "in The Agent"));

        sitElsewhere();
        Asked<UserAnswer> asked = user.ask(QUESTION);
        decline(wire.asked(call));
        assertThat(isOpen(asked)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"action\":\"cancel\"}", "{}", "7", "{\"action\":\"hm\"}"})
    void U108_who_does_not_want_to_see_it_takes_the_surface_away_and_is_not_shown_it_again(String answer) {
        sitElsewhere();
        OpenRequest call = use();
        Asked<UserAnswer> asked = user.ask(QUESTION);

        receive("{\"jsonrpc\":\"2.0\",\"id\":" + id(wire.asked(call)) + ",\"result\":" + answer + "}");
        user.ask(QUESTION);
        person.ends(call);
        assertThat(wire.asks).isEmpty();

        use();
        assertThat(wire.asks).hasSize(1);
        assertThat(isOpen(asked)).isTrue();
    }

    @Test
    void U108_an_agent_that_refuses_is_as_good_as_nobody() {
        OpenRequest call = use();
        Asked<UserAnswer> asked = user.ask(QUESTION);

        receive("{\"jsonrpc\":\"2.0\",\"id\":" + id(wire.asked(call))
                + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}");

        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
    }

    @Test
    void M044_an_agent_that_never_answers_is_not_waited_for_for_ever() {
        OpenRequest call = use();
        Asked<UserAnswer> asked = user.ask(QUESTION);
        wire.asked(call);

        clock.advance(AgentPerson.LONGEST.minusNanos(1));
        assertThat(isOpen(asked)).isTrue();
        clock.advance(Duration.ofNanos(1));

        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
    }

    @Test
    void M044_a_form_that_was_filled_in_wrongly_is_shown_again_and_not_for_ever() {
        FlatField count = FlatField.of("count", FlatField.Kind.INTEGER, true);
        OpenRequest call = use();
        Asked<UserAnswer> asked = user.ask(QUESTION.withSchema(new FlatSchema(List.of(count))));

        for (int i = 0; i < AgentPerson.MOST_TRIES; i++) {
            assertThat(isOpen(asked)).isTrue();
            accept(wire.asked(call), "{\"count\":\"many\"}");
        }

        assertThat(wire.said.get(1)).contains("'count' takes a whole number.\\nci asks:");
        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
        assertThat(wire.asks).isEmpty();
    }

    @Test
    void M044_choices_come_back_as_they_were_offered() {
        UserQuestion strict = new UserQuestion(CI, "Which?", List.of("ma\u200bin", "next"), true);
        OpenRequest call = use();
        Asked<UserAnswer> asked = user.ask(strict);

        JsonValue sent = wire.asked(call);
        assertThat(sent.json()).contains("\"enum\":[\"main\",\"next\"]");
        accept(sent, "{\"answer\":\"main\"}");

        assertThat(end(asked)).isEqualTo(new UserAnswer.Given(JsonValue.of("ma\u200bin"), "in The Agent"));
    }

    @Test
    void M044_options_have_their_names_beside_them_for_older_agents() {
        FlatField colour = new FlatField(
                "colour",
                FlatField.Kind.STRING,
                true,
                "",
                "",
                List.of(new FlatField.Option("r", "Red")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        AgentForm form = AgentForm.of(QUESTION.withSchema(new FlatSchema(List.of(colour))));

        assertThat(form.schema(McpRevision.R2025_06_18).json()).contains("\"enum\":[\"r\"],\"enumNames\":[\"Red\"]");
        assertThat(form.schema(McpRevision.R2025_11_25).json())
                .contains("\"oneOf\":[{\"const\":\"r\",\"title\":\"Red\"}]");
    }

    @Test
    void U108_tools_are_not_approved_there_unless_the_user_wants_it_so() {
        use();
        assertThat(end(user.approve(PUSH))).isInstanceOf(Approval.Absent.class);
        assertThat(wire.asks).isEmpty();
    }

    @Test
    void U108_what_would_run_is_shown_whole_with_whoever_asks() {
        person = person(true);
        OpenRequest call = use();

        Asked<Approval> asked = user.approve(PUSH);

        JsonValue sent = wire.asked(call);
        assertThat(sent.get("params").orElseThrow().get("message").orElseThrow().asString())
                .isEqualTo(
                        "May your agent use 'push' of git with\n{\"to\":\"ma\\u200bin\"}\nci (project) asks: Really?");
        assertThat(sent.json())
                .contains("\"enum\":[\"Yes, once\",\"Yes, for this session: any use of 'push'\",\"No\"]");
        accept(sent, "{\"decision\":\"Yes, for this session: any use of 'push'\"}");
        assertThat(end(asked)).isEqualTo(new Approval.Approved("in The Agent"));
        assertThat(user.grants()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"decision\":\"No\"}", "{\"decision\":\"Yes\"}", "{}"})
    void U108_nothing_but_the_offered_yes_is_a_yes(String content) {
        person = person(true);
        OpenRequest call = use();
        Asked<Approval> asked = user.approve(PUSH);

        for (int i = 0; i < AgentPerson.MOST_TRIES && isOpen(asked); i++) {
            accept(wire.asked(call), content);
        }

        assertThat(end(asked).isApproved()).isFalse();
    }

    @Test
    void U105_what_is_too_long_for_an_agent_is_not_shown_there() {
        use();

        Asked<UserAnswer> asked =
                user.ask(new UserQuestion(CI, "x".repeat(AgentPerson.MOST_CHARACTERS + 1), List.of(), false));

        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
        assertThat(wire.asks).isEmpty();
    }

    @Test
    void U108_the_agent_is_never_asked_about_what_it_does_by_itself() {
        person = person(true);
        use();

        assertThat(end(user.approve(push(new ProviderName("host"))))).isInstanceOf(Approval.Absent.class);
        assertThat(wire.asks).isEmpty();
    }

    @Test
    void M044_an_agent_that_announces_nothing_has_no_surface() {
        channel = channel("{}");
        person = person(false);

        use();

        assertThat(user.isPresent()).isFalse();
    }

    @Test
    void M044_where_there_is_no_way_to_the_agent_nobody_is_there() {
        wire.lost = true;
        use();

        assertThat(end(user.ask(QUESTION))).isInstanceOf(UserAnswer.Absent.class);
        assertThat(user.isPresent()).isFalse();
    }

    @Test
    void M044_an_agent_that_is_gone_answers_nothing_any_more() {
        OpenRequest call = use();
        Asked<UserAnswer> asked = user.ask(QUESTION);
        wire.asked(call);

        channel.close();

        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
        assertThat(wire.said).hasSize(1);
    }

    private AgentChannel channel(String capabilities) {
        AgentChannel next =
                new AgentChannel(new ServerConnection(FaceProfile.of(FaceSettings.standard("1"))), wire, clock);
        next.receive(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
                + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities + "}}"));
        next.receive(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        return next;
    }

    private AgentPerson person(boolean approves) {
        return new AgentPerson(
                channel, McpRevision.R2025_11_25, it -> Optional.of(user.attach(it)), "The Agent", approves);
    }

    private static ApprovalRequest push(ProviderName provider) {
        JsonValue args = JsonWriter.toValue(out -> out.text("to", "ma\u200bin"));
        return new ApprovalRequest(
                "push", provider, args, List.of(new ApprovalRequest.Source(CI, TrustLevel.PROJECT, "Really?")));
    }

    /** The agent waits for something from now on. */
    private OpenRequest use() {
        requests++;
        Reaction.Serve begun = (Reaction.Serve) channel.receive(RpcMessage.read("{\"jsonrpc\":\"2.0\",\"id\":"
                + requests + ",\"method\":\"tools/call\",\"params\":{\"name\":\"greet\"}}"));
        person.begins(begun.request());
        return begun.request();
    }

    private Attachment sitElsewhere() {
        return user.attach(new Surface() {
            @Override
            public String name() {
                return "elsewhere";
            }

            @Override
            public int mostCharacters() {
                return 1_000;
            }

            @Override
            public void opened(OpenQuestion question) {}

            @Override
            public void closed(OpenQuestion question, QuestionEnd how) {}
        });
    }

    private void accept(JsonValue sent, String content) {
        receive("{\"jsonrpc\":\"2.0\",\"id\":" + id(sent) + ",\"result\":{\"action\":\"accept\",\"content\":" + content
                + "}}");
    }

    private void decline(JsonValue sent) {
        receive("{\"jsonrpc\":\"2.0\",\"id\":" + id(sent) + ",\"result\":{\"action\":\"decline\"}}");
    }

    private void receive(String message) {
        Reaction reaction = channel.receive(RpcMessage.read(message));
        if (reaction instanceof Reaction.Conclude conclusion) {
            channel.conclude(conclusion);
        }
    }

    private static String id(JsonValue message) {
        return message.get("id").orElseThrow().json();
    }

    private static boolean isOpen(Asked<?> asked) {
        return !asked.answer().toCompletableFuture().isDone();
    }

    private static <T> T end(Asked<T> asked) {
        return asked.answer().toCompletableFuture().getNow(null);
    }

    /** What an agent is told. Confined to the test. */
    private static final class RecordedWire implements AgentWire {
        @Override
        public boolean isHeard(OpenRequest request) {
            return true;
        }

        private final List<String> said = new ArrayList<>();
        private final List<String> asks = new ArrayList<>();
        private final Set<OpenRequest> carriers = new HashSet<>();
        private boolean lost;

        /** The one thing that was asked while the agent waits for that. */
        private JsonValue asked(OpenRequest request) {
            assertThat(asks).hasSize(1);
            assertThat(carriers).contains(request);
            return RecordedReply.parsed(asks.remove(0));
        }

        @Override
        public boolean ask(OpenRequest request, String text) {
            if (!lost) {
                carriers.add(request);
                said.add(text);
            }
            if (!lost && text.contains("elicitation/create")) {
                asks.add(text);
            }
            return !lost;
        }

        @Override
        public void answer(OpenRequest request, String text) {
            said.add(text);
        }

        @Override
        public void report(OpenRequest request, String text) {
            said.add(text);
        }

        @Override
        public void announce(String text) {
            said.add(text);
        }

        @Override
        public void log(String text) {
            said.add(text);
        }
    }
}
