package io.tapgateway.user;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Questions to a person, wherever that person sits. */
final class PersonTest {
    private final AtomicLong now = new AtomicLong();
    private final SessionUser user = SessionUser.create(now::get);

    /** A surface that only remembers what it was told. */
    private static final class Desk implements Surface {
        private final String name;
        private final int most;
        private final List<String> told = new ArrayList<>();
        private final List<OpenQuestion> opened = new ArrayList<>();

        private Desk(String name, int most) {
            this.name = name;
            this.most = most;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int mostCharacters() {
            return most;
        }

        @Override
        public void opened(OpenQuestion question) {
            opened.add(question);
            told.add("opened " + question.id());
        }

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {
            told.add(how.text() + " " + question.id());
        }
    }

    private final Desk prompt = new Desk("at the prompt", 10_000);
    private final Desk console = new Desk("in the console", 10_000);

    private static ApprovalRequest request(String source, String command) {
        return new ApprovalRequest(
                "shell",
                new ProviderName("host"),
                JsonValue.of(Map.of("command", command)),
                List.of(new ApprovalRequest.Source(new ProviderName(source), TrustLevel.PROJECT, "Sure?")));
    }

    private Asked<Approval> ask(String source) {
        return user.approve(request(source, "git push"));
    }

    private static <T> T end(Asked<T> asked) {
        assertThat(asked.answer().toCompletableFuture()).isCompleted();
        return asked.answer().toCompletableFuture().join();
    }

    private static void assertOpen(Asked<?> asked) {
        assertThat(asked.answer().toCompletableFuture()).isNotDone();
    }

    private QuestionId newest() {
        return user.open().get(user.open().size() - 1).id();
    }

    @Test
    void U101_a_question_appears_wherever_somebody_sits_and_the_first_answer_counts() {
        Attachment one = user.attach(prompt);
        Attachment other = user.attach(console);
        Asked<Approval> asked = ask("ci");

        assertThat(one.approve(newest())).isTrue();
        boolean second = other.deny(new QuestionId(1), "no");

        assertThat(second).isFalse();
        assertThat(end(asked)).isEqualTo(new Approval.Approved("at the prompt"));
        assertThat(prompt.told).containsExactly("opened 1", "approved at the prompt 1");
        assertThat(console.told).containsExactly("opened 1", "approved at the prompt 1");
    }

    @Test
    void U101_who_comes_later_is_shown_what_is_open() {
        user.attach(prompt);
        Asked<Approval> asked = ask("ci");

        Attachment late = user.attach(console);

        assertThat(console.told).containsExactly("opened 1");
        assertThat(late.deny(newest(), "not on a Friday")).isTrue();
        assertThat(end(asked)).isEqualTo(new Approval.Denied("not on a Friday", "in the console"));
    }

    @Test
    void U101_a_surface_that_throws_is_detached_and_the_others_go_on() {
        user.attach(new Surface() {
            @Override
            public String name() {
                return "nowhere";
            }

            @Override
            public int mostCharacters() {
                return 10_000;
            }

            @Override
            public void opened(OpenQuestion question) {
                throw new IllegalStateException("broken");
            }

            @Override
            public void closed(OpenQuestion question, QuestionEnd how) {
                throw new IllegalStateException("broken");
            }
        });
        Asked<Approval> alone = ask("ci");
        assertThat(end(alone)).isInstanceOf(Approval.Absent.class);
        assertThat(user.isPresent()).isFalse();

        Attachment seat = user.attach(prompt);
        Asked<Approval> asked = ask("ci");
        seat.approve(newest());

        assertThat(end(asked)).isInstanceOf(Approval.Approved.class);
    }

    @Test
    void U102_a_question_ends_once_by_its_asker_its_answer_or_its_session() {
        Attachment seat = user.attach(prompt);
        Asked<Approval> withdrawn = ask("ci");
        withdrawn.withdraw();
        boolean late = seat.approve(new QuestionId(1));
        Asked<Approval> over = ask("ci");
        user.end();
        withdrawn.withdraw();

        assertThat(late).isFalse();
        assertThat(end(withdrawn)).isInstanceOf(Approval.Withdrawn.class);
        assertThat(end(over)).isInstanceOf(Approval.Withdrawn.class);
        assertThat(end(ask("ci"))).isInstanceOf(Approval.Withdrawn.class);
        assertThat(prompt.told).containsExactly("opened 1", "withdrawn 1", "opened 2", "its session has ended 2");
    }

