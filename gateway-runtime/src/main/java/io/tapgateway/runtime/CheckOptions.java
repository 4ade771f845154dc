package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import java.time.Duration;
import java.util.Optional;

/**
 * What a host says when it asks whether it may use a tool of its own, besides what it is about. Immutable.
 *
 * @param asking who asks the person, where rules want that
 * @param changes whether the host has other arguments than those it asks about
 * @param deadline how long the host waits, whoever is asked: what nobody has decided by then is denied, and nobody has
 *     to answer any more, a person neither; what is longer is taken for a day
 */
@MayChange
public record CheckOptions(Asking asking, ChangedArgs changes, Optional<Duration> deadline) {
    /** The person is asked by the gateway, for as long as it takes, and about the very arguments of the host. */
    public static final CheckOptions NONE = new CheckOptions(Asking.WAIT, ChangedArgs.REFUSE, Optional.empty());

    /** @throws IllegalArgumentException for a deadline that is not positive */
    public CheckOptions {
        deadline = deadline.map(CallOptions::checked);
    }

    /** The same for a host that may ask the person in its own way. */
    public CheckOptions asking(Asking who) {
        return new CheckOptions(who, changes, deadline);
    }

    /** The same for a host that may have other arguments. */
    public CheckOptions changing(ChangedArgs how) {
        return new CheckOptions(asking, how, deadline);
    }

    /**
     * The same for a host that waits so long.
     *
     * @throws IllegalArgumentException unless it is positive
     */
    public CheckOptions within(Duration time) {
        return new CheckOptions(asking, changes, Optional.of(time));
    }
}
