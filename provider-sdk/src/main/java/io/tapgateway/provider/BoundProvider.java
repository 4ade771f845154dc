package io.tapgateway.provider;

import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.provider.hook.HookSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A provider that runs, as its author sees it: in one session or in several (G-002). It outlives connections: a
 * transport that reconnects binds the provider again, with the tools, hooks, context and filters that were acknowledged
 * last. Thread-safe.
 *
 * <p>What is pushed and changed goes to all of its sessions, over a connection for each; {@link #in} is one of them. A
 * change is made when all have acknowledged it, and fails with the first refusal; then it is in force where it was
 * taken, and in sessions that are joined later.
 *
 * <p>Stages complete on the provider's executor. They fail with {@link Refused} if the gateway refuses, and with
 * {@link NotBound} if there is no binding now or it ends before the answer. A gateway of the Core Profile takes pushes
 * and tools only, acknowledges nothing and numbers no revisions: there, updates of tools complete at once with 0, and
 * all else fails as {@code UNKNOWN_TYPE}.
 */
public interface BoundProvider extends AutoCloseable {
    /** Where the provider is registered at the moment; of several sessions, in the one that lists begin with. */
    Optional<Binding> binding();

    /** Completes with the first binding; fails if the provider ends before. */
    CompletionStage<Binding> whenBound();

    /** Completes when the provider has ended: it has left, or no gateway will take it. Never fails. */
    CompletionStage<Void> whenEnded();

    /**
     * Pushes an event. There is no acknowledgement (D-205); a refusal goes to {@code onError}. A provider bound to all
     * sessions names one, by {@link #in}, or broadcasts.
     *
     * @return false if there is no binding now, so that nothing was sent
     */
    boolean push(Push push);

    /** Pushes an event into the provider's default stream; see {@link #push(Push)}. */
    default boolean push(PushLevel level, String event) {
        return push(Push.of(level, event));
    }

    /** Pushes an event with data into the provider's default stream; see {@link #push(Push)}. */
    boolean push(PushLevel level, String event, Map<String, ?> metadata);

    /**
     * Adds tools, or replaces those of the same names, after some have been removed.
     *
     * @return the revision from which on the change is in force; with several sessions, that of the first
     */
    CompletionStage<Long> updateTools(List<Tool> tools, String... remove);

    /** Makes {@code tools} the provider's complete list; otherwise as {@link #updateTools}. */
    CompletionStage<Long> replaceTools(List<Tool> tools);

    /**
     * Offers resources, prompts and the like instead of those that were offered before, in all sessions; what is done
     * with them comes to the handlers of {@link ProviderBuilder#onUse}. Agents that speak MCP see them (M-041).
     *
     * @return false if there is no binding now, or the gateway is in another process: nothing is offered then
     */
    @MayChange
    boolean offer(Offerings offerings);

    /** Replaces the rules and merges the transforms; otherwise as {@link #updateTools}. */
    CompletionStage<Long> updateHooks(HookSet hooks);

    /** Replaces the ambient context; an empty text clears it. Otherwise as {@link #updateTools}. */
    CompletionStage<Long> updateContext(String context);

    /** Replaces the filter of one of the provider's streams; no rules remove it. Otherwise as {@link #updateTools}. */
    CompletionStage<Long> setFilter(String stream, List<FilterRule> rules);

    /**
     * Reads the newest entries of streams, in the session of {@link #binding}.
     *
     * @param last how many of each, 1 to 100
     * @param streams which ones; without any, all of the provider's own
     */
    CompletionStage<StreamHistory> query(int last, StreamAddress... streams);

    /** This provider in one session: what is pushed, changed or asked through it concerns no other session. */
    BoundProvider in(SessionId session);

    /** Says goodbye and ends the connection for good. Harmless to repeat. */
    void goodbye(String reason);

    /** {@link #goodbye} without a reason. */
    @Override
    void close();
}
