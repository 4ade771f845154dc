package io.tapgateway.simulation;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.simulation.world.Mutation;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A gateway that is broken on purpose.
 *
 * @param invariant the number of the one that must notice
 * @param fault what it does wrong
 */
record Mutant(String invariant, String fault, Supplier<Mutation> mutation) {
    /** Does something else with a message. */
    @FunctionalInterface
    interface Sending {
        void send(Effects world, ConnectionId connection, GatewayMessage message);
    }

    /** Does something else with an input. */
    @FunctionalInterface
    interface Taking {
        void take(Input input, Consumer<Input> core);
    }

    static Mutant sending(String invariant, String fault, Supplier<Sending> sending) {
        return filtering(invariant, fault, world -> {
            Sending altered = sending.get();
            return new EffectsFilter(world) {
                @Override
                public void send(ConnectionId connection, GatewayMessage message) {
                    altered.send(world, connection, message);
                }
            };
        });
    }

    static Mutant filtering(String invariant, String fault, Function<Effects, Effects> filter) {
        return new Mutant(invariant, fault, () -> new Mutation() {
            @Override
            public Effects effects(Effects world) {
                return filter.apply(world);
            }
        });
    }

    static Mutant taking(String invariant, String fault, Supplier<Taking> taking) {
        return new Mutant(invariant, fault, () -> {
            Taking altered = taking.get();
            return new Mutation() {
                @Override
                public void input(Input input, Consumer<Input> core) {
                    altered.take(input, core);
                }
            };
        });
    }

    static Mutant limiting(String invariant, String fault, Limit limit, int value) {
        return limiting(invariant, fault, limits -> limits.with(limit, value));
    }

    static Mutant limiting(String invariant, String fault, UnaryOperator<Limits> others) {
        return new Mutant(invariant, fault, () -> new Mutation() {
            @Override
            public Limits limits(Limits agreed) {
                return others.apply(agreed);
            }
        });
    }

    @Override
    public String toString() {
        return invariant + ": a gateway that " + fault;
    }
}
