package io.tapgateway.testkit.transcript;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The gateway keeps to the transcripts, on some stage. A test says which stage that is, and what it has. */
public interface TranscriptContract {
    /** A fresh stage. */
    Stage stage();

    /** What this kind of stage offers; transcripts that need more are not played. */
    Set<Transcript.Need> offers();

    /** Every transcript for which the stage has what it takes. */
    @TestFactory
    default Stream<DynamicTest> the_gateway_keeps_to_the_transcript() {
        return Transcripts.all().stream()
                .filter(transcript -> offers().containsAll(transcript.needs()))
                .map(transcript ->
                        DynamicTest.dynamicTest(transcript.name(), () -> TranscriptRunner.play(transcript, stage())));
    }
}
