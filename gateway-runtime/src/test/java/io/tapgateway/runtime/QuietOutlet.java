package io.tapgateway.runtime;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Outlet;

/** An outlet that does nothing but what a test makes of it. */
interface QuietOutlet extends Outlet {
    @Override
    default void ping() {}

    @Override
    default void admit(InboundClass inbound) {}

    @Override
    default void close(CloseCode code, String reason) {}

    @Override
    default void flush() {}
}
