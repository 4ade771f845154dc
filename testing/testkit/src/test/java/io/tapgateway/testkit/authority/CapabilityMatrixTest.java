package io.tapgateway.testkit.authority;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.Capability;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.transcript.TranscriptRunner;
import io.tapgateway.testkit.transcript.Transcripts;
import io.tapgateway.testkit.transcript.VirtualStage;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each capability, for each kind of principal, in everything that carries it: served, or UNAUTHORIZED and without
 * effect.
 */
class CapabilityMatrixTest {
    private static final String STAGE = """
            @ files
            @ session s1 discoverable foreground
            """;

    static Stream<Arguments> cells() {
        return Arrays.stream(Right.values())
                .flatMap(right -> Arrays.stream(CredentialKind.values())
                        .flatMap(principal -> right.carriers().stream()
                                .flatMap(carrier ->
                                        carrier.conversations(principal, right.belongsTo(principal)).stream())
                                .map(conversation -> Arguments.of(right, principal, conversation))));
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @MethodSource("cells")
    void T15_D039_a_capability_is_judged_the_same_wherever_it_is_used(
            Right right, CredentialKind principal, Carrier.Conversation conversation) {
        String text = STAGE + principal.credential() + conversation.lines();

        TranscriptRunner.play(Transcripts.parse("matrix", text), new VirtualStage(ManualClock.create()));
    }

    @Test
    void T15_the_matrix_knows_every_capability() {
        assertThat(Arrays.stream(Right.values()).map(Right::name))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Capability.values()).map(Capability::name).toList());
    }
}
