package io.tapgateway.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AppSessionTest {
    private static final SessionId ID = new SessionId("main");

    private final List<NumberedEntry> told = new ArrayList<>();
    private final AppSession session =
            new AppSession(ID, SessionHost.ignoringEverything(), (id, entry) -> told.add(entry), ended -> {});

    @Test
    void numbers_the_lines_of_its_timeline_from_one() {
        log(3);

        assertThat(session.timelineAfter(0)).extracting(NumberedEntry::seq).containsExactly(1L, 2L, 3L);
        assertThat(session.timelineAfter(2)).extracting(NumberedEntry::seq).containsExactly(3L);
        assertThat(session.timelineAfter(3)).isEmpty();
        assertThat(session.timelineAfter(Long.MAX_VALUE)).isEmpty();
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
