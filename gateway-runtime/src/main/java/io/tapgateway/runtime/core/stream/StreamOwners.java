package io.tapgateway.runtime.core.stream;

import io.tapgateway.runtime.core.state.Registration;

/** Under whose name streams are kept (D-196). */
final class StreamOwners {
    private StreamOwners() {}

    /** Instances of one provider share their streams; they live on when it leaves and comes back. */
    static String of(Registration registration) {
        return registration.identity().name().folded();
    }
}
