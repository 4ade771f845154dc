package io.tapgateway.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.SessionListener;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.kernel.HostNotice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuestReceiverTest {
    private final List<TimelineEntry> lines = new ArrayList<>();
    private final GuestReceiver receiver = new GuestReceiver(new SessionListener() {
        @Override
        public void log(TimelineEntry entry) {
            lines.add(entry);
        }
    });

    private static TimelineEntry line(TimelineEntry.Level level) {
        return new TimelineEntry(Instant.EPOCH, level, "gateway", "A line.");
    }

    @Test
    void M040_a_code_that_lets_somebody_in_is_for_the_user_of_the_host() {
        TimelineEntry line = line(TimelineEntry.Level.INFO);

        receiver.onLog(new HostNotice.Log(line(TimelineEntry.Level.PAIRING)));
        receiver.onLog(new HostNotice.Log(line));

        assertThat(lines).containsExactly(line);
    }
}
