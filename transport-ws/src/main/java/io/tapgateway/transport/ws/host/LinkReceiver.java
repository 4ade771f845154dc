package io.tapgateway.transport.ws.host;

/** Takes what comes in on one connection: called by one thread at a time, in order. */
interface LinkReceiver {
    /** The longest text that may come now, in characters. */
    int maxLength();

    /** A whole text. */
    void received(String text);

    /** The connection has ended; called once, last. */
    void closed();
}
