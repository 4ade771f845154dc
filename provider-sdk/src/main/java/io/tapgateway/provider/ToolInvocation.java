package io.tapgateway.provider;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.FileDigest;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.provider.schema.ToolArguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One call of a tool, as its handler sees it. Thread-safe. */
public interface ToolInvocation extends ToolArguments {
    /** Names this call. */
    CallId id();

    /** The session it comes from. */
    SessionId sessionId();

    /** The tool that was called. */
    ToolName tool();

    /**
     * The caller's span in a distributed trace, as the parent of the handler's own; empty if the caller traces nothing.
     */
    Optional<TraceParent> traceParent();

    /**
     * What a person has agreed to, where this provider has had one asked about its own tool (U-121): the files as they
     * were shown, perhaps none. Empty if it has had nobody asked.
     */
    @MayChange
    default Optional<List<FileDigest>> approved() {
        return Optional.empty();
    }

    /**
     * What the caller adds to the call besides its arguments, as the {@code _meta} of MCP (M-023): an object. Empty if
     * it adds nothing, or this provider is not in the gateway's process.
     */
    @MayChange
    default Optional<JsonValue> additions() {
        return Optional.empty();
    }

    /**
     * Where this provider may keep files, for {@linkplain ToolFile results} and for itself; they outlive the session.
     * Empty if the gateway gives it no directory (D-153).
     */
    Optional<Path> persistDir();

    /**
     * Tells the user how far the work is. The gateway shows only the first 1,024 characters, and about ten texts a
     * second (D-151). After the end of the call this does nothing.
     */
    void progress(String message);

    /**
     * The same with numbers, for callers that show how much is left: {@code call.progress("copying",
     * ProgressAmount.of(3, 10))}. The message may be empty.
     */
    @MayChange
    default void progress(String message, ProgressAmount amount) {
        progress(message);
    }

    /**
     * Pushes an event into the session of this call, whatever its target: {@code
     * call.push(Push.to("todos").keep("bought milk"))}. There is no acknowledgement (D-205); a refusal goes to {@code
     * onError}. It is lost if the connection has ended.
     */
    void push(Push push);

    /** Whether the result is useless now, because the call was cancelled or its connection has ended. */
    boolean isCancelled();

    /** Completes on the provider's executor once {@link #isCancelled()}; never otherwise. */
    CompletionStage<Void> cancelled();

    /**
     * Waits, as long as the call is wanted.
     *
     * @throws CancellationException once it is cancelled; left uncaught, it ends the handler, and nobody is told of a
     *     fault
     */
    default void pause(Duration length) throws InterruptedException {
        try {
            cancelled().toCompletableFuture().get(length.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException over) {
            return;
        } catch (ExecutionException e) {
            throw new AssertionError("a cancellation fails never", e);
        }
        throw new CancellationException("the call was cancelled");
    }
}
