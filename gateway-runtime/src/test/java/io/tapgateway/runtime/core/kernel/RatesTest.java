package io.tapgateway.runtime.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RatesTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void a_window_takes_as_many_as_allowed_and_no_more() {
        SlidingWindow window = new SlidingWindow(3, SECOND);

        assertThat(window.tryAccept(0)).isTrue();
        assertThat(window.tryAccept(1)).isTrue();
        assertThat(window.tryAccept(2)).isTrue();
        assertThat(window.tryAccept(3)).isFalse();
    }

    @Test
    void D189_no_window_of_a_second_wherever_it_begins_holds_more_than_allowed() {
        SlidingWindow window = new SlidingWindow(2, SECOND);
        window.tryAccept(0);
        window.tryAccept(SECOND / 2);

        boolean justBefore = window.tryAccept(SECOND - 1);
        boolean whenTheFirstIsASecondOld = window.tryAccept(SECOND);
        boolean whileTheSecondIsNot = window.tryAccept(SECOND + 1);

        assertThat(justBefore).isFalse();
        assertThat(whenTheFirstIsASecondOld).isTrue();
        assertThat(whileTheSecondIsNot).isFalse();
    }

    @Test
    void refused_events_do_not_count() {
        SlidingWindow window = new SlidingWindow(1, SECOND);
        window.tryAccept(0);
        window.tryAccept(SECOND - 1);

        assertThat(window.tryAccept(SECOND)).isTrue();
    }

    @Test
    void a_bucket_allows_its_burst_and_then_its_rate() {
        TokenBucket bucket = new TokenBucket(2, 3, 0);

        assertThat(bucket.tryTake(3, 0)).isTrue();
        assertThat(bucket.tryTake(1, 0)).isFalse();
        assertThat(bucket.tryTake(1, SECOND / 2)).isTrue();
        assertThat(bucket.tryTake(1, SECOND / 2 + 1)).isFalse();
    }

    @Test
    void a_bucket_never_holds_more_than_its_burst() {
        TokenBucket bucket = new TokenBucket(100, 3, 0);

        assertThat(bucket.tryTake(4, 1_000 * SECOND)).isFalse();
        assertThat(bucket.tryTake(3, 1_000 * SECOND)).isTrue();
    }
}
