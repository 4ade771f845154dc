package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.mcp.protocol.McpLogLevel;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.Reaction;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.mcp.protocol.ServerConnection;
import java.time.Duration;
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
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition answered = lock.newCondition();

    @GuardedBy("lock")
    private final ServerConnection connection;

    AgentChannel(ServerConnection connection, AgentWire wire) {
        this.connection = connection;
        this.wire = wire;
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
