package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.OfferingUse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A session as everybody in it can use it: its host, who has it as a {@link GatewaySession}, and each guest of {@link
 * Gateway#attach}. Thread-safe.
 */
public interface SessionAccess {
    /**
     * What was given when it was opened; but for {@link SessionInfo#foreground()} and {@link
     * SessionInfo#reservedToolNames()}, which tell how it is now.
     */
    SessionInfo info();

    /** The tools the agent may call now, sorted by name. */
    List<RegisteredTool> tools();

    /** The tool of exactly that name, if the agent may call it now. */
    Optional<RegisteredTool> tool(String name);

    /**
     * Calls a tool. A tool that is not there is an outcome, {@code NOT_FOUND}, and no exception.
     *
     * <p>The stage completes exactly once, always normally, on the gateway's executor: with the result, or with the
     * reason why there is none. An outcome that is there before this returns completes it by then, so that what hangs
     * on it runs here: an endless chain of calls needs an executor of its own. Where no code hangs on it and a thread
     * waits in {@code join()} or {@code get()}, that thread completes it, and saves the change to another one.
     * Providers that fall silent cannot delay it beyond the tool's timeout and queue wait (D-138). Who cancels it as a
     * future cancels the call, as {@link CallHandle#cancel} does; who only stops waiting for it, as by an interrupt,
     * does not.
     *
     * @param tool exact name
     * @param args an object
     * @throws IllegalArgumentException if {@code args} is no object
     */
    default CompletionStage<ToolOutcome> callTool(String tool, JsonValue args) {
        return startCall(tool, args, CallOptions.NONE).outcome();
    }

    /**
     * Calls a tool, and holds on to the call: its name, its outcome, its progress, and the way to end it and no other.
     *
     * @param tool exact name
     * @param args an object
     * @throws IllegalArgumentException if {@code args} is no object
     */
    @MayChange
    CallHandle startCall(String tool, JsonValue args, CallOptions options);

    /**
     * Ends one call and no other, as {@link CallHandle#cancel} does (D-233): of a guest, one of its own; of a host, any
     * of its session. Does nothing if no such call is under way.
     */
    @MayChange
    void cancelCall(CallId call);

    /**
     * Asks whether a tool may be used now, for tools that the gateway does not call; {@link #callTool} asks by itself.
     * Under a name that a provider has registered, the answer is about that provider's tool (D-167).
     *
     * <p>The stage completes exactly once, always normally, on the gateway's executor, at the latest after the five
     * seconds of gates (D-176); where rules want a person to be asked, by {@link SessionHost#approve}, that time and
     * five seconds more. Nobody but who asks can hold it to the answer: what it does must be what the permit covers.
     *
     * @param tool exact name
     * @param args an object
     * @throws IllegalArgumentException if {@code args} is no object
     */
    default CompletionStage<HookDecision> preToolUse(String tool, JsonValue args) {
        return preToolUse(tool, args, CheckOptions.NONE);
    }

    /**
     * The same, where there is more to say about how it is asked.
     *
     * @param options with {@link Asking#RETURN} nobody is asked, and the answer may be {@link HookDecision.Ask}; with
     *     {@link ChangedArgs#RUN} it may be {@link HookDecision.Allow} for arguments that an interceptor has changed
     *     (Z-064), and those are the ones to use; a deadline ends everybody's time to answer
     */
    @MayChange
    CompletionStage<HookDecision> preToolUse(String tool, JsonValue args, CheckOptions options);

    /**
     * What providers offer beside tools, in the order in which they came. To use it, call the tool of an {@link
     * OfferingUse}: a read is a call like all others, behind rules and gates, and its result is as MCP has it.
     */
    @MayChange
    default List<ProviderOfferings> offerings() {
        return List.of();
    }

    /** The streams that providers have filled, by name. */
    List<StreamView> streams();

    /**
     * The newest events of a stream, newest first.
     *
     * @param name as in {@link StreamView}
     * @param last how many at most, 1 or more; a stream keeps {@link Limit#EVENTS_PER_STREAM}
     * @return empty if there is no such stream
     */
    List<StreamEvent> stream(String name, int last);

    /**
     * Leaves: a host ends the session by that, a guest only its part in it. Nothing can be done by this object
     * afterwards: it answers as of a session that has ended. Harmless to repeat.
     *
     * @return completes when that has happened, and {@link SessionListener#closed} has returned
     */
    CompletionStage<Void> close();
}
