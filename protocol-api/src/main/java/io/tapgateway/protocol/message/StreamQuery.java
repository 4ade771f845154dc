package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.QueryId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * {@code stream.query}: reads the history of streams (D-200). Immutable.
 *
 * @param streams empty for all of the provider's own
 * @param last how many entries of each stream; 1 or more
 */
public record StreamQuery(
        QueryId queryId, Optional<SessionId> sessionId, List<StreamAddress> streams, OptionalLong last)
        implements ProviderMessage {

    public StreamQuery {
        streams = List.copyOf(streams);
        if (last.isPresent() && last.getAsLong() < 1) {
            throw InvalidMessage.at("/last", "must be 1 or more");
        }
    }

    @Override
    public MessageType type() {
        return MessageType.STREAM_QUERY;
    }

    @Override
    public Correlation correlation() {
        return Correlation.ofQuery(queryId, sessionId);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onStreamQuery(this);
    }
}
