package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.link.HostGreetings.HostGreeting;
import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.host.LinkProof.Side;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.testkit.ManualClock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a host makes of a connection that comes to nothing, before and after the gateway has proved that it is one. */
class HostGreetingTest {
    private static final int PORT = 9_401;
    private static final LinkProof PROOF = new LinkProof(HostFixture.key(1));

    private final CompletableFuture<LinkAttempt> result = new CompletableFuture<>();
    private final GatewayConnection greeting = new GatewayConnection(
            new RecordedSocket(),
            HostGreeting.asked(PROOF, PORT, "mine", Optional.empty()),
            new LinkEnd(ManualClock.create(), message -> {}),
            result);

    @ParameterizedTest
    @CsvSource({
        "UNSUPPORTED_VERSION, OTHER_VERSION",
        "OVER_CAPACITY, SILENT",
        "TIMED_OUT, SILENT",
        "GOING_AWAY, SILENT",
        "AUTH_FAILED, STRANGER",
        "INTERNAL_ERROR, STRANGER"
    })
    void D012_who_has_proved_nothing_and_hangs_up_may_be_anybody(CloseCode code, LinkAttempt expected) {
        greeting.closed(code);

        assertThat(result).isCompletedWithValue(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "OVER_CAPACITY, BUSY",
        "TIMED_OUT, BUSY",
        "GOING_AWAY, BUSY",
        "AUTH_FAILED, REFUSED",
        "INTERNAL_ERROR, REFUSED"
    })
    void D012_who_has_proved_to_be_the_gateway_is_not_called_a_stranger(CloseCode code, LinkAttempt expected) {
        prove();

        greeting.closed(code);

        assertThat(result).isCompletedWithValue(expected);
    }

    @Test
    void what_cannot_be_understood_after_the_proof_is_a_refusal() {
        prove();

        greeting.received("what?");

        assertThat(result).isCompletedWithValue(LinkAttempt.REFUSED);
    }

    private void prove() {
        String own = PROOF.of(Side.GATEWAY, PORT, "mine", "theirs");
        greeting.received(new LinkGreeting.Challenge("theirs", own).json());
        assertThat(result).isNotDone();
    }
}
