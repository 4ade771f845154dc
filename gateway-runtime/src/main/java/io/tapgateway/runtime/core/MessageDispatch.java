package io.tapgateway.runtime.core;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.ContextUpdate;
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
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.provider.Engagements;
import io.tapgateway.runtime.core.provider.Providers;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.stream.PushDesk;
import io.tapgateway.runtime.core.stream.QueryDesk;

/** Which desk each message of one connection goes to. Made for one message; confined to the loop. */
final class MessageDispatch implements ProviderMessage.Visitor<MessageDispatch.Done> {
    /** All that a visit returns. */
    enum Done {
        DONE
    }

    /** The desks there are. */
    record Desks(
            Complaints complaints,
            Entrance entrance,
            Providers providers,
            Engagements engagements,
            PushDesk pushes,
            QueryDesk queries,
            Shutdowns shutdowns) {}

    private final GatewayCore core;
    private final Desks desks;
    private final Connection connection;
    private final ProviderMessage message;

    MessageDispatch(GatewayCore core, Desks desks, Connection connection, ProviderMessage message) {
        this.core = core;
        this.desks = desks;
        this.connection = connection;
        this.message = message;
    }

    private Registration registration() {
        return connection
                .registration()
                .orElseThrow(() -> new IllegalStateException(message.type() + " got through in state "
                        + connection.state().label()));
    }

    @Override
    public Done onAuth(Auth auth) {
        desks.entrance.authenticate(connection, auth);
        return Done.DONE;
    }

    @Override
    public Done onAuthConfirm(AuthConfirm authConfirm) {
        desks.entrance.confirm(connection, authConfirm);
        return Done.DONE;
    }

    @Override
    public Done onHello(Hello hello) {
        desks.providers.hellos().hello(connection, hello);
        return Done.DONE;
    }

    @Override
    public Done onGoodbye(Goodbye goodbye) {
        core.leave(connection);
        return Done.DONE;
    }

    @Override
    public Done onSessionReady(SessionReady sessionReady) {
        desks.providers.updates().ready(connection, registration(), sessionReady);
        return Done.DONE;
    }

    @Override
    public Done onToolResult(ToolResult toolResult) {
        desks.engagements.calls().result(connection, toolResult);
        return Done.DONE;
    }

    @Override
    public Done onToolProgress(ToolProgress toolProgress) {
        desks.engagements.calls().progress(connection, toolProgress);
        return Done.DONE;
    }

    @Override
    public Done onGateResult(GateResult gateResult) {
        desks.engagements.gates().answer(connection, gateResult);
        return Done.DONE;
    }

    @Override
    public Done onTransformResult(TransformResult transformResult) {
        desks.engagements.prompts().result(connection, transformResult);
        return Done.DONE;
    }

    @Override
    public Done onPush(Push push) {
        desks.pushes.push(connection, registration(), push);
        return Done.DONE;
    }

    @Override
    public Done onToolsUpdate(ToolsUpdate toolsUpdate) {
        desks.providers.updates().tools(connection, registration(), toolsUpdate);
        return Done.DONE;
    }

    @Override
    public Done onHooksUpdate(HooksUpdate hooksUpdate) {
        desks.providers.updates().hooks(connection, registration(), hooksUpdate);
        return Done.DONE;
    }

    @Override
    public Done onContextUpdate(ContextUpdate contextUpdate) {
        desks.providers.updates().context(connection, registration(), contextUpdate);
        return Done.DONE;
    }

    @Override
    public Done onFilterSet(FilterSet filterSet) {
        desks.providers.updates().filter(connection, registration(), filterSet);
        return Done.DONE;
    }

    @Override
    public Done onStreamQuery(StreamQuery streamQuery) {
        desks.queries.query(connection, registration(), streamQuery);
        return Done.DONE;
    }

    @Override
    public Done onShutdownReady(ShutdownReady shutdownReady) {
        desks.shutdowns.ready(desks.complaints, connection, registration(), shutdownReady);
        return Done.DONE;
    }
}
