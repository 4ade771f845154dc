package io.tapgateway.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.user.form.FlatField;
import io.tapgateway.user.form.FlatSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What becomes of questions and surfaces as time passes. */
final class PersonInTimeTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration JUST_BEFORE = MINUTE.minusNanos(1);
    private static final Duration INSTANT = Duration.ofNanos(1);

    @AutoClose
    private final ManualUserTime time = ManualUserTime.ofTest();

    private final SessionUser user = SessionUser.create(time, SessionUserListener.NOBODY);
    private final RecordingSurface prompt = RecordingSurface.named("at the prompt");

    private static UserQuestion question() {
        return new UserQuestion(new ProviderName("host"), "Which one?", List.of(), false);
    }

    private static <T> T end(Asked<T> asked) {
        assertThat(asked.answer().toCompletableFuture()).isCompleted();
        return asked.answer().toCompletableFuture().join();
    }

    private static void assertOpen(Asked<?> asked) {
        assertThat(asked.answer().toCompletableFuture()).isNotDone();
    }

    @Test
    void U102_a_question_is_withdrawn_when_its_time_has_passed() {
        Attachment seat = user.attach(prompt);
        Asked<UserAnswer> asked = user.ask(question().withAtMost(MINUTE));
        time.pass(JUST_BEFORE);
        assertOpen(asked);

        time.pass(INSTANT);

        assertThat(end(asked)).isEqualTo(new UserAnswer.Withdrawn(Withdrawal.EXPIRED));
        assertThat(seat.answer(asked.id(), "late")).isFalse();
        assertThat(prompt.told).containsExactly("opened 1", "not answered in time 1");
    }

    @Test
    void U102_an_earlier_deadline_is_noticed_after_a_later_one_was_set() {
        user.attach(prompt);
        Asked<UserAnswer> patient = user.ask(question().withAtMost(MINUTE.multipliedBy(2)));
        Asked<UserAnswer> hasty = user.ask(question().withAtMost(MINUTE));

        time.pass(MINUTE);

        assertThat(end(hasty)).isEqualTo(new UserAnswer.Withdrawn(Withdrawal.EXPIRED));
        assertOpen(patient);
        time.pass(MINUTE);
        assertThat(end(patient)).isEqualTo(new UserAnswer.Withdrawn(Withdrawal.EXPIRED));
    }

    @Test
    void U103_what_sets_no_time_itself_waits_for_somebody_as_long_as_the_session_says() {
        SessionUser patient = SessionUser.create(time, SessionUserListener.NOBODY, MINUTE);
        Asked<UserAnswer> asked = patient.ask(question());
        Asked<UserAnswer> longer = patient.ask(question().withWaitFor(MINUTE.multipliedBy(2)));
        time.pass(JUST_BEFORE);
        assertOpen(asked);

        time.pass(INSTANT);

        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
        Attachment seat = patient.attach(prompt);
        assertThat(seat.answer(longer.id(), "late")).isTrue();
        assertThat(end(longer)).isEqualTo(new UserAnswer.Given(JsonValue.of("late"), "at the prompt"));
        assertThatThrownBy(() -> SessionUser.create(time, SessionUserListener.NOBODY, Duration.ofDays(8)))
                .hasMessageContaining("7 days");
    }

    @Test
    void U102_without_a_limit_a_question_waits_as_long_as_it_takes() {
        Attachment seat = user.attach(prompt);
        Asked<UserAnswer> asked = user.ask(question());
        time.pass(Duration.ofDays(30));

        seat.answer(asked.id(), "red");

        assertThat(end(asked)).isEqualTo(new UserAnswer.Given(JsonValue.of("red"), "at the prompt"));
    }

    @Test
    void U102_an_interrupt_says_so() {
        user.attach(prompt);
        Asked<UserAnswer> asked = user.ask(question());

        asked.withdraw(Withdrawal.INTERRUPTED);

        assertThat(end(asked)).isEqualTo(new UserAnswer.Withdrawn(Withdrawal.INTERRUPTED));
    }

    @Test
    void U103_whoever_may_wait_waits_for_somebody_to_come() {
        Asked<UserAnswer> asked = user.ask(question().withWaitFor(MINUTE));
        time.pass(JUST_BEFORE);
        assertOpen(asked);

        Attachment seat = user.attach(prompt);
        time.pass(MINUTE);
        seat.answer(asked.id(), "red");

        assertThat(end(asked)).isInstanceOf(UserAnswer.Given.class);
    }

    private static ApprovalRequest command(int length) {
        return new ApprovalRequest(
                        "shell",
                        new ProviderName("host"),
                        JsonValue.of(Map.of("command", "x".repeat(length))),
                        List.of(new ApprovalRequest.Source(new ProviderName("ci"), TrustLevel.PROJECT, "Sure?")))
                .withWaitFor(MINUTE);
    }

    @Test
    void U105_what_nobody_could_ever_be_shown_waits_for_nobody() {
        Asked<Approval> asked = user.approve(command(SessionUser.MOST_OF_REQUEST));

        assertThat(end(asked))
                .isInstanceOfSatisfying(
                        Approval.Denied.class,
                        it -> assertThat(it.reason()).startsWith("too long to be approved: 1048"));
        assertThat(user.open()).isEmpty();
    }

    @Test
    void U105_what_waited_and_does_not_fit_where_somebody_comes_is_denied_then() {
        Asked<Approval> asked = user.approve(command(prompt.mostCharacters()));
        user.attach(RecordingSurface.deputy());
        assertOpen(asked);

        user.attach(RecordingSurface.able(Ability.APPROVALS));

        assertThat(end(asked)).isInstanceOf(Approval.Denied.class);
    }

    @Test
    void U105_where_somebody_has_been_shown_it_a_narrow_place_that_comes_changes_nothing() {
        Attachment seat = user.attach(RecordingSurface.able(Ability.APPROVALS, Ability.LINK));
        Asked<Approval> asked = user.approve(command(prompt.mostCharacters()));

        user.attach(RecordingSurface.able(Ability.APPROVALS));

        assertOpen(asked);
        assertThat(seat.approve(asked.id())).isFalse();
    }

    @Test
    void U109_sessions_may_share_the_numbers_of_their_questions() {
        AtomicLong numbers = new AtomicLong(40);
        SessionUser one = SessionUser.create(time, SessionUserListener.NOBODY, MINUTE, numbers::incrementAndGet);
        SessionUser other = SessionUser.create(time, SessionUserListener.NOBODY, MINUTE, numbers::incrementAndGet);

        assertThat(one.ask(question()).id()).isEqualTo(new QuestionId(41));
        assertThat(other.ask(question()).id()).isEqualTo(new QuestionId(42));
        assertThat(one.ask(question()).id()).isEqualTo(new QuestionId(43));
    }

    @Test
    void U103_where_nobody_comes_in_time_the_answer_is_no() {
        Asked<Approval> asked = user.approve(new ApprovalRequest(
                        "shell",
                        new ProviderName("host"),
                        JsonValue.of(Map.of("command", "ls")),
                        List.of(new ApprovalRequest.Source(new ProviderName("ci"), TrustLevel.PROJECT, "Sure?")))
                .withWaitFor(MINUTE));
        time.pass(JUST_BEFORE);
        assertOpen(asked);

        time.pass(INSTANT);

        assertThat(end(asked)).isInstanceOf(Approval.Absent.class);
        assertThat(user.open()).isEmpty();
    }

    @Test
    void U103_when_the_last_one_goes_who_may_wait_waits_again() {
        Attachment seat = user.attach(prompt);
        Asked<UserAnswer> asked = user.ask(question().withWaitFor(MINUTE));
        time.pass(MINUTE);

        seat.close();

        time.pass(JUST_BEFORE);
        assertOpen(asked);
        time.pass(INSTANT);
        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
    }

    @Test
    void U103_a_surface_that_may_come_back_counts_until_its_time() {
        Attachment seat = user.attach(prompt);
        Asked<UserAnswer> asked = user.ask(question());

        seat.away(MINUTE);

        time.pass(JUST_BEFORE);
        assertThat(user.isPresent()).isTrue();
        assertOpen(asked);
        time.pass(INSTANT);
        assertThat(user.isPresent()).isFalse();
        assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
        assertThat(seat.back()).isFalse();
        assertThat(seat.away(MINUTE)).isFalse();
    }

    @Test
    void U103_a_surface_that_came_back_is_there() {
        Attachment seat = user.attach(prompt);
        Asked<UserAnswer> asked = user.ask(question());
        seat.away(MINUTE);
        time.pass(JUST_BEFORE);

        assertThat(seat.back()).isTrue();

        time.pass(MINUTE);
        assertOpen(asked);
        assertThat(seat.answer(asked.id(), "red")).isTrue();
    }

    @Test
    void U104_times_are_within_a_week() {
        assertThat(question().withAtMost(UserQuestion.LONGEST).atMost()).contains(UserQuestion.LONGEST);
        assertThatThrownBy(() -> question().withAtMost(UserQuestion.LONGEST.plusNanos(1)))
                .hasMessageContaining("7 days");
        assertThatThrownBy(() -> question().withAtMost(Duration.ZERO)).hasMessage("A question needs some time.");
        assertThatThrownBy(() -> question().withWaitFor(Duration.ofNanos(-1))).hasMessageContaining("7 days");
    }

    @Test
    void U108_the_no_of_a_deputy_counts_only_where_nobody_else_sits() {
        RecordingSurface editor = RecordingSurface.deputy();
        Attachment deputy = user.attach(editor);
        Attachment seat = user.attach(prompt);
        Asked<UserAnswer> first = user.ask(question());

        assertThat(deputy.deny(first.id(), "")).isTrue();

        assertOpen(first);
        assertThat(deputy.answer(first.id(), "red")).isFalse();
        assertThat(editor.told).containsExactly("opened 1", "left to others 1");
        seat.close();
        assertThat(end(first)).isInstanceOf(UserAnswer.Absent.class);
        Asked<UserAnswer> second = user.ask(question());
        deputy.deny(second.id(), "no");
        assertThat(end(second)).isEqualTo(new UserAnswer.Declined("no", "in the editor"));
    }

    @Test
    void U101_a_surface_is_asked_only_what_it_can_show() {
        FlatSchema form = new FlatSchema(List.of(FlatField.of("n", FlatField.Kind.INTEGER, true)));
        RecordingSurface plain = RecordingSurface.able(Ability.QUESTIONS);
        user.attach(plain);

        Asked<UserAnswer> nowhere = user.ask(question().withSchema(form));
        Attachment seat = user.attach(prompt);
        Asked<UserAnswer> asked = user.ask(question().withSchema(form));

        assertThat(end(nowhere)).isInstanceOf(UserAnswer.Absent.class);
        assertThat(plain.told).isEmpty();
        assertThat(seat.answer(asked.id(), "1")).isFalse();
        assertThat(seat.answer(asked.id(), JsonValue.of(Map.of("n", 1.5)))).isFalse();
        assertThat(seat.answer(asked.id(), JsonValue.of(Map.of("n", 1)))).isTrue();
        assertThat(end(asked)).isEqualTo(new UserAnswer.Given(JsonValue.of(Map.of("n", 1)), "at the prompt"));
    }

    /** A surface whose code does not return. */
    private static final class HangingSurface implements Surface {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch free = new CountDownLatch(1);
        private final CountDownLatch detached = new CountDownLatch(1);

        @Override
        public String name() {
            return "nowhere";
        }

        @Override
        public int mostCharacters() {
            return 1_000;
        }

        @Override
        public void opened(OpenQuestion question) {
            begun.countDown();
            await(free);
        }

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {}

        @Override
        public void detached() {
            detached.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void U101_a_surface_that_hangs_for_a_second_is_detached_and_delays_nobody() {
        try (ManualUserTime threads = ManualUserTime.withThreads()) {
            SessionUser person = SessionUser.create(threads, SessionUserListener.NOBODY);
            HangingSurface hanging = new HangingSurface();
            person.attach(hanging);
            CountDownLatch seen = new CountDownLatch(1);
            Attachment seat = person.attach(new Surface() {
                @Override
                public String name() {
                    return "at the prompt";
                }

                @Override
                public int mostCharacters() {
                    return 1_000;
                }

                @Override
                public void opened(OpenQuestion question) {
                    seen.countDown();
                }

                @Override
                public void closed(OpenQuestion question, QuestionEnd how) {}
            });
            Asked<UserAnswer> asked = person.ask(question());
            await(hanging.begun);
            await(seen);
            threads.pass(Courier.PATIENCE.minusNanos(1));
            seat.close();
            assertOpen(asked);

            threads.pass(INSTANT);

            assertThat(end(asked)).isInstanceOf(UserAnswer.Absent.class);
            assertThat(person.isPresent()).isFalse();
            hanging.free.countDown();
            await(hanging.detached);
        }
    }
}
