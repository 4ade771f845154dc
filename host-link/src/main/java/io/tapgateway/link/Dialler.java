package io.tapgateway.link;

import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Opens connections to gateways. Thread-safe. */
@FunctionalInterface
interface Dialler {
    /**
     * Opens a connection, which is not open yet when the receiver is made.
     *
     * @param receiver makes what takes the texts that come in
     * @return completes when the connection is open, exceptionally if there is none
     */
    CompletionStage<?> dial(URI url, Function<TextSocket, TextReceiver> receiver);
}
