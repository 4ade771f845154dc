package io.tapgateway.provider.connection;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.FileDigest;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.provider.ToolInvocation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.UnaryOperator;

/**
 * One call as its handler sees it, and the decision which answer counts. Thread-safe: the handler, its stage, a
 * cancellation and the end of the connection may all come at once, and the first of them ends the call
 * (A/terminal-messages).
 */
final class RunningCall implements ToolInvocation {
    /** Saves an {@code AtomicReference} in every call. */
    private static final AtomicReferenceFieldUpdater<RunningCall, Stage> STAGE =
            AtomicReferenceFieldUpdater.newUpdater(RunningCall.class, Stage.class, "stage");

    private final io.tapgateway.protocol.message.ToolCall message;
    private final Optional<Path> persistDir;
    private final ProviderChannel channel;
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private volatile Stage stage = Waiting.STAGE;

    RunningCall(io.tapgateway.protocol.message.ToolCall message, Optional<Path> persistDir, ProviderChannel channel) {
        this.message = message;
        this.persistDir = persistDir;
        this.channel = channel;
    }

    /** None has data, so there is one of each. */
    private sealed interface Stage {
        default boolean isRunning() {
            return false;
        }

        default boolean isCancelled() {
            return false;
        }

        default boolean isOver() {
            return false;
        }

        Stage toRunning();

        Stage toAnswered();

        Stage toCancelled();
    }

    private sealed interface Unanswered extends Stage {
        @Override
        default Answered toAnswered() {
            return Answered.STAGE;
        }

        @Override
        default Cancelled toCancelled() {
            return Cancelled.STAGE;
        }
    }

    /** Whatever else happens has no effect. */
    private sealed interface Over extends Stage {
        @Override
        default boolean isOver() {
            return true;
        }

        @Override
        default Stage toRunning() {
            return this;
        }

        @Override
        default Stage toAnswered() {
            return this;
        }

        @Override
        default Stage toCancelled() {
            return this;
        }
    }

    /** The executor has not begun with the call. */
    private record Waiting() implements Unanswered {
        static final Waiting STAGE = new Waiting();

        @Override
        public Running toRunning() {
            return Running.STAGE;
        }
    }

    /** The handler is at work, or the stage that it returned is. */
    private record Running() implements Unanswered {
        static final Running STAGE = new Running();

        @Override
        public boolean isRunning() {
            return true;
        }

        @Override
        public Stage toRunning() {
            throw new IllegalStateException("toRunning: the call is Running");
        }
    }

    private record Answered() implements Over {
        static final Answered STAGE = new Answered();
    }

    /** By the gateway, or because the connection has ended. */
    private record Cancelled() implements Over {
        static final Cancelled STAGE = new Cancelled();

        @Override
        public boolean isCancelled() {
            return true;
        }
    }

    @Override
    public CallId id() {
        return message.id();
    }

    @Override
    public SessionId sessionId() {
        return message.sessionId();
    }

    @Override
    public ToolName tool() {
        return message.tool();
    }

    @Override
    public JsonValue args() {
        return message.args();
    }

    @Override
    public Optional<TraceParent> traceParent() {
        return message.traceParent();
    }

    @Override
    public Optional<List<FileDigest>> approved() {
        return message.approved();
    }

    @Override
    public Optional<JsonValue> additions() {
        return message.additions();
    }

    @Override
    public Optional<Path> persistDir() {
        return persistDir;
    }

    @Override
    public void progress(String text) {
        report(new ToolProgress(id(), text));
    }

    @Override
    public void progress(String text, ProgressAmount amount) {
        report(new ToolProgress(id(), text, Optional.of(amount)));
    }

    private void report(ToolProgress progress) {
        if (stage.isRunning()) {
            channel.send(progress);
        }
    }

    @Override
    public void push(Push push) {
        channel.send(push.at(new Push.Target(Optional.of(sessionId()), false)));
    }

    @Override
    public boolean isCancelled() {
        return stage.isCancelled();
    }

    @Override
    public CompletionStage<Void> cancelled() {
        return cancelled.minimalCompletionStage();
    }

    io.tapgateway.protocol.message.ToolCall message() {
        return message;
    }

    /**
     * The executor begins with the call.
     *
     * @return false if the call is over, so that the handler is not to be called
     */
    boolean begin() {
        return become(Stage::toRunning);
    }

    /**
     * There is an answer.
     *
     * @return whether it counts
     */
    boolean answer() {
        return become(Stage::toAnswered);
    }

    /**
     * The gateway or the end of the connection has made an answer useless.
     *
     * @return whether there was none; then the handler is to be told
     */
    boolean cancel() {
        return become(Stage::toCancelled);
    }

    /** Runs what the handler has attached to {@link #cancelled}; on the executor. */
    void tellHandler() {
        cancelled.complete(null);
    }

    /**
     * The one place where the stage changes.
     *
     * @return whether the call was not over before
     */
    private boolean become(UnaryOperator<Stage> transition) {
        return !STAGE.getAndUpdate(this, transition).isOver();
    }
}