    @Test
    void U103_where_nobody_is_or_the_last_one_leaves_the_answer_is_no() {
        assertThat(end(ask("ci"))).isInstanceOf(Approval.Absent.class);
        Attachment one = user.attach(prompt);
        Attachment other = user.attach(console);
        Asked<Approval> asked = ask("ci");

        one.close();
        assertOpen(asked);
        other.close();

        assertThat(end(asked)).isInstanceOf(Approval.Absent.class);
        assertThat(user.isPresent()).isFalse();
        assertThat(user.open()).isEmpty();
    }

    @Test
    void U104_four_of_a_provider_and_sixteen_of_all_wait_at_once() {
        user.attach(prompt);
        for (int source = 1; source <= 4; source++) {
            for (int i = 0; i < SessionUser.MOST_OPEN_PER_SOURCE; i++) {
                assertOpen(ask("p" + source));
            }
            Asked<Approval> fifth = ask("p" + source);
            assertThat(end(fifth)).isInstanceOf(Approval.Absent.class);
        }

        assertThat(user.open()).hasSize(SessionUser.MOST_OPEN);
        assertThat(end(ask("p5"))).isEqualTo(new Approval.Absent("More than 16 questions wait for an answer already."));
    }

    @Test
    void U104_a_provider_has_twenty_asked_in_a_minute() {
        Attachment seat = user.attach(prompt);
        for (int i = 0; i < SessionUser.MOST_PER_MINUTE; i++) {
            Asked<Approval> asked = ask("ci");
            seat.approve(newest());
            assertThat(end(asked)).isInstanceOf(Approval.Approved.class);
        }
        now.set(Duration.ofMinutes(1).toNanos() - 1);
        assertThat(end(ask("ci"))).isInstanceOf(Approval.Absent.class);
        assertOpen(ask("lint"));

        now.set(Duration.ofMinutes(1).toNanos());

        assertOpen(ask("ci"));
    }

    @Test
    void U104_of_a_reason_one_KiB_is_kept() {
        Attachment seat = user.attach(prompt);
        Asked<Approval> asked = ask("ci");

        seat.deny(newest(), "x".repeat(SessionUser.MOST_OF_REASON + 1));

        assertThat(end(asked)).isEqualTo(new Approval.Denied("x".repeat(SessionUser.MOST_OF_REASON), "at the prompt"));
    }

    @Test
    void U105_what_cannot_be_shown_whole_is_not_shown_and_what_nobody_can_be_shown_is_not_asked() {
        Desk small = new Desk("on a watch", request("ci", "git push").length());
        Attachment watch = user.attach(small);
        Attachment seat = user.attach(prompt);
        Asked<Approval> fits = ask("ci");
        Asked<Approval> long1 = user.approve(request("ci", "git push "));

        assertThat(small.told).containsExactly("opened 1");
        assertThat(prompt.told).containsExactly("opened 1", "opened 2");
        assertThat(watch.approve(new QuestionId(2))).isFalse();
        assertOpen(long1);
        seat.close();
        assertThat(end(long1)).isInstanceOf(Approval.Absent.class);
        assertOpen(fits);
        ApprovalRequest tooLong = request("ci", "x".repeat(100));
        assertThat(end(user.approve(tooLong)))
                .isEqualTo(new Approval.Denied(
                        "too long to be approved: " + tooLong.length() + " characters", Approval.Denied.BY_US));
    }

