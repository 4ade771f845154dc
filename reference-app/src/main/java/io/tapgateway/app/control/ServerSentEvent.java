package io.tapgateway.app.control;

import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.model.SessionId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One piece of news for those who listen. Immutable.
 *
 * @param session whose news it is; empty if it concerns every session
 * @param name what kind of news
 * @param data a JSON object
 */
record ServerSentEvent(Optional<SessionId> session, String name, String data) {
    static final byte[] HEARTBEAT = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

    static ServerSentEvent of(SessionId session, String name, JsonText data) {
        return new ServerSentEvent(Optional.of(session), name, data.finish());
    }

    boolean concerns(Optional<SessionId> asked) {
        return asked.isEmpty() || session.isEmpty() || session.equals(asked);
    }

    byte[] toBytes() {
        return ("event: " + name + "\ndata: " + data.replace("\n", "\ndata: ") + "\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }
}
