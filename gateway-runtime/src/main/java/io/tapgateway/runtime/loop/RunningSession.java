package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallIds;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionArguments;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.ReadModel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** One open session, as its host drives it: turns calls into inputs of the loop. Thread-safe. */
final class RunningSession implements GatewaySession {
    private static final HookDecision LOST_CHECK =
            new HookDecision.Deny("The gateway lost this question.", Optional.empty());

    private final SessionInfo info;
    private final CallIds ids;
    private final GatewayLoop loop;
    private final Runnable catchUp;
    private final Consumer<CallId> canceller = this::cancelCall;
    private final LoopEffects effects;
    private final Executor executor;
    private final HostMailbox host;

    RunningSession(
            SessionInfo info, CallIds ids, GatewayLoop loop, LoopEffects effects, Executor executor, HostMailbox host) {
        this.info = info;
        this.ids = ids;
        this.loop = loop;
        this.catchUp = loop::catchUp;
        this.effects = effects;
        this.executor = executor;
        this.host = host;
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
    private <T> T ask(Function<ReadModel, T> question, T ifOver) {
        return loop.ask((core, now) -> host.isOver() ? ifOver : question.apply(core.readModel()));
    }

    @Override
    public CallHandle startCall(String tool, JsonValue args, CallOptions options) {
        SessionArguments.requireObject(args);
        CallId id = ids.next();
        StartedCall call = new StartedCall(options.id().orElse(id), executor, catchUp, canceller, options.progress());
        submit(new HostInput.ToolCalled(info.id(), id, tool, args, options, call));
        return call;
    }

    @Override
    public void cancelCall(CallId call) {
        submit(new HostInput.CallCancelled(info.id(), call));
    }

    @Override
    public CompletionStage<HookDecision> preToolUse(String tool, JsonValue args, Asking asking) {
        SessionArguments.requireObject(args);
        Promised<HookDecision> check = new Promised<>(executor, catchUp, LOST_CHECK);
        submit(new HostInput.ToolChecked(info.id(), tool, args, asking, check));
        return check;
    }

    @Override
    public CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections) {
        return assemble(sections, Optional.empty());
    }

    @Override
    public Set<ExternalAppend> externalAppends() {
        return ask(model -> model.externalAppends(info.id()), Set.of());
    }

    @Override
    public CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections, Set<ExternalAppend> approved) {
        return assemble(sections, Optional.of(Set.copyOf(approved)));
    }

    private CompletionStage<PromptAssembly> assemble(PromptSections sections, Optional<Set<ExternalAppend>> approved) {
        Promised<PromptAssembly> prompt = new Promised<>(executor, catchUp, PromptAssembly.unchanged(sections));
        submit(new HostInput.PromptAsked(info.id(), sections, approved, prompt));
        return prompt;
    }

    @Override
    public void reserveToolNames(Set<String> names) {
        SessionArguments.requireFree(names);
        submit(new HostInput.ToolNamesReserved(info.id(), names));
    }

    @Override
    public void leaveArgumentsUnchecked(boolean wanted) {
        submit(new HostInput.ArgumentsUnchecked(info.id(), wanted));
    }

    @Override
    public void publish(SessionHostEvent event) {
        submit(new HostInput.Published(info.id(), event));
    }

    @Override
    public void idle() {
        submit(new HostInput.Idled(info.id()));
    }

    @Override
    public void bringToForeground() {
        submit(new HostInput.Foregrounded(info.id()));
    }

    @Override
    public void interrupt() {
        submit(new HostInput.Interrupted(info.id()));
    }

    private void submit(Input input) {
        loop.submit(input, host, () -> {});
    }

    /** What comes after the session's end is answered as what comes at its end. */
    private <T> void submit(HostInput.Awaited<T> input) {
        loop.submit(input, host, () -> effects.complete(input.receipt(), input.ifEnded()));
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

    @Override
    public void resume(SessionHost next) {
        boolean alive = loop.ask((core, now) -> !host.isOver());
        if (!alive) {
            throw new IllegalStateException("session '" + info.id() + "' has ended; open it anew");
        }
        host.handTo(next);
        submit(new HostInput.Resumed(info.id()));
    }

    @Override
    public CompletionStage<Void> close() {
        submit(new HostInput.SessionClosing(info.id()));
        // A future in earnest: containers that close what they hold wait for it as such.
        return host.ended().copy();
    }
}
