package io.tapgateway.testkit.transcript;

import io.tapgateway.testkit.ManualClock;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The gateway keeps to every transcript, in virtual time. */
class TranscriptsTest {
    @TestFactory
    Stream<DynamicTest> the_gateway_keeps_to_the_transcript() {
        return Transcripts.all().stream()
                .map(transcript -> DynamicTest.dynamicTest(
                        transcript.name(),
                        () -> TranscriptRunner.play(transcript, new VirtualStage(ManualClock.create()))));
    }
}
