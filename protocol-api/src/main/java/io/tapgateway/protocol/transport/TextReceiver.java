package io.tapgateway.protocol.transport;

import io.tapgateway.protocol.model.CloseCode;

/** Takes what comes in on one connection: called by one thread at a time, in order. */
public interface TextReceiver {
    /** The longest text that may come now, in characters. */
    int maxLength();

    /** A whole text. */
    void received(String text);

    /** The connection has ended, for that reason as far as it is known; called once, last. */
    void closed(CloseCode why);
}
