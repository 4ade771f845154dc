package io.tapgateway.transport.ws;

import io.tapgateway.testkit.transcript.TranscriptRunner;
import io.tapgateway.testkit.transcript.Transcripts;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The conversations that every transport must carry, over real sockets and in real time. */
class TranscriptsOverSocketsTest {
    @TestFactory
    Stream<DynamicTest> the_gateway_keeps_to_the_transcript() {
        return Transcripts.all().stream()
                .filter(transcript -> !transcript.needsVirtualTime())
                .map(transcript -> DynamicTest.dynamicTest(
                        transcript.name(), () -> TranscriptRunner.play(transcript, new SocketStage())));
    }
}
