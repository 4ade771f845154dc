package io.tapgateway.model;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.ChangedArgs;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.ProviderOfferings;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.TurnStop;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A session in which somebody thinks: what the user says and stops reaches the agent as well. Thread-safe. */
final class ThinkingSession implements GatewaySession {
    private final GatewaySession session;
    private final ThinkingAgent agent;

    ThinkingSession(GatewaySession session, ThinkingAgent agent) {
        this.session = session;
        this.agent = agent;
    }

    @Override
    public void publish(SessionHostEvent event) {
        session.publish(event);
        if (event.name().equals(SessionHostEvent.USER_MESSAGE)) {
            event.data().get("content").flatMap(JsonReader.TEXT::tryRead).ifPresent(agent::hear);
        }
    }

    @Override
    public void interrupt() {
        agent.stop();
        session.interrupt();
    }

    /** The agent has no part in it any more. */
    @Override
    public void resume(SessionHost next) {
        session.resume(next);
        agent.closed();
    }

    @Override
    public CompletionStage<Void> close() {
        agent.closed();
        return session.close();
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
    public CompletionStage<HookDecision> preToolUse(String tool, JsonValue args, Asking asking, ChangedArgs changes) {
        return session.preToolUse(tool, args, asking, changes);
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
}
