package io.tapgateway.agentserver;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextReceiver;

/** One connection too many: it has been told to close, and nobody hears what it still says. Immutable. */
record RefusedConnection() implements TextReceiver {
    @Override
    public int maxLength() {
        return 1;
    }

    @Override
    public void received(String text) {}

    @Override
    public void closed(CloseCode why) {}
}
