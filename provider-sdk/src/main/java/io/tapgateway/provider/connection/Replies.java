package io.tapgateway.provider.connection;

import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.provider.NotBound;
import io.tapgateway.provider.Refused;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The author's requests over one connection that have no answer yet. Every stage completes exactly once: by the
 * gateway's answer or by the end of the connection. Thread-safe.
 */
final class Replies {
    /** How many may be outstanding. */
    static final int MAX_OUTSTANDING = 1_024;

    private final UserCode code;
    private final Map<String, Update> updates = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<StreamHistory>> queries = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param inForce to be done when the gateway has switched over, before it sends anything that relies on it */
    private record Update(CompletableFuture<Long> revision, Runnable inForce) {}

    Replies(UserCode code) {
        this.code = code;
    }

    /** Expects an {@code ack}; {@code send} sends the update. */
    CompletionStage<Long> update(String requestId, Runnable inForce, Runnable send) {
        CompletableFuture<Long> revision = new CompletableFuture<>();
        if (updates.size() >= MAX_OUTSTANDING) {
            return CompletableFuture.failedFuture(tooMany());
        }
        updates.put(requestId, new Update(revision, inForce));
        send.run();
        // close() sets the flag before it empties the map, so one of the two finds this entry.
        if (closed) {
            failUpdate(requestId);
        }
        return revision;
    }

    /** Expects a {@code stream.history}; {@code send} sends the query. */
    CompletionStage<StreamHistory> query(String queryId, Runnable send) {
        CompletableFuture<StreamHistory> history = new CompletableFuture<>();
        if (queries.size() >= MAX_OUTSTANDING) {
            return CompletableFuture.failedFuture(tooMany());
        }
        queries.put(queryId, history);
        send.run();
        if (closed) {
            failQuery(queryId);
        }
        return history;
    }

    void acknowledged(Ack ack) {
        Update update = updates.remove(ack.requestId().value());
        if (update != null) {
            update.inForce().run();
            complete(() -> update.revision().complete(ack.revision()));
        }
    }

    void answered(StreamHistory history) {
        CompletableFuture<StreamHistory> query =
                queries.remove(history.queryId().value());
        if (query != null) {
            complete(() -> query.complete(history));
        }
    }

    /** The gateway has sent an error. Returns whether it is the answer to one of these requests. */
    boolean refused(ErrorMessage error) {
        Correlation ids = error.about().correlation();
        Update update =
                ids.requestId().isPresent() ? updates.remove(ids.requestId().get()) : null;
        CompletableFuture<StreamHistory> query =
                ids.queryId().isPresent() ? queries.remove(ids.queryId().get()) : null;
        if (update != null) {
            complete(() -> update.revision().completeExceptionally(new Refused(error)));
        }
        if (query != null) {
            complete(() -> query.completeExceptionally(new Refused(error)));
        }
        return update != null || query != null;
    }

    /** The connection has ended. */
    void close() {
        closed = true;
        updates.keySet().forEach(this::failUpdate);
        queries.keySet().forEach(this::failQuery);
    }

    private void failUpdate(String requestId) {
        Update update = updates.remove(requestId);
        if (update != null) {
            complete(() -> update.revision().completeExceptionally(connectionEnded()));
        }
    }

    private void failQuery(String queryId) {
        CompletableFuture<StreamHistory> query = queries.remove(queryId);
        if (query != null) {
            complete(() -> query.completeExceptionally(connectionEnded()));
        }
    }

    /** Runs on the executor, because completing a stage runs what the author has attached to it. */
    private void complete(Runnable completion) {
        if (!code.run(completion)) {
            completion.run();
        }
    }

    private static NotBound connectionEnded() {
        return new NotBound("the connection ended before the gateway answered");
    }

    private static NotBound tooMany() {
        return new NotBound("more than " + MAX_OUTSTANDING + " answers of the gateway are outstanding; wait for some");
    }
}
