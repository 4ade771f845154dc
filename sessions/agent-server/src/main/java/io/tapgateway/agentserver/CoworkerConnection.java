package io.tapgateway.agentserver;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;

/** One connection of a client, to a session that may outlive it (W-027). Immutable. */
record CoworkerConnection(ServedSession session, TextSocket socket) implements TextReceiver {
    /** The longest text that a client may send, in characters (W-009). */
    private static final int MOST_CHARACTERS = 16 << 20;

    @Override
    public int maxLength() {
        return MOST_CHARACTERS;
    }

    @Override
    public void received(String text) {
        session.received(text);
    }

    @Override
    public void closed(CloseCode why) {
        session.lost(socket, why);
    }
}
