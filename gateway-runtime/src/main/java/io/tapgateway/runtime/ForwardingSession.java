package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A session that stands in front of another one and hands everything on to it. Hosts that want to hear of some of it
 * override that. {@link #callTool} and the shorter forms of other methods come to the long ones of this session first.
 * As thread-safe as the other one.
 */
@MayChange
public abstract class ForwardingSession implements GatewaySession {
    private final GatewaySession session;

    /** @param session what stands behind this */
    protected ForwardingSession(GatewaySession session) {
        this.session = session;
    }

    @Override
    public SessionInfo info() {
        return session.info();
    }

    @Override
    public List<RegisteredTool> tools() {
        return session.tools();
    }

    @Override
    public Optional<RegisteredTool> tool(String name) {
        return session.tool(name);
    }

    @Override
    public CallHandle startCall(String tool, JsonValue args, CallOptions options) {
        return session.startCall(tool, args, options);
    }

    @Override
    public void cancelCall(CallId call) {
        session.cancelCall(call);
    }

    @Override
    public void reserveToolNames(Set<String> names) {
        session.reserveToolNames(names);
    }

    @Override
    public void leaveArgumentsUnchecked(boolean wanted) {
        session.leaveArgumentsUnchecked(wanted);
    }

    @Override
    public CompletionStage<HookDecision> preToolUse(String tool, JsonValue args, CheckOptions options) {
        return session.preToolUse(tool, args, options);
    }

    @Override
    public Interception intercept(
            ProviderName name, int rank, Set<InterceptorInterest> interests, SessionInterceptor interceptor) {
        return session.intercept(name, rank, interests, interceptor);
    }

    @Override
    public boolean intercepts(InterceptorInterest interest) {
        return session.intercepts(interest);
    }

    @Override
    public CompletionStage<Optional<String>> beforeTurn(int step) {
        return session.beforeTurn(step);
    }

    @Override
    public CompletionStage<String> beforeShown(String text) {
        return session.beforeShown(text);
    }

    @Override
    public void turnEnded(TurnStop stop, Optional<String> error) {
        session.turnEnded(stop, error);
    }

    @Override
    public CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections) {
        return session.assemblePrompt(sections);
    }

    @Override
    public Set<ExternalAppend> externalAppends() {
        return session.externalAppends();
    }

    @Override
    public CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections, Set<ExternalAppend> approved) {
        return session.assemblePrompt(sections, approved);
    }

    @Override
    public void idle() {
        session.idle();
    }

    @Override
    public void bringToForeground() {
        session.bringToForeground();
    }

    @Override
    public List<ProviderOfferings> offerings() {
        return session.offerings();
    }

    @Override
    public List<StreamView> streams() {
        return session.streams();
    }

    @Override
    public List<StreamEvent> stream(String name, int last) {
        return session.stream(name, last);
    }

    @Override
    public void publish(SessionHostEvent event) {
        session.publish(event);
    }

    @Override
    public void userActed() {
        session.userActed();
    }

    @Override
    public void quiet() {
        session.quiet();
    }

    @Override
    public CompletionStage<List<InjectedPrompt>> takePrompts(PromptOccasion occasion, Duration patience) {
        return session.takePrompts(occasion, patience);
    }

    @Override
    public void interrupt() {
        session.interrupt();
    }

    @Override
    public void resume(SessionHost next) {
        session.resume(next);
    }

    @Override
    public CompletionStage<Void> close() {
        return session.close();
    }
}
