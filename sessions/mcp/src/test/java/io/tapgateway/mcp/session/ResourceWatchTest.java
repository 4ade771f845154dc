package io.tapgateway.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.testkit.ManualClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResourceWatchTest {
    private final ManualClock clock = ManualClock.create();
    private final Map<String, String> marks = new HashMap<>(Map.of("a", "1", "b", "1"));
    private final List<String> changed = new ArrayList<>();
    private boolean broken;
    private final ResourceWatch watch = new ResourceWatch(clock, Runnable::run, this::mark, changed::add);

    private String mark(String uri) {
        if (broken && uri.equals("a")) {
            throw new IllegalStateException("no mark");
        }
        return marks.getOrDefault(uri, "");
    }

    @Test
    void M040_one_that_cannot_be_looked_at_keeps_nobody_from_hearing_of_the_others_and_of_it_later() {
        watch.follow("a");
        watch.follow("b");
        broken = true;
        marks.putAll(Map.of("a", "2", "b", "2"));
        clock.advance(ResourceWatch.LOOK);
        assertThat(changed).containsExactly("b");

        broken = false;
        clock.advance(ResourceWatch.LOOK);

        assertThat(changed).containsExactly("b", "a");
    }

    @Test
    void M040_nobody_looks_while_nothing_is_followed() {
        watch.follow("a");
        watch.leave("a");

        clock.advance(ResourceWatch.LOOK);

        assertThat(clock.pending()).isZero();
    }

    @Test
    void M040_no_more_are_followed_than_the_limit_says() {
        for (int i = 0; i < McpLimit.FOLLOWED.most(); i++) {
            assertThat(watch.follow("" + i)).isTrue();
        }

        assertThat(watch.follow("a")).isFalse();
        assertThat(watch.follow("0")).isTrue();
    }
}
