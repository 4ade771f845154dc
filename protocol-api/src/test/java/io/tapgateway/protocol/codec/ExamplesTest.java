package io.tapgateway.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.message.Message;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every JSON example of the specification is understood (D-005). */
class ExamplesTest {
    @ParameterizedTest
    @MethodSource("io.tapgateway.protocol.codec.Frames#providerExamples")
    void D005_every_provider_example_is_read_and_survives_being_written(String example) {
        Message message = Frames.provider(example);

        assertThat(Frames.throughTheWire(message)).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("io.tapgateway.protocol.codec.Frames#gatewayExamples")
    void D005_every_gateway_example_is_read_and_survives_being_written(String example) {
        Message message = Frames.gateway(example);

        assertThat(Frames.throughTheWire(message)).isEqualTo(message);
    }
}