    @Test
    void U105_where_it_is_too_long_it_is_pointed_at_denied_there_and_approved_elsewhere() {
        RecordingSurface narrow = RecordingSurface.able(Ability.APPROVALS, Ability.LINK);
        Attachment seat = user.attach(narrow);
        ApprovalRequest wide = request("ci", "x".repeat(narrow.mostCharacters()));
        Asked<Approval> asked = user.approve(wide);
        Asked<Approval> other = user.approve(wide);

        assertThat(narrow.told).containsExactly("pointed 1", "pointed 2");
        assertThat(seat.approve(asked.id())).isFalse();
        assertOpen(asked);
        assertThat(seat.deny(other.id(), "no")).isTrue();
        Attachment console = user.attach(new Desk("in the console", SessionUser.MOST_OF_REQUEST));
        assertThat(console.approve(asked.id())).isTrue();
        assertThat(end(asked)).isEqualTo(new Approval.Approved("in the console"));
        assertThat(narrow.told).endsWith("denied elsewhere 2", "approved in the console 1");
    }

    @Test
    void U105_what_no_console_shows_is_not_pointed_at_either() {
        user.attach(RecordingSurface.able(Ability.APPROVALS, Ability.LINK));
        ApprovalRequest fits = request("ci", "");
        int rest = SessionUser.MOST_OF_REQUEST - fits.length();

        assertOpen(user.approve(request("ci", "x".repeat(rest))));

        assertThat(end(user.approve(request("ci", "x".repeat(rest + 1))))).isInstanceOf(Approval.Denied.class);
    }

    @Test
    void U107_the_owner_may_say_no_without_sitting_there() {
        user.attach(prompt);
        Asked<Approval> asked = ask("ci");

        boolean denied = user.deny(newest(), "", "by a program");

        assertThat(denied).isTrue();
        assertThat(end(asked)).isEqualTo(new Approval.Denied("", "by a program"));
        assertThat(user.deny(new QuestionId(1), "", "by a program")).isFalse();
        assertThat(prompt.told).containsExactly("opened 1", "denied by a program 1");
    }

    @Test
    void what_is_asked_in_an_answer_is_told_after_it() {
        Attachment seat = user.attach(prompt);
        List<Asked<Approval>> next = new ArrayList<>();
        ask("ci").answer().thenRun(() -> next.add(ask("ci")));

        seat.approve(newest());

        assertOpen(next.get(0));
        assertThat(prompt.told).containsExactly("opened 1", "approved at the prompt 1", "opened 2");
    }

    @Test
    void U109_who_only_looks_hears_of_every_question_that_comes_and_goes() {
        List<Integer> waiting = new ArrayList<>();
        List<SessionUser> watched = new ArrayList<>();
        watched.add(SessionUser.create(UserTime.ofCaller(now::get), new SessionUserListener() {
            @Override
            public void changed(Topic topic) {
                if (topic == Topic.QUESTIONS) {
                    waiting.add(watched.get(0).open().size());
                }
            }
        }));
        SessionUser person = watched.get(0);
        person.approve(request("ci", "git push")).withdraw();
        Attachment seat = person.attach(prompt);
        Asked<Approval> first = person.approve(request("ci", "git push"));
        now.set(5);
        person.approve(request("ci", "git pull"));

        seat.approve(new QuestionId(2));
        first.withdraw();

        assertThat(waiting).containsExactly(1, 2, 1);
        assertThat(prompt.opened).extracting(OpenQuestion::askedAt).containsExactly(0L, 5L);
    }

    private Scope scope(Asked<Approval> asked) {
        OpenQuestion question = user.open().get(user.open().size() - 1);
        assertOpen(asked);
        return question.request().scopes().get(0);
    }

    @Test
    void U106_a_yes_for_the_session_answers_what_its_scope_covers_until_it_is_taken_back() {
        Attachment seat = user.attach(prompt);
        Asked<Approval> first = ask("ci");

        assertThat(seat.approve(newest(), scope(first))).isTrue();
        Asked<Approval> second = user.approve(request("ci", "git push --tags"));
        Asked<Approval> other = user.approve(request("ci", "git pull"));

        assertThat(end(first)).isEqualTo(end(second)).isEqualTo(new Approval.Approved("at the prompt"));
        assertOpen(other);
        assertThat(user.grants())
                .extracting(it -> it.scope().text())
                .containsExactly("'shell' with commands that begin with 'git push'");
        assertThat(user.revoke(new QuestionId(1))).isTrue();
        assertThat(user.revoke(new QuestionId(1))).isFalse();
        assertOpen(ask("ci"));
    }

