package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import java.util.Set;

/**
 * That a {@link SessionInterceptor} is asked, until this is closed or its session has ended. Thread-safe.
 *
 * <p>There is none that is held in an owner's stead: an owner that cannot decide for a while keeps it and blocks.
 */
@MayChange
public interface Interception extends AutoCloseable {
    /**
     * From now on it takes part in these, and in nothing else. What it is being asked is still to be answered; what it
     * newly takes part in, it is asked as one that has just been registered.
     */
    void take(Set<InterceptorInterest> interests);

    /** It is asked and told no more; what it has not answered is blocked. Harmless to repeat. */
    @Override
    void close();
}
