package io.tapgateway.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.model.AgentNews;
import io.tapgateway.runtime.TimelineEntry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelLinesTest {
    @Test
    void T29_what_a_model_says_stays_within_lines_and_hides_nothing() {
        List<TimelineEntry> lines = said("One\u001b[31m\r\n\n\tTwo\u202e  \n");

        assertThat(lines).extracting(TimelineEntry::text).containsExactly("One[31m", " Two");
        assertThat(lines).extracting(TimelineEntry::source).containsOnly("the model");
    }

    @Test
    void long_lines_are_broken_at_blanks_where_there_are_any() {
        assertThat(said("a".repeat(240) + " " + "b".repeat(240)))
                .extracting(TimelineEntry::text)
                .containsExactly("a".repeat(240), "b".repeat(240));
        assertThat(said("\uD83D\uDE00".repeat(300)))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line.text().getBytes(StandardCharsets.UTF_8))
                        .hasSizeLessThanOrEqualTo(1_024)
                        .asString(StandardCharsets.UTF_8)
                        .isEqualTo(line.text()));
        assertThat(said("\u4E2D".repeat(TimelineText.MAX_CHARS))).hasSize(1);
    }

    @Test
    void tools_and_failures_are_told_apart() {
        assertThat(ModelLines.of(new AgentNews(AgentNews.Kind.TOOL_USED, "greet"), Instant.EPOCH))
                .containsExactly(new TimelineEntry(Instant.EPOCH, TimelineEntry.Level.INFO, "the model", "uses greet"));
        assertThat(ModelLines.of(new AgentNews(AgentNews.Kind.TURN_FAILED, "No."), Instant.EPOCH))
                .containsExactly(new TimelineEntry(Instant.EPOCH, TimelineEntry.Level.WARNING, "the model", "No."));
    }

    private static List<TimelineEntry> said(String text) {
        return ModelLines.of(new AgentNews(AgentNews.Kind.SAID, text), Instant.EPOCH);
    }
}
