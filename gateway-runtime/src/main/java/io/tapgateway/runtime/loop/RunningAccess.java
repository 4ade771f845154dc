package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallIds;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.ProviderOfferings;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionArguments;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.ReadModel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * One open session, as everybody in it can use it: turns calls into inputs of the loop, until what its user is told of
 * the session is over. Thread-safe.
 */
abstract class RunningAccess implements SessionAccess {
    private static final HookDecision LOST_CHECK =
            new HookDecision.Deny("The gateway lost this question.", Optional.empty());

    private final SessionInfo info;
    private final CallIds ids;
    private final GatewayLoop loop;
    private final Runnable catchUp;
    private final LoopEffects effects;
    private final Executor executor;
    private final HostMailbox told;

    RunningAccess(
            SessionInfo info, CallIds ids, GatewayLoop loop, LoopEffects effects, Executor executor, HostMailbox told) {
        this.info = info;
        this.ids = ids;
        this.loop = loop;
        this.catchUp = loop::catchUp;
        this.effects = effects;
        this.executor = executor;
        this.told = told;
    }

    @Override
    public SessionInfo info() {
        return ask(model -> model.info(info.id()).orElse(info), info);
    }

    @Override
    public List<RegisteredTool> tools() {
        return ask(model -> model.tools(info.id()), List.of());
    }

    @Override
    public Optional<RegisteredTool> tool(String name) {
        return ask(model -> model.tool(info.id(), name), Optional.empty());
    }

    /** A later session may have the same id: what this one is asked after its end must not be answered by that. */
    <T> T ask(Function<ReadModel, T> question, T ifOver) {
        return loop.ask((core, now) -> told.isOver() ? ifOver : question.apply(core.readModel()));
    }

    @Override
    public CallHandle startCall(String tool, JsonValue args, CallOptions options) {
        SessionArguments.requireObject(args);
        CallId id = ids.next();
        StartedCall call = new StartedCall(options.id().orElse(id), this, options.progress());
        begins(call);
        submit(new HostInput.ToolCalled(info.id(), id, tool, args, options, call));
        return call.started();
    }

    /** A call is about to be made. */
    void begins(StartedCall call) {}

    /** The outcome of a call is known. Confined to the loop. */
    void concluded(StartedCall call) {}

    @Override
    public void cancelCall(CallId call) {
        submit(new HostInput.CallCancelled(info.id(), call));
    }

    @Override
    public CompletionStage<HookDecision> preToolUse(String tool, JsonValue args, CheckOptions options) {
        SessionArguments.requireObject(args);
        Promised<HookDecision> check = promised(LOST_CHECK);
        submit(new HostInput.ToolChecked(info.id(), tool, args, options, check));
        return check;
    }

    @Override
    public List<ProviderOfferings> offerings() {
        return ask(model -> model.offerings(info.id()), List.of());
    }

    @Override
    public List<StreamView> streams() {
        return ask(model -> model.streams(info.id()), List.of());
    }

    @Override
    public List<StreamEvent> stream(String name, int last) {
        SessionArguments.requireSome(last);
        return ask(model -> model.stream(info.id(), name, last), List.of());
    }

    /** Carries what its user is told of the session. */
    HostMailbox told() {
        return told;
    }

    /** Where the user's code runs. */
    Executor executor() {
        return executor;
    }

    /** What a thread has to do before it waits. */
    Runnable catchUp() {
        return catchUp;
    }

    /** Whether its user is the host of the session, and no guest. */
    abstract boolean isHost();

    /** An answer that is waited for. */
    <T> Promised<T> promised(T ifLost) {
        return new Promised<>(executor, catchUp, ifLost) {
            @Override
            public boolean isOfHost() {
                return isHost();
            }
        };
    }

    void submit(Input input) {
        loop.submit(input, told, () -> {});
    }

    /** What comes after the session's end is answered as what comes at its end. */
    <T> void submit(HostInput.Awaited<T> input) {
        loop.submit(input, told, () -> effects.complete(input.receipt(), input.ifEnded()));
    }
}
