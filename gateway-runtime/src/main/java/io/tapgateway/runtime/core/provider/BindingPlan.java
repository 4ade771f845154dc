package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.runtime.core.state.IdentityKey;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a checked {@code hello} is going to do. Immutable. */
sealed interface BindingPlan {
    void accept(Visitor visitor);

    /** Goes on by the kind of a plan. */
    interface Visitor {
        void onBind(Bind plan);

        void onProbe(Probe plan);
    }

    /**
     * It binds.
     *
     * @param hello with what a reconnect restores filled in (D-083)
     * @param sessions where it will be present
     * @param predecessor the registration that it replaces, or whose contribution it restores, if any
     * @param directory where its provider may keep files, if the directory can be used
     */
    record Bind(
            IdentityKey key,
            Hello hello,
            List<Session> sessions,
            Optional<Registration> predecessor,
            Optional<Path> directory)
            implements BindingPlan {
        @Override
        public void accept(Visitor visitor) {
            visitor.onBind(this);
        }
    }

    /**
     * Nothing is decided before its holder was asked for a sign of life (D-077).
     *
     * @param holder of the identity, a connection of the same principal
     */
    record Probe(Registration holder) implements BindingPlan {
        @Override
        public void accept(Visitor visitor) {
            visitor.onProbe(this);
        }
    }
}
