package io.tapgateway.runtime.core.connection;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.ShutdownReady;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.message.TransformResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/** The ids in a message, to be repeated in an error about it (D-033). Immutable. */
final class CorrelationReader implements ProviderMessage.Visitor<Correlation> {
    static final CorrelationReader INSTANCE = new CorrelationReader();

    private CorrelationReader() {}

    @Override
    public Correlation onAuth(Auth auth) {
        return Correlation.NONE;
    }

    @Override
    public Correlation onAuthConfirm(AuthConfirm authConfirm) {
        return Correlation.NONE;
    }

    @Override
    public Correlation onHello(Hello hello) {
        return update(hello.session(), Optional.empty());
    }

    @Override
    public Correlation onGoodbye(Goodbye goodbye) {
        return Correlation.NONE;
    }

    @Override
    public Correlation onSessionReady(SessionReady sessionReady) {
        return update(Optional.of(sessionReady.sessionId()), sessionReady.requestId());
    }

    @Override
    public Correlation onToolResult(ToolResult toolResult) {
        return call(toolResult.id());
    }

    @Override
    public Correlation onToolProgress(ToolProgress toolProgress) {
        return call(toolProgress.id());
    }

    @Override
    public Correlation onGateResult(GateResult gateResult) {
        return check(gateResult.callId());
    }

    @Override
    public Correlation onTransformResult(TransformResult transformResult) {
        return check(transformResult.callId());
    }

    @Override
    public Correlation onPush(Push push) {
        return update(push.target().sessionId(), Optional.empty());
    }

    @Override
    public Correlation onToolsUpdate(ToolsUpdate toolsUpdate) {
        return update(toolsUpdate.sessionId(), toolsUpdate.requestId());
    }

    @Override
    public Correlation onHooksUpdate(HooksUpdate hooksUpdate) {
        return update(hooksUpdate.sessionId(), hooksUpdate.requestId());
    }

    @Override
    public Correlation onContextUpdate(ContextUpdate contextUpdate) {
        return update(contextUpdate.sessionId(), contextUpdate.requestId());
    }

    @Override
    public Correlation onFilterSet(FilterSet filterSet) {
        return update(filterSet.sessionId(), filterSet.requestId());
    }

    @Override
    public Correlation onStreamQuery(StreamQuery streamQuery) {
        return new Correlation(
                streamQuery.sessionId().map(SessionId::value),
                Optional.empty(),
                Optional.of(streamQuery.queryId().value()),
                Optional.empty(),
                Optional.empty());
    }

    @Override
    public Correlation onShutdownReady(ShutdownReady shutdownReady) {
        return update(shutdownReady.sessionId(), Optional.empty());
    }

    private static Correlation update(Optional<SessionId> session, Optional<RequestId> request) {
        return new Correlation(
                session.map(SessionId::value),
                request.map(RequestId::value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Correlation call(CallId id) {
        return new Correlation(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(id.value()), Optional.empty());
    }

    private static Correlation check(CallId id) {
        return new Correlation(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(id.value()));
    }
}
