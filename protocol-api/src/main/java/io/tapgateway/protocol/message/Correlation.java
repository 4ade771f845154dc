package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.QueryId;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/**
 * The ids a message carried, as plain text, so that an error can repeat them even when the message was broken (D-033).
 * Immutable.
 */
public record Correlation(
        Optional<String> sessionId,
        Optional<String> requestId,
        Optional<String> queryId,
        Optional<String> id,
        Optional<String> callId) {
    /** No ids. */
    public static final Correlation NONE =
            new Correlation(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** A session, and the request in it if there is one. */
    public static Correlation of(Optional<SessionId> session, Optional<RequestId> request) {
        return new Correlation(
                session.map(SessionId::value),
                request.map(RequestId::value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** A query of streams. */
    public static Correlation ofQuery(QueryId query, Optional<SessionId> session) {
        return new Correlation(
                session.map(SessionId::value),
                Optional.empty(),
                Optional.of(query.value()),
                Optional.empty(),
                Optional.empty());
    }

    /** The answer to a call. */
    public static Correlation ofCall(CallId id) {
        return new Correlation(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(id.value()), Optional.empty());
    }

    /** The answer to what a gate or a transform was asked. */
    public static Correlation ofQuestion(CallId id) {
        return new Correlation(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(id.value()));
    }

    /** The same ids, with this session. */
    public Correlation in(String session) {
        return new Correlation(Optional.of(session), requestId, queryId, id, callId);
    }
}