    @Test
    void U106_where_somebody_else_asks_the_person_is_asked_again() {
        Attachment seat = user.attach(prompt);
        Asked<Approval> first = ask("ci");
        seat.approve(newest(), scope(first));

        assertOpen(ask("guard"));
    }

    @Test
    void U106_only_what_was_offered_is_permitted_and_only_where_it_is_open() {
        Attachment seat = user.attach(prompt);
        Asked<Approval> asked = ask("ci");
        Scope foreign = new Scope.Tool("shell", new ProviderName("host"));

        assertThat(seat.approve(newest(), foreign)).isFalse();
        assertThat(seat.approve(new QuestionId(99), foreign)).isFalse();

        assertOpen(asked);
        assertThat(user.grants()).isEmpty();
    }

    @Test
    void U106_the_oldest_yes_for_the_session_makes_room() {
        Attachment seat = user.attach(prompt);
        for (int i = 0; i <= SessionUser.MOST_GRANTS; i++) {
            now.addAndGet(60_000_000_000L);
            seat.approve(newest(user.approve(request("ci", "git v" + i))), scopeOf("git v" + i));
        }

        assertThat(user.grants()).hasSize(SessionUser.MOST_GRANTS);
        assertThat(user.grants().get(0).id()).isEqualTo(new QuestionId(2));
    }

    private QuestionId newest(Asked<Approval> asked) {
        assertOpen(asked);
        return newest();
    }

    private static Scope scopeOf(String command) {
        return Scope.of(request("ci", command)).get(0);
    }

    @Test
    void U106_a_yes_for_the_session_ends_with_it() {
        Attachment seat = user.attach(prompt);
        seat.approve(newest(ask("ci")), scopeOf("git push"));

        user.end();

        assertThat(user.grants()).isEmpty();
        assertThat(end(ask("ci"))).isInstanceOf(Approval.Withdrawn.class);
    }

    private static UserQuestion which(String... choices) {
        return new UserQuestion(new ProviderName("host"), "Which one?", List.of(choices), false);
    }

    @Test
    void U101_what_an_agent_wants_to_know_is_answered_where_somebody_sits() {
        Attachment one = user.attach(prompt);
        user.attach(console);
        Asked<UserAnswer> asked = user.ask(which("red", "blue"));

        assertThat(one.approve(newest())).isFalse();
        assertOpen(asked);
        assertThat(one.answer(newest(), "rather green")).isTrue();

        assertThat(end(asked)).isEqualTo(new UserAnswer.Given(JsonValue.of("rather green"), "at the prompt"));
        assertThat(console.told).containsExactly("opened 1", "answered at the prompt 1");
        assertThat(user.open()).isEmpty();
    }

    @Test
    void U103_no_answer_is_not_an_answer() {
        assertThat(end(user.ask(which()))).isEqualTo(new UserAnswer.Absent("Nobody is there who could answer."));
        Attachment seat = user.attach(prompt);

        Asked<UserAnswer> declined = user.ask(which());
        seat.deny(newest(), "ask me later");
        Asked<UserAnswer> withdrawn = user.ask(which());
        withdrawn.withdraw();
        Asked<UserAnswer> left = user.ask(which());
        seat.close();
        user.end();

        assertThat(end(declined)).isEqualTo(new UserAnswer.Declined("ask me later", "at the prompt"));
        assertThat(end(withdrawn)).isEqualTo(new UserAnswer.Withdrawn(Withdrawal.ASKER));
        assertThat(end(left)).isEqualTo(new UserAnswer.Absent("Nobody is there any more who could answer."));
        assertThat(end(user.ask(which()))).isEqualTo(new UserAnswer.Withdrawn(Withdrawal.ENDED));
    }

    @Test
    void U104_questions_and_approvals_of_one_asker_share_its_four() {
        user.attach(prompt);
        ask("host");
        ask("host");
        user.ask(which());
        assertOpen(user.ask(which()));

        assertThat(end(user.ask(which()))).isInstanceOf(UserAnswer.Absent.class);
        assertThat(user.open()).extracting(it -> it.id().value()).containsExactly(1L, 2L, 3L, 4L);
    }
}
