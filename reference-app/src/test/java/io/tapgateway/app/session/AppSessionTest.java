package io.tapgateway.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.SessionUserListener;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppSessionTest {
    private static final SessionId ID = new SessionId("main");

    private final List<NumberedEntry> told = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private final SessionUser user = SessionUser.create(() -> 0);
    private final AppSession session = new AppSession(
            ID,
            SessionHost.ignoringEverything(),
            user,
            (id, entry) -> told.add(entry),
            ended -> {},
            question -> false,
            (question, answer) -> {});

    @Test
    void numbers_the_lines_of_its_timeline_from_one() {
        log(3);

        assertThat(session.timelineAfter(0)).extracting(NumberedEntry::seq).containsExactly(1L, 2L, 3L);
        assertThat(session.timelineAfter(2)).extracting(NumberedEntry::seq).containsExactly(3L);
        assertThat(session.timelineAfter(3)).isEmpty();
        assertThat(session.timelineAfter(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void M012_an_agent_is_told_once_that_all_have_come_who_were_started_while_its_session_was_opened() {
        List<Boolean> expected = new ArrayList<>();
        AppSession opening = new AppSession(
                ID,
                expecting(expected),
                user,
                (id, entry) -> {},
                ended -> {},
                question -> false,
                (question, answer) -> {});

        Runnable first = opening.expect();
        Runnable second = opening.expect();
        first.run();
        first.run();
        opening.opened();
        assertThat(expected).containsExactly(true, true);
        second.run();
        opening.expect().run();

        assertThat(expected).containsExactly(true, true, false);
    }

    private static SessionHost expecting(List<Boolean> told) {
        return new SessionHost() {
            @Override
            public void toolsChanged(List<RegisteredTool> tools) {}

            @Override
            public void log(TimelineEntry entry) {}

            @Override
            public CompletionStage<Void> send(InjectedPrompt prompt) {
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public void providersExpected(boolean expected) {
                told.add(expected);
            }
        };
    }

    private static CallQuestion question() {
        return new CallQuestion(
                "ask-1",
                ID,
                Optional.empty(),
                "shell",
                new ProviderName("host"),
                JsonValue.of(Map.of("command", "git push")),
                List.of(new CallQuestion.Asker(new ProviderName("ci"), TrustLevel.PROJECT, "Sure?")));
    }

    /** Somebody who says that to whatever is asked. */
    private void answering(BiConsumer<Attachment, QuestionId> answer) {
        AtomicReference<Attachment> seat = new AtomicReference<>();
        seat.set(user.attach(new Surface() {
            @Override
            public String name() {
                return "here";
            }

            @Override
            public int mostCharacters() {
                return 1_000;
            }

            @Override
            public void opened(OpenQuestion question) {
                answer.accept(seat.get(), question.id());
            }

            @Override
            public void closed(OpenQuestion question, QuestionEnd how) {
                ends.add(how.text());
            }
        }));
    }

    @Test
    void M011_a_person_is_asked_once_also_if_the_gateway_asks_the_next_agent_again() {
        List<QuestionId> asked = new ArrayList<>();
        AtomicReference<Attachment> there = new AtomicReference<>();
        answering((seat, question) -> {
            asked.add(question);
            there.set(seat);
        });
        CompletionStage<CallApproval> first = session.approve(question());

        CompletionStage<CallApproval> again = session.approve(question());
        there.get().approve(asked.get(0));

        assertThat(asked).hasSize(1);
        assertThat(first).isCompletedWithValueMatching(it -> it.refusal().isEmpty());
        assertThat(again).isCompletedWithValueMatching(it -> it.refusal().isEmpty());
    }

    @Test
    void M012_an_agent_that_takes_a_session_over_is_told_of_those_who_are_on_their_way() {
        List<Boolean> expected = new ArrayList<>();
        Runnable arrival = session.expect();

        session.handOver(expecting(expected));
        arrival.run();
        session.opened();

        assertThat(expected).containsExactly(true, false);
    }

    @Test
    void U120_what_the_gateway_asks_is_asked_of_the_person_at_the_session() {
        assertThat(session.approve(question()))
                .isCompletedWithValue(
                        CallApproval.denied("Nobody is there who could approve it. " + PersonsWords.ADVICE));

        answering(Attachment::approve);

        assertThat(session.approve(question())).isCompletedWithValue(CallApproval.APPROVED.by("here"));
    }

    @Test
    void U107_what_waits_for_somebody_to_come_says_how() {
        SessionUser nobody =
                SessionUser.create(UserTime.ofCaller(() -> 0), SessionUserListener.NOBODY, Duration.ofHours(1));
        AppSession alone = new AppSession(
                ID,
                SessionHost.ignoringEverything(),
                nobody,
                (id, entry) -> told.add(entry),
                ended -> {},
                question -> false,
                (question, answer) -> {});

        CompletionStage<CallApproval> answer = alone.approve(question());

        assertThat(answer.toCompletableFuture()).isNotDone();
        assertThat(told)
                .extracting(it -> it.entry().text())
                .containsExactly("Nobody is there yet who could approve 'shell'. " + PersonsWords.ADVICE);
    }

    @Test
    void U121_an_agent_is_told_that_it_was_the_user_who_said_no_and_why() {
        answering((seat, id) -> seat.deny(id, "not on a Friday"));

        assertThat(session.approve(question()))
                .isCompletedWithValue(CallApproval.denied("Denied by the user: not on a Friday")
                        .by("here"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CANCELLED|withdrawn|Nobody wants to know any more.",
                "EXPIRED|not answered in time|Nobody has answered in time.",
                "INTERRUPTED|interrupted|It was interrupted.",
                "ENDED|its session has ended|The session has ended."
            })
    void U102_what_the_gateway_takes_back_is_asked_no_more_and_everybody_is_told_why(
            ApprovalWithdrawal why, String shown, String refusal) {
        answering((seat, id) -> {});
        CompletionStage<CallApproval> answer = session.approve(question());
        assertThat(user.open()).hasSize(1);

        session.approvalWithdrawn(question(), why);

        assertThat(user.open()).isEmpty();
        assertThat(ends).containsExactly(shown);
        assertThat(answer).isCompletedWithValue(CallApproval.denied(refusal));
    }

    @Test
    void tells_every_line_with_its_number() {
        log(2);

        assertThat(told).isEqualTo(session.timelineAfter(0));
    }

    @Test
    void forgets_the_oldest_lines_and_keeps_counting() {
        log(AppSession.TIMELINE_LINES + 5);

        assertThat(session.timelineAfter(0)).hasSize(AppSession.TIMELINE_LINES);
        assertThat(session.timelineAfter(0).get(0).seq()).isEqualTo(6);
        assertThat(session.timelineAfter(AppSession.TIMELINE_LINES + 4L))
                .extracting(line -> line.entry().text())
                .containsExactly("line " + (AppSession.TIMELINE_LINES + 5));
    }

    @Test
    void keeps_injected_prompts_in_order_up_to_its_limit() {
        for (int i = 1; i <= AppSession.INJECTED_PROMPTS + 1; i++) {
            assertThat(session.send(prompt("prompt " + i))).isCompleted();
        }

        assertThat(session.injected()).hasSize(AppSession.INJECTED_PROMPTS);
        assertThat(session.injected().get(0).text()).isEqualTo("prompt 2");
        assertThat(session.injected().get(AppSession.INJECTED_PROMPTS - 1).text())
                .isEqualTo("prompt " + (AppSession.INJECTED_PROMPTS + 1));
    }

    private void log(int lines) {
        for (int i = 1; i <= lines; i++) {
            session.log(new TimelineEntry(Instant.EPOCH, TimelineEntry.Level.INFO, "gateway", "line " + i));
        }
    }

    private static InjectedPrompt prompt(String text) {
        return new InjectedPrompt(
                Instant.EPOCH,
                new InjectedPrompt.Source(new ProviderName("ci"), TrustLevel.PROJECT),
                new StreamName("builds"),
                InjectedPrompt.Kind.EVENT,
                text,
                Optional.empty());
    }
}
