package io.tapgateway.user;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What somebody wants a person to read, and puts into the line being written. */
final class NotesTest {
    private static final ProviderName HELLO = new ProviderName("hello");
    private static final ProviderName OTHER = new ProviderName("other");
    private static final Duration SECOND = Duration.ofSeconds(1);

    @AutoClose
    private final ManualUserTime time = ManualUserTime.ofTest();

    private final List<KeptNote> heard = new ArrayList<>();
    private int acts;
    private final SessionUser user = SessionUser.create(time, new SessionUserListener() {
        @Override
        public void noted(KeptNote note) {
            heard.add(note);
        }

        @Override
        public void acted() {
            acts++;
        }
    });
    private final RecordingSurface prompt = RecordingSurface.named("at the prompt");

    private void note(ProviderName source, String text) {
        user.note(new Note(source, Note.Level.INFO, text));
    }

    private List<String> texts() {
        return user.notes().stream().map(it -> it.note().text()).toList();
    }

    @Test
    void Z091_a_note_is_shown_and_kept_until_it_is_cleared() {
        user.attach(prompt);
        note(HELLO, "one");
        note(OTHER, "two");
        note(HELLO, " ");

        user.clearNotes(HELLO);

        assertThat(texts()).containsExactly("two");
        assertThat(heard).extracting(KeptNote::seq).containsExactly(1L, 2L);
        user.clearNotes();
        user.clearNotes();
        assertThat(texts()).isEmpty();
        assertThat(prompt.told).containsExactly("noted one", "noted two", "cleared hello", "cleared all");
    }

    @Test
    void Z091_eight_KiB_of_a_note_are_kept() {
        note(HELLO, "x".repeat(Note.MOST_OF_TEXT));
        note(HELLO, "y".repeat(Note.MOST_OF_TEXT + 1));
        note(HELLO, "é".repeat(Note.MOST_OF_TEXT / 2 + 1));

        assertThat(texts())
                .containsExactly(
                        "x".repeat(Note.MOST_OF_TEXT),
                        "y".repeat(Note.MOST_OF_TEXT),
                        "é".repeat(Note.MOST_OF_TEXT / 2));
    }

    @Test
    void Z091_fifty_notes_of_a_source_are_kept() {
        note(OTHER, "other");
        for (int i = 1; i <= SessionUser.MOST_NOTES_PER_SOURCE + 1; i++) {
            time.pass(SECOND);
            note(HELLO, "n" + i);
        }

        assertThat(texts()).hasSize(SessionUser.MOST_NOTES_PER_SOURCE + 1).startsWith("other", "n2");
    }

    @Test
    void Z091_ten_notes_a_second_are_kept_and_further_ones_counted() {
        for (int i = 1; i <= SessionUser.MOST_NOTES_PER_SECOND + 3; i++) {
            note(HELLO, "n" + i);
        }
        note(OTHER, "other");
        time.pass(SECOND.minusNanos(1));
        note(HELLO, "early");
        time.pass(Duration.ofNanos(1));

        note(HELLO, "next");

        assertThat(texts()).endsWith("n10", "other", "next").hasSize(SessionUser.MOST_NOTES_PER_SECOND + 2);
        assertThat(user.notes().get(11).leftOut()).isEqualTo(4);
        assertThat(user.notes().get(0).leftOut()).isZero();
    }

    @Test
    void a_session_keeps_a_thousand_notes() {
        for (int i = 0; i <= SessionUser.MOST_NOTES; i++) {
            note(new ProviderName("p" + i), "n" + i);
        }

        assertThat(texts()).hasSize(SessionUser.MOST_NOTES).startsWith("n1");
    }

    @Test
    void Z106_what_a_source_leaves_behind_is_nothing() {
        user.attach(prompt);
        note(HELLO, "one");
        Asked<UserAnswer> asked = user.ask(new UserQuestion(HELLO, "Which?", List.of(), false));

        user.leave(HELLO);

        assertThat(texts()).isEmpty();
        assertThat(asked.answer().toCompletableFuture())
                .isCompletedWithValue(new UserAnswer.Withdrawn(Withdrawal.ASKER));
    }

    @Test
    void Z088_a_text_goes_into_the_line_where_somebody_did_something_last() {
        RecordingSurface console = RecordingSurface.named("in the console");
        assertThat(user.insert(HELLO, "text")).isFalse();
        Attachment first = user.attach(prompt);
        user.attach(console);
        user.attach(RecordingSurface.able(Ability.QUESTIONS));
        user.insert(HELLO, "one");
        first.active();

        assertThat(user.insert(HELLO, "two" + "x".repeat(SessionUser.MOST_OF_INSERT)))
                .isTrue();

        assertThat(console.told).containsExactly("insert one");
        assertThat(prompt.told).containsExactly("insert two" + "x".repeat(SessionUser.MOST_OF_INSERT - 3));
    }

    @Test
    void U125_whatever_is_done_at_a_surface_is_an_act_of_the_user_unless_it_is_a_deputy() {
        Attachment here = user.attach(prompt);
        Attachment deputy = user.attach(RecordingSurface.deputy());
        Asked<UserAnswer> asked = user.ask(new UserQuestion(HELLO, "Which?", List.of(), false));
        PanelId panel = openPanel();

        here.active();
        here.answer(asked.id(), "this");
        here.key(panel, new PanelKey("up", ""));
        here.dismiss(panel);
        assertThat(acts).isEqualTo(4);

        deputy.active();
        deputy.answer(asked.id(), "that");
        here.close();
        here.active();
        assertThat(acts).isEqualTo(4);
    }

    private PanelId openPanel() {
        user.open(new PanelContent(HELLO, "Game", List.of(), ""), new PanelListener() {
            @Override
            public void key(PanelKey key) {}

            @Override
            public void closed() {}
        });
        return user.panel().orElseThrow().id();
    }

    @Test
    void nothing_is_kept_after_the_end_of_the_session() {
        note(HELLO, "one");

        user.end();
        note(HELLO, "two");

        assertThat(texts()).isEmpty();
        assertThat(heard).hasSize(1);
    }
}
