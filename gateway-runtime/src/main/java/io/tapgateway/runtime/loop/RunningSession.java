package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallIds;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionArguments;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.TurnStop;
import io.tapgateway.runtime.core.HostInput;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** One open session, as its host drives it. Thread-safe. */
final class RunningSession extends RunningAccess implements GatewaySession {
    private static final Optional<String> LOST_TURN = Optional.of("The gateway lost this question.");
    private static final String LOST_TEXT = "withheld: the gateway lost this text";

    private final SessionId id;
    private final GatewayLoop loop;
    private final HostReceiver host;
    private final int mostInterceptors;
    private final AtomicInteger interceptors = new AtomicInteger();

    /** @param told where {@code host} is told what happens in the session */
    RunningSession(
            SessionInfo info,
            CallIds ids,
            GatewayLoop loop,
            LoopEffects effects,
            Executor executor,
            HostMailbox told,
            HostReceiver host,
            int mostInterceptors) {
        super(info, ids, loop, effects, executor, told);
        this.id = info.id();
        this.loop = loop;
        this.host = host;
        this.mostInterceptors = mostInterceptors;
    }

    @Override
    boolean isHost() {
        return true;
    }

    @Override
    public Interception intercept(
            ProviderName name, int rank, Set<InterceptorInterest> interests, SessionInterceptor interceptor) {
        if (interceptors.incrementAndGet() > mostInterceptors) {
            interceptors.decrementAndGet();
            throw new IllegalStateException(
                    "session '" + id + "' has " + mostInterceptors + " interceptors already, which is the limit");
        }
        RunningInterception interception = new RunningInterception(name, interceptor, this, executor());
        submit(new HostInput.InterceptorAdded(id, name, rank, interests, interception));
        return interception;
    }

    @Override
    public boolean intercepts(InterceptorInterest interest) {
        return ask(model -> model.intercepts(id, interest), false);
    }

    /** An interceptor takes part in other things from now on. */
    void change(RunningInterception interception, Set<InterceptorInterest> interests) {
        submit(new HostInput.InterceptorChanged(id, interception, interests));
    }

    /** An interceptor is to be asked no more; once for each. */
    void remove(RunningInterception interception) {
        interceptors.decrementAndGet();
        submit(new HostInput.InterceptorRemoved(id, interception));
    }

    /** The time of the clock at that time of the core. */
    long clockTime(long coreNanos) {
        return loop.clockTime(coreNanos);
    }

    @Override
    public CompletionStage<Optional<String>> beforeTurn(int step) {
        Promised<Optional<String>> turn = promised(LOST_TURN);
        submit(new HostInput.TurnBegun(id, step, turn));
        return turn;
    }

    @Override
    public CompletionStage<String> beforeShown(String text) {
        Promised<String> shown = promised(LOST_TEXT);
        submit(new HostInput.TextSaid(id, text, shown));
        return shown;
    }

    @Override
    public void turnEnded(TurnStop stop, Optional<String> error) {
        submit(new HostInput.TurnOver(id, stop, error));
    }

    @Override
    public CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections) {
        return assemble(sections, Optional.empty());
    }

    @Override
    public Set<ExternalAppend> externalAppends() {
        return ask(model -> model.externalAppends(id), Set.of());
    }

    @Override
    public CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections, Set<ExternalAppend> approved) {
        return assemble(sections, Optional.of(Set.copyOf(approved)));
    }

    private CompletionStage<PromptAssembly> assemble(PromptSections sections, Optional<Set<ExternalAppend>> approved) {
        Promised<PromptAssembly> prompt = promised(PromptAssembly.unchanged(sections));
        submit(new HostInput.PromptAsked(id, sections, approved, prompt));
        return prompt;
    }

    @Override
    public void reserveToolNames(Set<String> names) {
        SessionArguments.requireFree(names);
        submit(new HostInput.ToolNamesReserved(id, names));
    }

    @Override
    public void leaveArgumentsUnchecked(boolean wanted) {
        submit(new HostInput.ArgumentsUnchecked(id, wanted));
    }

    @Override
    public void publish(SessionHostEvent event) {
        submit(new HostInput.Published(id, event));
    }

    @Override
    public void userActed() {
        submit(new HostInput.UserActed(id));
    }

    @Override
    public void idle() {
        submit(new HostInput.Idled(id));
    }

    @Override
    public void quiet() {
        submit(new HostInput.Quieted(id));
    }

    @Override
    public CompletionStage<List<InjectedPrompt>> takePrompts(PromptOccasion occasion, Duration patience) {
        SessionArguments.requirePatience(patience);
        Promised<List<InjectedPrompt>> prompts = promised(List.of());
        submit(new HostInput.PromptsWanted(id, occasion, patience, prompts));
        return prompts;
    }

    @Override
    public void bringToForeground() {
        submit(new HostInput.Foregrounded(id));
    }

    @Override
    public void interrupt() {
        submit(new HostInput.Interrupted(id));
    }

    @Override
    public void resume(SessionHost next) {
        boolean alive = ask(model -> true, false);
        if (!alive) {
            throw new IllegalStateException("session '" + id + "' has ended; open it anew");
        }
        boolean collectsPrompts = next.collectsPrompts();
        host.handTo(next);
        submit(new HostInput.Resumed(id, collectsPrompts));
    }

    @Override
    public CompletionStage<Void> close() {
        submit(new HostInput.SessionClosing(id));
        // A future in earnest: containers that close what they hold wait for it as such.
        return told().ended().copy();
    }
}
