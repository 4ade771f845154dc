package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.mcp.protocol.ClientAbilities;
import io.tapgateway.mcp.protocol.McpLogLevel;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.Reaction;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.mcp.protocol.ServerConnection;
import io.tapgateway.mcp.protocol.ServerRequest;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.GatewayClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The connection to an agent: what is allowed to be said is decided and said in one go, so that no report follows its
 * result. Thread-safe.
 */
final class AgentChannel {
    private final AgentWire wire;
    private final GatewayClock clock;
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition answered = lock.newCondition();

    @GuardedBy("lock")
    private final ServerConnection connection;

    /** What the agent was asked and has not answered, by its number. */
    @GuardedBy("lock")
    private final Map<Long, AgentQuery> asked = new HashMap<>();

    @GuardedBy("lock")
    private boolean closed;

    AgentChannel(ServerConnection connection, AgentWire wire, GatewayClock clock) {
        this.connection = connection;
        this.wire = wire;
        this.clock = clock;
    }

    /** What is to be done about a message. */
    Reaction receive(RpcMessage message) {
        return with(it -> it.receive(message));
    }

    /** Whether a request is still to be answered. */
    boolean isOpen(OpenRequest request) {
        return with(it -> it.isOpen(request));
    }

    /**
     * Answers a request.
     *
     * @return whether it was to be answered still
     */
    boolean answer(OpenRequest request, String text) {
        return with(it -> {
            answered.signalAll();
            boolean due = it.end(request);
            if (due) {
                wire.answer(request, text);
            }
            return due;
        });
    }

    /** Whether any request is still to be answered. */
    boolean isBusy() {
        return with(ServerConnection::isBusy);
    }

    /** Waits until every request is answered, for so long. */
    void awaitAnswers(Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lockInterruptibly();
        try {
            while (connection.isBusy() && left > 0) {
                left = answered.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** What the agent lets itself be asked for. */
    ClientAbilities abilities() {
        return with(ServerConnection::abilities);
    }

    /**
     * Asks the agent for something.
     *
     * @param request on whose way it is asked; where the agent listens, if empty. It is still to be answered, or the
     *     agent is not asked
     * @param asking what; empty if the agent does not take it
     * @param patience after which it is given up
     * @return empty if the agent is not asked
     */
    Optional<AgentQuery> ask(
            Optional<OpenRequest> request,
            Function<ServerConnection, Optional<ServerRequest>> asking,
            Duration patience) {
        lock.lock();
        try {
            boolean due = !closed && request.map(connection::isOpen).orElse(true);
            Optional<ServerRequest> begun = due ? asking.apply(connection) : Optional.empty();
            if (begun.isEmpty()) {
                return Optional.empty();
            }
            AgentQuery query = new AgentQuery(begun.get().number(), request);
            if (!say(query, begun.get().text())) {
                var unused = connection.giveUp(query.number());
                return Optional.empty();
            }
            asked.put(query.number(), query);
            query.limit(clock.wakeAt(clock.nanos() + patience.toNanos(), () -> withdraw(query)));
            return Optional.of(query);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean say(AgentQuery query, String text) {
        if (query.request().isPresent()) {
            return wire.ask(query.request().get(), text);
        }
        wire.announce(text);
        return true;
    }

    /** Does not want to know any more what the agent was asked. Harmless if it has answered. */
    void withdraw(AgentQuery query) {
        lock.lock();
        try {
            Optional<String> withdrawal = connection.giveUp(query.number());
            if (withdrawal.isPresent() && !closed && !say(query, withdrawal.get())) {
                wire.log(withdrawal.get());
            }
        } finally {
            lock.unlock();
        }
        conclude(query.number(), Optional.empty());
    }

    /** The agent has answered what it was asked. */
    void conclude(Reaction.Conclude conclusion) {
        conclude(conclusion.request(), conclusion.result());
    }

    private void conclude(long number, Optional<JsonValue> result) {
        Optional<AgentQuery> query;
        lock.lock();
        try {
            query = Optional.ofNullable(asked.remove(number));
        } finally {
            lock.unlock();
        }
        query.ifPresent(it -> it.conclude(result));
    }

    /** The agent is gone, and answers nothing any more. */
    void close() {
        List<AgentQuery> last;
        lock.lock();
        try {
            closed = true;
            last = List.copyOf(asked.values());
            asked.clear();
        } finally {
            lock.unlock();
        }
        last.forEach(it -> it.conclude(Optional.empty()));
    }

    /** Reports on a request, if the agent wants to know. */
    void progress(OpenRequest request, Optional<String> text) {
        say(it -> it.progress(request, text), said -> wire.report(request, said));
    }

    void toolsChanged() {
        say(ServerConnection::toolsChanged, wire::announce);
    }

    /** Tells what the agent must not miss. */
    void news(String text) {
        say(it -> it.news(text), wire::announce);
    }

    /** A resource that the agent follows is another one. */
    void resourceUpdated(String uri) {
        say(it -> it.news(ServerConnection.resourceUpdated(uri)), wire::log);
    }

    void log(McpLogLevel level, String source, String text) {
        say(it -> it.log(level, source, text), wire::log);
    }

    private void say(Function<ServerConnection, Optional<String>> text, Consumer<String> way) {
        with(it -> {
            text.apply(it).ifPresent(way);
            return it;
        });
    }

    private <T> T with(Function<ServerConnection, T> use) {
        lock.lock();
        try {
            return use.apply(connection);
        } finally {
            lock.unlock();
        }
    }
}
