package io.tapgateway.simulation;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.simulation.world.Mutation;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A mutation that has a say in what goes in as well as in what comes out; a mutant overrides what it breaks. */
class TrafficMutation implements Mutation {
    private @Nullable Effects world;

    /** Where effects really go. */
    final Effects world() {
        return Objects.requireNonNull(world);
    }

    @Override
    public final Effects effects(Effects effects) {
        world = effects;
        return new EffectsFilter(effects) {
            @Override
            public void send(ConnectionId connection, GatewayMessage message) {
                onSend(connection, message);
            }
        };
    }

    @Override
    public final void input(Input input, Consumer<Input> core) {
        onInput(input, core);
    }

    void onSend(ConnectionId connection, GatewayMessage message) {
        world().send(connection, message);
    }

    void onInput(Input input, Consumer<Input> core) {
        core.accept(input);
    }

    /** The message in an input, if it is one of that kind. */
    static <M extends ProviderMessage> Optional<M> message(Input input, Class<M> kind) {
        return input instanceof PeerInput.Received received
                        && received.frame() instanceof Decoded.Valid<ProviderMessage> valid
                        && kind.isInstance(valid.message())
                ? Optional.of(kind.cast(valid.message()))
                : Optional.empty();
    }

    /** The input, with another message if it is one of that kind. */
    static <M extends ProviderMessage> Input replacing(Input input, Class<M> kind, UnaryOperator<M> other) {
        return message(input, kind)
                .<Input>map(message -> {
                    PeerInput.Received received = (PeerInput.Received) input;
                    return new PeerInput.Received(
                            received.connection(), new Decoded.Valid<>(other.apply(message)), received.bytes());
                })
                .orElse(input);
    }
}
