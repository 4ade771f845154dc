package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.QueryId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamEntry;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code stream.history}: the answer to {@code stream.query} (D-201). Immutable.
 *
 * @param sessionId always said by this gateway; others may leave it out (A/stream.history)
 * @param streams entries by {@code stream@provider}, newest first
 * @param truncated whether older entries were left out for size
 */
public record StreamHistory(
        QueryId queryId, Optional<SessionId> sessionId, Map<String, List<StreamEntry>> streams, boolean truncated)
        implements GatewayMessage {

    public StreamHistory {
        Map<String, List<StreamEntry>> copy = new LinkedHashMap<>();
        streams.forEach((stream, entries) -> copy.put(stream, List.copyOf(entries)));
        streams = Collections.unmodifiableMap(copy);
    }

    /** What this gateway says. */
    public StreamHistory(
            QueryId queryId, SessionId sessionId, Map<String, List<StreamEntry>> streams, boolean truncated) {
        this(queryId, Optional.of(sessionId), streams, truncated);
    }

    @Override
    public MessageType type() {
        return MessageType.STREAM_HISTORY;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onStreamHistory(this);
    }
}
