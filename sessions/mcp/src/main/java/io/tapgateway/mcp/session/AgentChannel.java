package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.mcp.protocol.McpLogLevel;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.Reaction;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.mcp.protocol.ServerConnection;
import io.tapgateway.mcp.protocol.ServerProfile;
import io.tapgateway.runtime.thread.LineWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The connection to an agent: what is allowed to be said is decided and said in one go, so that no report follows its
 * result. Thread-safe.
 */
final class AgentChannel {
    private final LineWriter writer;
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition answered = lock.newCondition();

    @GuardedBy("lock")
    private final ServerConnection connection;

    AgentChannel(ServerProfile profile, LineWriter writer) {
        this.connection = new ServerConnection(profile);
        this.writer = writer;
    }

    /** What is to be done about a message. */
    Reaction receive(RpcMessage message) {
        return with(it -> it.receive(message));
    }

    /** Whether a request is still to be answered. */
    boolean isOpen(OpenRequest request) {
        return with(it -> it.isOpen(request));
    }

    void send(String text) {
        writer.offer(text);
    }

    /** Answers a request, unless it is not to be answered any more. */
    void answer(OpenRequest request, String text) {
        say(it -> {
            answered.signalAll();
            return it.end(request) ? Optional.of(text) : Optional.empty();
        });
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
        say(it -> it.progress(request, text));
    }

    void toolsChanged() {
        say(ServerConnection::toolsChanged);
    }

    void log(McpLogLevel level, String source, String text) {
        say(it -> it.log(level, source, text));
    }

    private void say(Function<ServerConnection, Optional<String>> text) {
        with(it -> {
            text.apply(it).ifPresent(writer::offer);
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
