package io.tapgateway.simulation.world;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.kernel.Effects;
import java.util.function.Consumer;

/**
 * A way to break the gateway, to prove that somebody would notice: it stands between the core and the world and may
 * change, keep back, repeat or invent what passes. Made for one simulation.
 */
public interface Mutation {
    /** The gateway as it is. */
    Mutation NONE = new Mutation() {};

    /** The limits that the core is given, where others were agreed. */
    default Limits limits(Limits agreed) {
        return agreed;
    }

    /** What the core writes its effects to, in front of what the world sees. */
    default Effects effects(Effects world) {
        return world;
    }

    /** An input on its way to the core. */
    default void input(Input input, Consumer<Input> core) {
        core.accept(input);
    }
}
