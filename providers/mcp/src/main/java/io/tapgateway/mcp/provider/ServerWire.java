package io.tapgateway.mcp.provider;

import io.tapgateway.mcp.protocol.ClientConnection;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.RpcMessage;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The way to one server, from its beginning to its end: the standard streams of a program that was started for it, or
 * an address. Thread-safe.
 */
public interface ServerWire {
    /** The program's id; empty if there is none. */
    OptionalLong pid();

    /**
     * Whether it leads to a server that others run, who may have it back at any time: it is tried again for as long as
     * anybody wants it. A program that ends over and over is left alone (M-064).
     */
    boolean isShared();

    /** Whether it is Streamable HTTP, where heads repeat parameters (M-070). */
    boolean isStreamable();

    /** How the server is met first (M-001). */
    ClientConnection.Opening opening();

    /** The server is met, and speaks this. */
    void met(McpRevision revision);

    /**
     * Says once when it has ended, with how, for people; at once if it has. Registered before {@link #begin}.
     *
     * @param listener must not block
     */
    void onEnd(Consumer<String> listener);

    /** Begins. */
    void begin(Receiver receiver);

    /** Has a message sent, unless the end was before; whoever sends does not wait. */
    void send(String message);

    /** What the server says, without the secrets that it was given. */
    String blanked(String text);

    /** Ends it: at first politely, and then in any case. Harmless to repeat. */
    void stop();

    /** Gets what comes, one at a time. */
    interface Receiver {
        /**
         * A message has come.
         *
         * @return false if nobody listens any more
         */
        boolean received(RpcMessage message);

        /** Nobody can go on like that; why, for people. */
        void broken(String reason);

        /** Nothing more will be said. */
        void silent();
    }
}
