package io.tapgateway.emitters.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonFault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What emitters are made of, piece by piece. */
class ModelTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @ParameterizedTest
    @CsvSource({"0,10", "1,10", "10,10", "11,20", "20,20", "21,30", "35,40"})
    void the_next_run_is_due_at_the_next_distance_that_has_not_passed(long ended, long next) {
        Schedule schedule = Schedule.every(Duration.ofSeconds(10));

        assertThat(schedule.next(5 * SECOND, (5 + ended) * SECOND)).hasValue((5 + next) * SECOND);
    }

    @Test
    void a_schedule_without_a_distance_has_one_run() {
        assertThat(Schedule.ONCE.first(7)).isEqualTo(7);
        assertThat(Schedule.ONCE.next(7, 8)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1s,1", "90s,90", "5m,300", "2h,7200", "1d,86400", "7d,604800"})
    void intervals_are_read_as_people_write_them(String text, long seconds) {
        assertThat(Interval.parse(text, EmitterLimits.MIN_INTERVAL)).hasSeconds(seconds);
        assertThat(Interval.parse(Interval.text(Duration.ofSeconds(seconds)), Duration.ZERO))
                .hasSeconds(seconds);
    }

    @ParameterizedTest
    @CsvSource({
        "0s,at least 1s",
        "8d,at most 7d",
        "169h,at most 7d",
        "1w,must be a number",
        "1.5s,must be a number",
        "-1s,must be a number",
        "9999999s,must be a number"
    })
    void intervals_have_bounds(String text, String complaint) {
        assertThatThrownBy(() -> Interval.parse(text, EmitterLimits.MIN_INTERVAL))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining(complaint);
    }

    @Test
    void bytes_become_lines_however_they_are_cut_into_pieces() {
        List<String> lines = new ArrayList<>();
        LineSplitter splitter = new LineSplitter(lines::add);
        for (byte one : "grün\r\n\n  \n  indented\nlast".getBytes(StandardCharsets.UTF_8)) {
            splitter.feed(new byte[] {one}, 1);
        }
        assertThat(lines).containsExactly("grün", "  indented");

        splitter.end();

        assertThat(lines).containsExactly("grün", "  indented", "last");
    }

    @Test
    void what_is_no_utf8_is_replaced() {
        List<String> lines = new ArrayList<>();
        LineSplitter splitter = new LineSplitter(lines::add);

        splitter.feed(new byte[] {'a', (byte) 0xFF, 'b', '\n'}, 4);

        assertThat(lines).containsExactly("a\uFFFDb");
    }

    @Test
    void a_line_has_so_many_bytes_and_what_is_beyond_is_cut_off_between_characters() {
        List<String> lines = new ArrayList<>();
        LineSplitter splitter = new LineSplitter(lines::add);
        String full = "x".repeat(EmitterLimits.LINE_BYTES);
        String almost = "x".repeat(EmitterLimits.LINE_BYTES - 1);
        byte[] printed = (full + "\n" + full + "y\n" + almost + "ü\n" + almost.substring(2) + "€\nnext\n")
                .getBytes(StandardCharsets.UTF_8);

        splitter.feed(printed, printed.length);

        assertThat(lines)
                .containsExactly(
                        full, full + LineSplitter.CUT, almost + LineSplitter.CUT, almost.substring(2) + "€", "next");
    }

    @Test
    void D189_in_no_second_more_events_leave_than_may() {
        EventPace pace = new EventPace();
        long start = Long.MAX_VALUE - SECOND / 2;
        for (int i = 0; i < EmitterLimits.EVENTS_PER_SECOND; i++) {
            assertThat(pace.tryTake(start + i)).isTrue();
        }

        assertThat(pace.tryTake(start + SECOND - 1)).isFalse();
        assertThat(pace.delay(start + SECOND - 1)).isEqualTo(1);
        assertThat(pace.tryTake(start + SECOND)).isTrue();
        assertThat(pace.tryTake(start + SECOND)).isFalse();
    }

    @Test
    void who_prints_more_than_so_much_in_a_second_waits_for_the_next_one() {
        OutputPace pace = new OutputPace(0);

        assertThat(pace.read(EmitterLimits.OUTPUT_BYTES_PER_SECOND - 1, 5)).isZero();
        assertThat(pace.read(1, SECOND / 4)).isEqualTo(SECOND * 3 / 4);
        assertThat(pace.read(1, SECOND)).isZero();
    }

    @Test
    void so_many_records_of_runs_are_kept_and_the_newest_come_first() {
        RunTraces traces = new RunTraces();
        for (int i = 1; i <= EmitterLimits.RUNS_REMEMBERED + 1; i++) {
            traces.add(trace(i, i % 2 == 0 ? "even" : "odd"));
        }

        List<RunTrace> all = traces.newest(Optional.empty(), Integer.MAX_VALUE);

        assertThat(all).hasSize(EmitterLimits.RUNS_REMEMBERED);
        assertThat(all.get(0).index()).isEqualTo(EmitterLimits.RUNS_REMEMBERED + 1);
        assertThat(all.get(all.size() - 1).index()).isEqualTo(2);
        assertThat(traces.newest(Optional.of(new EmitterName("even")), 2))
                .extracting(RunTrace::index)
                .containsExactly(200, 198);
    }

    private static RunTrace trace(int index, String emitter) {
        return new RunTrace(
                "run-" + index,
                new EmitterName(emitter),
                index,
                new RunTrace.Span(0, index),
                RunTrace.Status.OK,
                Optional.empty());
    }
}
