package io.tapgateway.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EventJournalTest {
    private final EventJournal journal = new EventJournal();

    @Test
    void M016_what_followed_a_place_is_what_its_own_stream_has_sent_since() {
        EventJournal.Mark start = journal.mark(1);
        String first = journal.add(1, "{\"n\":1}", 0);
        journal.add(2, "{\"n\":2}", 0);
        String third = journal.add(1, "{\"n\":3}", 0);

        assertThat(first).isEqualTo("id: 1-1\ndata: {\"n\":1}\n\n");
        assertThat(journal.after(start, 0)).isEqualTo(new EventJournal.Sequel(List.of(first, third), true));
        assertThat(journal.after(EventJournal.Mark.read("1-1").orElseThrow(), 0).events())
                .containsExactly(third);
    }

    @Test
    void M016_1000_events_are_kept_and_not_one_more() {
        EventJournal.Mark start = journal.mark(1);
        for (int i = 0; i < McpLimit.EVENTS_KEPT.most(); i++) {
            journal.add(1, "{}", 0);
        }
        assertThat(journal.after(start, 0).events()).hasSize(1_000);
        assertThat(journal.after(start, 0).whole()).isTrue();

        journal.add(1, "{}", 0);

        assertThat(journal.after(start, 0).events()).hasSize(1_000);
        assertThat(journal.after(start, 0).whole()).isFalse();
        assertThat(journal.after(EventJournal.Mark.read("1-1").orElseThrow(), 0).whole())
                .isTrue();
    }

    @Test
    void M016_4_mi_of_characters_are_kept_and_a_larger_one_not_at_all() {
        EventJournal.Mark start = journal.mark(1);
        String around = journal.add(1, "", 0);
        journal.add(1, "x".repeat(McpLimit.EVENT_CHARACTERS_KEPT.most() - 2 * around.length()), 0);
        assertThat(journal.after(start, 0).whole()).isTrue();

        String sent = journal.add(1, "x", 0);

        assertThat(sent).isEqualTo("id: 1-3\ndata: x\n\n");
        assertThat(journal.after(start, 0).whole()).isFalse();
        journal.add(1, "x".repeat(McpLimit.EVENT_CHARACTERS_KEPT.most()), 0);
        assertThat(journal.after(start, 0).events()).isEmpty();
    }

    @Test
    void M016_events_are_kept_for_five_minutes() {
        EventJournal.Mark start = journal.mark(1);
        journal.add(1, "{}", 0);
        long end = EventJournal.KEPT.toNanos();

        assertThat(journal.after(start, end - 1).whole()).isTrue();
        assertThat(journal.after(start, end).whole()).isFalse();
        assertThat(journal.after(start, end).events()).isEmpty();
    }

    @Test
    void M016_a_place_that_is_not_there_yet_is_none_of_ours() {
        assertThat(journal.after(EventJournal.Mark.read("5-17").orElseThrow(), 0))
                .isEqualTo(new EventJournal.Sequel(List.of(), false));
        assertThat(EventJournal.Mark.read("17")).isEmpty();
        assertThat(EventJournal.Mark.read("-1-17")).isEmpty();
        assertThat(EventJournal.Mark.read("9".repeat(19) + "-1")).isEmpty();
    }
}
