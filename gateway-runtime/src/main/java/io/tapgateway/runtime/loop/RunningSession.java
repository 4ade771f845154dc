package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallIds;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.ProviderOfferings;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionArguments;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.TurnStop;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.ReadModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** One open session, as its host drives it: turns calls into inputs of the loop. Thread-safe. */
final class RunningSession implements GatewaySession {
    private static final HookDecision LOST_CHECK =
            new HookDecision.Deny("The gateway lost this question.", Optional.empty());

    private static final Optional<String> LOST_TURN = Optional.of("The gateway lost this question.");
    private static final String LOST_TEXT = "withheld: the gateway lost this text";

    private final SessionInfo info;
    private final CallIds ids;
    private final GatewayLoop loop;
    private final Runnable catchUp;
    private final Consumer<CallId> canceller = this::cancelCall;
    private final LoopEffects effects;
    private final Executor executor;
    private final HostMailbox host;
    private final int mostInterceptors;
    private final AtomicInteger interceptors = new AtomicInteger();

    RunningSession(
            SessionInfo info,
            CallIds ids,
            GatewayLoop loop,
            LoopEffects effects,
            Executor executor,
            HostMailbox host,
            int mostInterceptors) {
        this.mostInterceptors = mostInterceptors;
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
    public CompletionStage<HookDecision> preToolUse(String tool, JsonValue args, CheckOptions options) {
        SessionArguments.requireObject(args);
        Promised<HookDecision> check = new Promised<>(executor, catchUp, LOST_CHECK);
        submit(new HostInput.ToolChecked(info.id(), tool, args, options, check));
        return check;
    }

    @Override
    public Interception intercept(
            ProviderName name, int rank, Set<InterceptorInterest> interests, SessionInterceptor interceptor) {
        if (interceptors.incrementAndGet() > mostInterceptors) {
            interceptors.decrementAndGet();
            throw new IllegalStateException("session '" + info.id() + "' has " + mostInterceptors
                    + " interceptors already, which is the limit");
        }
        RunningInterception interception = new RunningInterception(name, interceptor, this, executor);
        submit(new HostInput.InterceptorAdded(info.id(), name, rank, interests, interception));
        return interception;
    }

    @Override
    public boolean intercepts(InterceptorInterest interest) {
        return ask(model -> model.intercepts(info.id(), interest), false);
    }

    /** An interceptor takes part in other things from now on. */
    void change(RunningInterception interception, Set<InterceptorInterest> interests) {
        submit(new HostInput.InterceptorChanged(info.id(), interception, interests));
    }

    /** An interceptor is to be asked no more; once for each. */
    void remove(RunningInterception interception) {
        interceptors.decrementAndGet();
        submit(new HostInput.InterceptorRemoved(info.id(), interception));
    }

    /** The time of the clock at that time of the core. */
    long clockTime(long coreNanos) {
        return loop.clockTime(coreNanos);
    }

    @Override
    public CompletionStage<Optional<String>> beforeTurn(int step) {
        Promised<Optional<String>> turn = new Promised<>(executor, catchUp, LOST_TURN);
        submit(new HostInput.TurnBegun(info.id(), step, turn));
        return turn;
    }

    @Override
    public CompletionStage<String> beforeShown(String text) {
        Promised<String> shown = new Promised<>(executor, catchUp, LOST_TEXT);
        submit(new HostInput.TextSaid(info.id(), text, shown));
        return shown;
    }

    @Override
    public void turnEnded(TurnStop stop, Optional<String> error) {
        submit(new HostInput.TurnOver(info.id(), stop, error));
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
    public void userActed() {
        submit(new HostInput.UserActed(info.id()));
    }

    @Override
    public void idle() {
        submit(new HostInput.Idled(info.id()));
    }

    @Override
    public void quiet() {
        submit(new HostInput.Quieted(info.id()));
    }

    @Override
    public CompletionStage<List<InjectedPrompt>> takePrompts(PromptOccasion occasion, Duration patience) {
        SessionArguments.requirePatience(patience);
        Promised<List<InjectedPrompt>> prompts = new Promised<>(executor, catchUp, List.of());
        submit(new HostInput.PromptsWanted(info.id(), occasion, patience, prompts));
        return prompts;
    }

    @Override
    public void bringToForeground() {
        submit(new HostInput.Foregrounded(info.id()));
    }

    @Override
    public void interrupt() {
        submit(new HostInput.Interrupted(info.id()));
    }

    void submit(Input input) {
        loop.submit(input, host, () -> {});
    }

    /** What comes after the session's end is answered as what comes at its end. */
    private <T> void submit(HostInput.Awaited<T> input) {
        loop.submit(input, host, () -> effects.complete(input.receipt(), input.ifEnded()));
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

    @Override
    public void resume(SessionHost next) {
        boolean alive = loop.ask((core, now) -> !host.isOver());
        if (!alive) {
            throw new IllegalStateException("session '" + info.id() + "' has ended; open it anew");
        }
        boolean collectsPrompts = next.collectsPrompts();
        host.handTo(next);
        submit(new HostInput.Resumed(info.id(), collectsPrompts));
    }

    @Override
    public CompletionStage<Void> close() {
        submit(new HostInput.SessionClosing(info.id()));
        // A future in earnest: containers that close what they hold wait for it as such.
        return host.ended().copy();
    }
}
