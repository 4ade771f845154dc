package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamAddress;
import java.util.List;
import java.util.Optional;

/**
 * {@code filter.set}: replaces the filter of one of the provider's own streams; no rules remove it (D-107). Immutable.
 *
 * @param sessionId only that session; all bound ones if empty
 */
public record FilterSet(
        Optional<RequestId> requestId, Optional<SessionId> sessionId, StreamAddress stream, List<FilterRule> rules)
        implements ProviderMessage {

    public FilterSet {
        rules = List.copyOf(rules);
    }

    @Override
    public MessageType type() {
        return MessageType.FILTER_SET;
    }

    @Override
    public Correlation correlation() {
        return Correlation.of(sessionId, requestId);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onFilterSet(this);
    }
}
