package io.tapgateway.testkit.transcript;

import io.tapgateway.testkit.ManualClock;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** D-229: monotonic time has no meaning but its differences; a gateway works wherever it begins. */
class OddClocksTest {
    private static final long A_SECOND = 1_000_000_000;
    private static final long A_YEAR = 365L * 24 * 60 * 60 * A_SECOND;

    @TestFactory
    Stream<DynamicTest> the_gateway_keeps_to_the_transcript_where_time_begins_below_zero() {
        return Transcripts.all().stream().map(transcript -> from(-A_YEAR, transcript));
    }

    @TestFactory
    Stream<DynamicTest> the_gateway_keeps_to_the_transcript_while_time_overflows() {
        return Transcripts.all().stream().map(transcript -> from(Long.MAX_VALUE - A_SECOND, transcript));
    }

    private static DynamicTest from(long nanos, Transcript transcript) {
        return DynamicTest.dynamicTest(
                transcript.name(),
                () -> TranscriptRunner.play(transcript, new VirtualStage(ManualClock.startingAt(nanos))));
    }
}
