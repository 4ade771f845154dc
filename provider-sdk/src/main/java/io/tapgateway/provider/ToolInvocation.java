package io.tapgateway.provider;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.provider.schema.InvalidArguments;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** One call of a tool, as its handler sees it. Thread-safe. */
public interface ToolInvocation {
    /** Names this call. */
    CallId id();

    /** The session it comes from. */
    SessionId sessionId();

    /** The tool that was called. */
    ToolName tool();

    /** The arguments: an object. */
    JsonValue args();

    /**
     * The caller's span in a distributed trace, as the parent of the handler's own; empty if the caller traces nothing.
     */
    Optional<TraceParent> traceParent();

    /**
     * Where this provider may keep files, for {@linkplain ToolFile results} and for itself; they outlive the session.
     * Empty if the gateway gives it no directory (D-153).
     */
    Optional<Path> persistDir();

    /**
     * Tells the user how far the work is. The gateway shows only the first kilobyte, and about ten texts a second
     * (D-151). After the end of the call this does nothing.
     */
    void progress(String message);

    /** Whether the result is useless now, because the call was cancelled or its connection has ended. */
    boolean isCancelled();

    /** Completes on the provider's executor once {@link #isCancelled()}; never otherwise. */
    CompletionStage<Void> cancelled();

    /** The argument of that name; empty if it is missing or {@code null}. */
    default Optional<JsonValue> arg(String name) {
        return args().get(name).filter(value -> value.kind() != JsonKind.NULL);
    }

    /**
     * The text in the argument of that name.
     *
     * @throws InvalidArguments if it is missing or no string; left uncaught, this is what the caller is told
     */
    default String stringArg(String name) {
        return required(name, JsonKind.STRING, "a string").asString();
    }

    /**
     * The number in the argument of that name.
     *
     * @throws InvalidArguments if it is missing or no whole number
     */
    default long longArg(String name) {
        return required(name, JsonKind.NUMBER, "a whole number")
                .asWholeNumber()
                .orElseThrow(() -> InvalidArguments.at("/" + name, "must be a whole number"));
    }

    /**
     * The number in the argument of that name.
     *
     * @throws InvalidArguments if it is missing or no number
     */
    default double doubleArg(String name) {
        return required(name, JsonKind.NUMBER, "a number").asDouble();
    }

    /**
     * The truth value in the argument of that name.
     *
     * @throws InvalidArguments if it is missing or no boolean
     */
    default boolean booleanArg(String name) {
        return required(name, JsonKind.BOOLEAN, "true or false").asBoolean();
    }

    private JsonValue required(String name, JsonKind kind, String expected) {
        JsonValue value = arg(name).orElseThrow(() -> InvalidArguments.at("/" + name, "is missing"));
        if (value.kind() != kind) {
            throw InvalidArguments.at("/" + name, "must be " + expected);
        }
        return value;
    }
}
