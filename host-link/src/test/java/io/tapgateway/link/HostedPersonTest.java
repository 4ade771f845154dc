package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.link.message.HostMessage;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.user.Approval;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.Asked;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.Awaited;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.Scope;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.Withdrawal;
import io.tapgateway.user.form.FlatSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The person at a session whose host is in another process, in virtual time. */
class HostedPersonTest {
    private static final ProviderName HOST = new ProviderName("host");
    private static final QuestionId FIRST = new QuestionId(1);
    private static final QuestionId SECOND = new QuestionId(2);

    private final VirtualGateway gateway = new VirtualGateway();
    private final RemoteSession session = new RemoteSession(
            HostFixture.info("abc"), new RecordingHost(), gateway.sessions, gateway.clock, Runnable::run);
    private final HostSurface here = HostSurface.named("at the gateway");
    private final HostSurface there = HostSurface.named("in the host");
    private GatewayLink link;

    @BeforeEach
    void open() throws Exception {
        gateway.sessions.add(session);
        link = gateway.link();
        session.openAt(link).join();
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private SessionUser person() {
        return gateway.person("abc");
    }

    private static UserQuestion question(String... choices) {
        return new UserQuestion(HOST, "Which one?", List.of(choices), choices.length > 0);
    }

    private static ApprovalRequest push(String command) {
        return new ApprovalRequest(
                "shell",
                HOST,
                JsonValue.of(Map.of("command", command)),
                List.of(new ApprovalRequest.Source(new ProviderName("ci"), TrustLevel.EXTERNAL, "It is Friday")));
    }

    private static <T> T end(Awaited<T> asked) {
        CompletableFuture<T> answer = asked.answer().toCompletableFuture();
        assertThat(answer).isDone();
        return answer.join();
    }

    @Test
    void U109_a_host_asks_and_gets_what_the_person_answers() {
        Attachment seat = person().attach(here);

        Awaited<UserAnswer> asked = session.user().ask(question("red", "blue").withTitle("Colours"));
        seat.answer(FIRST, "blue");

        assertThat(here.opened.get(0).request())
                .isEqualTo(question("red", "blue").withTitle("Colours"));
        assertThat(end(asked)).isEqualTo(new UserAnswer.Given(JsonValue.of("blue"), "at the gateway"));
    }

    @Test
    void U109_a_question_of_a_host_has_its_form_and_its_times() {
        FlatSchema form = FlatSchema.read(
                JsonValue.of(Map.of("type", "object", "properties", Map.of("n", Map.of("type", "integer")))));
        UserQuestion asked =
                question().withSchema(form).withAtMost(Duration.ofSeconds(3)).withWaitFor(Duration.ofSeconds(2));
        person().attach(here);

        session.user().ask(asked);

        assertThat(here.opened.get(0).request()).isEqualTo(asked);
    }

    @Test
    void U103_a_host_whose_question_nobody_can_answer_is_told_so() {
        Awaited<UserAnswer> asked = session.user().ask(question());

        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
    }

    @Test
    void U104_the_questions_of_a_host_are_limited_as_everybodys() {
        person().attach(here);
        List<Awaited<UserAnswer>> asked = new ArrayList<>();
        for (int i = 0; i <= SessionUser.MOST_OPEN_PER_SOURCE; i++) {
            asked.add(session.user().ask(question()));
        }

        assertThat(person().open()).hasSize(SessionUser.MOST_OPEN_PER_SOURCE);
        assertThat(end(asked.get(SessionUser.MOST_OPEN_PER_SOURCE))).isInstanceOf(UserAnswer.Absent.class);
    }

    @Test
    void U109_a_host_takes_its_question_back() {
        person().attach(here);
        Awaited<UserAnswer> asked = session.user().ask(question());

        asked.withdraw();
        asked.withdraw();

        assertThat(end(asked)).isEqualTo(new UserAnswer.Withdrawn(Withdrawal.ASKER));
        assertThat(here.told).containsExactly("opened 1", "withdrawn 1");
    }

    @Test
    void U102_a_host_says_why_it_takes_its_question_back() {
        person().attach(here);
        Awaited<UserAnswer> asked = session.user().ask(question());

        asked.withdraw(Withdrawal.INTERRUPTED);

        assertThat(end(asked)).isEqualTo(new UserAnswer.Withdrawn(Withdrawal.INTERRUPTED));
        assertThat(here.told).containsExactly("opened 1", "interrupted 1");
    }

    @Test
    void a_host_does_not_ask_in_the_gateways_name() {
        person().attach(here);

        Awaited<UserAnswer> asked =
                session.user().ask(new UserQuestion(SessionUser.GATEWAY, "Your password?", List.of(), false));

        assertThat(end(asked)).isEqualTo(new UserAnswer.Absent("Nobody else asks in the gateway's name."));
        assertThat(here.told).isEmpty();
    }

    @Test
    void U107_a_person_at_the_hosts_side_says_yes_to_exactly_what_was_shown_whole() {
        Attachment seat = session.user().attach(there);
        Asked<Approval> asked = person().approve(push("git push").showing(Optional.of("+ line")));

        boolean said = seat.approve(FIRST);

        assertThat(there.opened.get(0).request()).isEqualTo(push("git push").showing(Optional.of("+ line")));
        assertThat(said).isTrue();
        assertThat(end(asked)).isEqualTo(new Approval.Approved("in the host"));
        assertThat(there.told).containsExactly("opened 1", "approved in the host 1");
    }

    @Test
    void U106_a_yes_for_the_session_is_said_by_the_words_of_its_scope() {
        Attachment seat = session.user().attach(there);
        Asked<Approval> asked = person().approve(push("git push"));
        Scope scope = there.opened.get(0).request().scopes().get(0);
        Scope other = push("rm x").scopes().get(0);

        assertThat(seat.approve(FIRST, other)).isFalse();
        assertThat(seat.approve(FIRST, scope)).isTrue();

        assertThat(end(asked).isApproved()).isTrue();
        assertThat(person().grants()).hasSize(1);
        assertThat(end(person().approve(push("git push"))).isApproved()).isTrue();
        assertThat(there.told).containsExactly("opened 1", "approved for the session in the host 1");
    }

    @Test
    void U101_what_is_open_already_is_opened_at_a_surface_that_comes_and_closed_when_others_answer() {
        Attachment seat = person().attach(here);
        person().ask(question("red", "blue"));

        Attachment late = session.user().attach(there);
        seat.answer(FIRST, "red");

        assertThat(there.told).containsExactly("opened 1", "answered at the gateway 1");
        assertThat(late.answer(FIRST, "blue")).isFalse();
    }

    @Test
    void U101_the_first_answer_counts_and_one_that_is_late_or_said_twice_has_no_effect() {
        Attachment seat = session.user().attach(there);
        Attachment faster = person().attach(here);
        Asked<UserAnswer> asked = person().ask(question());
        gateway.holdsBack(true);
        assertThat(seat.answer(FIRST, "late")).isTrue();
        assertThat(seat.answer(FIRST, "twice")).isFalse();

        faster.answer(FIRST, "first");
        gateway.holdsBack(false);

        assertThat(end(asked)).isEqualTo(new UserAnswer.Given(JsonValue.of("first"), "at the gateway"));
        assertThat(there.told).containsExactly("opened 1", "answered at the gateway 1");
    }

    @Test
    void what_is_no_answer_is_not_sent() {
        Attachment seat = session.user().attach(there);
        person().ask(question("red"));
        person().approve(push("git push"));

        assertThat(seat.answer(FIRST, "green")).isFalse();
        assertThat(seat.approve(FIRST)).isFalse();
        assertThat(seat.answer(SECOND, "yes")).isFalse();

        assertThat(person().open()).hasSize(2);
        assertThat(seat.deny(FIRST, "no idea")).isTrue();
        assertThat(seat.deny(SECOND, "not now")).isTrue();
        assertThat(person().open()).isEmpty();
    }

    @Test
    void U105_what_is_too_long_for_a_surface_of_a_host_is_not_opened_there() {
        session.user().attach(HostSurface.showing(1));

        Asked<Approval> asked = person().approve(push("git push"));

        assertThat(end(asked)).isInstanceOf(Approval.Denied.class);
    }

    @Test
    void U108_the_no_of_a_deputy_at_the_hosts_side_leaves_the_question_to_others() {
        HostSurface agent = HostSurface.deputy("in the agent");
        Attachment deputy = session.user().attach(agent);
        person().attach(here);
        Asked<UserAnswer> asked = person().ask(question());

        deputy.deny(FIRST, "");

        assertThat(agent.told).containsExactly("opened 1", "left to others 1");
        assertThat(asked.answer().toCompletableFuture()).isNotDone();
    }

    @Test
    void U103_a_lost_link_is_a_surface_that_may_come_back_and_hears_what_it_has_missed() {
        Attachment seat = session.user().attach(there);
        gateway.listens(VirtualGateway.Listener.NOBODY);
        gateway.cut();
        Asked<Approval> asked = person().approve(push("git push"));
        assertThat(asked.answer().toCompletableFuture()).isNotDone();
        assertThat(there.told).isEmpty();

        gateway.listens(VirtualGateway.Listener.GATEWAY);
        gateway.clock.advance(Duration.ofSeconds(3));
        seat.approve(FIRST);

        assertThat(end(asked).isApproved()).isTrue();
    }

    @Test
    void U103_a_lost_link_is_nobody_any_more_when_its_time_is_over() {
        session.user().attach(there);
        gateway.listens(VirtualGateway.Listener.NOBODY);
        SessionUser person = person();
        gateway.cut();
        Asked<Approval> asked = person.approve(push("git push"));

        gateway.clock.advance(LinkRules.GRACE.minusMillis(1));
        assertThat(asked.answer().toCompletableFuture()).isNotDone();
        gateway.clock.advance(Duration.ofMillis(1));

        assertThat(end(asked)).isInstanceOf(Approval.Absent.class);
    }

    @Test
    void U103_somebody_in_a_host_who_is_away_is_detached_when_that_time_is_over() {
        Attachment seat = session.user().attach(there);
        seat.away(Duration.ofSeconds(10));
        Asked<Approval> asked = person().approve(push("git push"));

        gateway.clock.advance(Duration.ofSeconds(9));
        assertThat(seat.back()).isTrue();
        gateway.clock.advance(Duration.ofSeconds(9));
        assertThat(asked.answer().toCompletableFuture()).isNotDone();
        seat.away(Duration.ofSeconds(1));
        gateway.clock.advance(Duration.ofSeconds(1));

        assertThat(end(asked)).isInstanceOf(Approval.Absent.class);
        assertThat(seat.back()).isFalse();
        assertThat(seat.active()).isFalse();
    }

    @Test
    void a_surface_that_is_closed_hears_nothing_more_and_answers_nothing() {
        Attachment seat = session.user().attach(there);
        Asked<Approval> asked = person().approve(push("git push"));

        seat.close();

        assertThat(end(asked)).isInstanceOf(Approval.Absent.class);
        assertThat(seat.approve(FIRST)).isFalse();
        assertThat(there.told).containsExactly("opened 1");
    }

    @Test
    void U101_a_surface_in_a_host_that_throws_is_detached() {
        session.user().attach(there);
        there.whenOpened = () -> {
            throw new IllegalStateException("thrown by the test");
        };

        Asked<Approval> asked = person().approve(push("git push"));

        assertThat(end(asked)).isInstanceOf(Approval.Absent.class);
        assertThat(there.told).containsExactly("opened 1", "detached");
    }

    @Test
    void U101_a_surface_in_a_host_that_hangs_for_a_second_is_detached() {
        session.user().attach(there);
        List<Boolean> present = new ArrayList<>();
        there.whenOpened = () -> {
            gateway.clock.advance(LinkRules.SURFACE_PATIENCE.minusNanos(1));
            present.add(person().isPresent());
            gateway.clock.advance(Duration.ofNanos(1));
        };

        Asked<Approval> asked = person().approve(push("git push"));

        assertThat(present).containsExactly(true);
        assertThat(end(asked)).isInstanceOf(Approval.Absent.class);
        assertThat(there.told).containsExactly("opened 1", "detached");
    }

    @Test
    void a_session_has_as_many_surfaces_on_a_link_as_it_may_and_no_more() {
        for (int i = 0; i < LinkRules.MOST_SURFACES; i++) {
            assertThat(session.user().attach(HostSurface.named("at " + i)).active())
                    .isTrue();
        }

        Attachment beyond = session.user().attach(there);

        assertThat(there.told).containsExactly("detached");
        assertThat(beyond.active()).isFalse();
    }

    @Test
    void a_surface_that_is_attached_twice_is_one() {
        session.user().attach(there);
        link.say(new HostMessage.AttachSurface(
                new SessionId("abc"), 1, there.name(), there.mostCharacters(), there.abilities(), false));

        person().approve(push("git push"));

        assertThat(there.told).containsExactly("opened 1");
    }

    @Test
    void D227_a_surface_is_attached_at_the_next_gateway_and_what_was_open_has_ended() throws Exception {
        Attachment seat = session.user().attach(there);
        person().approve(push("git push"));
        Awaited<UserAnswer> asked = session.user().ask(question());
        gateway.listens(VirtualGateway.Listener.NOBODY);
        gateway.replace();
        gateway.listens(VirtualGateway.Listener.GATEWAY);
        link.leave();
        session.lost(link);
        assertThat(there.told).endsWith("the gateway is gone 1", "the gateway is gone 2");
        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
        there.told.clear();

        session.openAt(gateway.link()).join();
        Asked<Approval> next = person().approve(push("git pull"));
        seat.approve(FIRST);

        assertThat(end(next)).isEqualTo(new Approval.Approved("in the host"));
        assertThat(there.told).containsExactly("opened 1", "approved in the host 1");
    }

    @Test
    void the_end_of_a_session_closes_what_is_open_at_its_surfaces() {
        Attachment seat = session.user().attach(there);
        person().approve(push("git push"));

        session.close();

        assertThat(there.told).containsExactly("opened 1", "its session has ended 1");
        assertThat(seat.approve(FIRST)).isFalse();
        assertThat(session.user().attach(there).active()).isFalse();
        assertThat(end(session.user().ask(question()))).isEqualTo(new UserAnswer.Withdrawn(Withdrawal.ENDED));
    }
}
