package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.runtime.core.state.IdentityKey;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a checked {@code hello} is going to do. Immutable.
 *
 * @param hello with what a reconnect restores filled in (D-083)
 * @param sessions where it will be present
 * @param predecessor the registration that it replaces, or whose contribution it restores, if any
 * @param holderToProbe the registration that has to be asked for a sign of life first, if any; then nothing else is
 *     decided yet
 * @param directory where its provider may keep files, if the directory can be used
 */
record BindingPlan(
        IdentityKey key,
        Hello hello,
        List<Session> sessions,
        Optional<Registration> predecessor,
        Optional<Registration> holderToProbe,
        Optional<Path> directory) {}
