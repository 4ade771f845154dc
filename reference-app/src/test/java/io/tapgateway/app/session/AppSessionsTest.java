package io.tapgateway.app.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.text.TokenText;
import io.tapgateway.testkit.ManualExecutor;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AppSessionsTest {
    private static final SessionId MAIN = new SessionId("main");

    private final ManualExecutor executor = new ManualExecutor();
    private final Gateway gateway = Gateway.builder().executor(executor).build();
    private final List<SessionId> ended = new ArrayList<>();

    @AfterEach
    void closeGateway() {
        gateway.closeNow();
    }

    @Test
    void a_name_is_free_as_soon_as_its_session_is_not_listed_any_more() {
        AppSessions sessions = new AppSessions(gateway, () -> 0);
        sessions.whenEnded(ended::add);
        AppSessions.Open former = sessions.open(NewSession.of("main", "Main", Optional.empty()));
        var unused = sessions.end(former);
        assertThat(sessions.views()).isEmpty();

        AppSessions.Open next = sessions.open(NewSession.of("main", "Main", Optional.empty()));

        assertThat(ended).containsExactly(MAIN);
        executor.runAll();
        assertThat(ended).containsExactly(MAIN);
        assertThat(sessions.find("main")).contains(next);
    }

    @Test
    void there_are_so_many_sessions_at_most_and_one_that_ends_makes_place() {
        AppSessions sessions = new AppSessions(gateway, () -> 0);
        for (int i = 0; i < AppSessions.MAX_SESSIONS; i++) {
            sessions.open(NewSession.of("s" + i, "S", Optional.empty()));
        }
        NewSession more = NewSession.of("more", "More", Optional.empty());
        assertThatThrownBy(() -> sessions.open(more)).hasMessageContaining("100 sessions");
        assertThatThrownBy(() -> sessions.open(NewSession.of("s0", "S", Optional.empty())))
                .isInstanceOf(IllegalStateException.class);

        var unused = sessions.end(sessions.find("s0").orElseThrow());
        executor.runAll();

        assertThat(sessions.open(more).gateway().info().id()).isEqualTo(more.id());
        assertThatThrownBy(() -> sessions.open(NewSession.of("s0", "S", Optional.empty())))
                .hasMessageContaining("100 sessions");
    }

    @Test
    void commands_on_the_timeline_are_written_as_this_program_was_called() {
        AppSessions sessions = new AppSessions(gateway, () -> 0);
        sessions.open(NewSession.of("main", "Main", Optional.empty()));
        System.setProperty("tapgateway.command", "./tapgateway");
        try {
            sessions.tell(MAIN, "'tapgateway mcp-server restart files' starts it again.");
        } finally {
            System.clearProperty("tapgateway.command");
        }

        assertThat(sessions.find("main").orElseThrow().host().timelineAfter(0))
                .extracting(line -> line.entry().text())
                .containsExactly("'./tapgateway mcp-server restart files' starts it again.");
    }

    @Test
    void U104_questions_beyond_the_limits_are_one_line_of_the_timeline_in_a_minute() {
        AppSessions sessions = new AppSessions(gateway, () -> 0);
        SessionUser user = sessions.open(NewSession.of("main", "Main", Optional.empty()))
                .host()
                .user();
        var unused = user.attach(new Sitting());
        UserQuestion question = new UserQuestion(new ProviderName("ci"), "Which one?", List.of(), false);

        for (int i = 0; i < SessionUser.MOST_OPEN_PER_SOURCE + 10; i++) {
            var unusedAnswer = user.ask(question);
        }

        assertThat(user.open()).hasSize(SessionUser.MOST_OPEN_PER_SOURCE);
        assertThat(sessions.find("main").orElseThrow().host().timelineAfter(0))
                .extracting(line -> line.entry().text())
                .filteredOn(text -> !text.equals("'ci' asks: Which one?"))
                .containsExactly(
                        "A question of 'ci' was not asked: More than 4 questions of ci wait for an answer already.");
    }

    @Test
    void U101_what_an_agent_asks_and_who_answers_how_stands_on_the_timeline_without_tokens() {
        AppSessions sessions = new AppSessions(gateway, () -> 0);
        List<String> closings = new ArrayList<>();
        sessions.whenClosed((session, question, how) -> closings.add(session + " " + question.id() + " " + how.text()));
        SessionUser user = sessions.open(NewSession.of("main", "Main", Optional.empty()))
                .host()
                .user();
        Attachment seat = user.attach(new Sitting());
        String token = "ptk-" + "a".repeat(43);
        var unused = user.ask(new UserQuestion(new ProviderName("host"), "Which one?", List.of(), false));
        var unusedToo = user.ask(new UserQuestion(new ProviderName("ci"), "And why?", List.of(), false));

        seat.answer(user.open().get(0).id(), JsonValue.of("my " + token));
        seat.deny(user.open().get(0).id(), "");

        assertThat(sessions.find("main").orElseThrow().host().timelineAfter(0))
                .extracting(line -> line.entry().text())
                .containsExactly(
                        "the agent asks: Which one?",
                        "'ci' asks: And why?",
                        "what the agent asks is answered here: my " + TokenText.blanked(token),
                        "what 'ci' asks is declined here");
        assertThat(closings).containsExactly("main 1 answered here", "main 2 declined here");
    }

    /** Where somebody can answer. */
    private static final class Sitting implements Surface {
        @Override
        public String name() {
            return "here";
        }

        @Override
        public int mostCharacters() {
            return 100;
        }

        @Override
        public void opened(OpenQuestion question) {}

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {}
    }

    @Test
    void D060_a_label_is_fit_to_be_shown_wherever_it_is() {
        AppSessions sessions = new AppSessions(gateway, () -> 0);
        String token = "ptk-" + "x".repeat(43);

        AppSessions.Open session = sessions.open(
                NewSession.of("main", "M\u200b\u001b[2J " + token + "\n" + "y".repeat(200), Optional.empty()));

        assertThat(session.gateway().info().label())
                .startsWith("M[2J ptk-**** ⏎ yyy")
                .hasSize(120);
        assertThat(sessions.views())
                .extracting(view -> view.info().label())
                .containsExactly(session.gateway().info().label());
    }
}
