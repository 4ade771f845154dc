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

/** Which desk each message goes to. Confined to the loop. */
final class MessageDispatch {
    private final Complaints complaints;
    private final Entrance entrance;
    private final Providers providers;
    private final Engagements engagements;
    private final PushDesk pushes;
    private final QueryDesk queries;
    private final Shutdowns shutdowns;

    MessageDispatch(
            Complaints complaints,
            Entrance entrance,
            Providers providers,
            Engagements engagements,
            PushDesk pushes,
            QueryDesk queries,
            Shutdowns shutdowns) {
        this.complaints = complaints;
        this.entrance = entrance;
        this.providers = providers;
        this.engagements = engagements;
        this.pushes = pushes;
        this.queries = queries;
        this.shutdowns = shutdowns;
    }

    /** Hands over a message that is legal in the state of its connection. */
    void dispatch(Connection connection, ProviderMessage message) {
        message.accept(new Delivery(connection, message));
    }

    /** All that a visit returns. */
    private enum Done {
        DONE
    }

    private final class Delivery implements ProviderMessage.Visitor<Done> {
        private final Connection connection;
        private final ProviderMessage message;

        private Delivery(Connection connection, ProviderMessage message) {
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
            entrance.authenticate(connection, auth);
            return Done.DONE;
        }

        @Override
        public Done onAuthConfirm(AuthConfirm authConfirm) {
            entrance.confirm(connection, authConfirm);
            return Done.DONE;
        }

        @Override
        public Done onHello(Hello hello) {
            providers.hellos().hello(connection, hello);
            return Done.DONE;
        }

        @Override
        public Done onGoodbye(Goodbye goodbye) {
            providers.goodbye(connection);
            return Done.DONE;
        }

        @Override
        public Done onSessionReady(SessionReady sessionReady) {
            providers.updates().ready(connection, registration(), sessionReady);
            return Done.DONE;
        }

        @Override
        public Done onToolResult(ToolResult toolResult) {
            engagements.calls().result(connection, toolResult);
            return Done.DONE;
        }

        @Override
        public Done onToolProgress(ToolProgress toolProgress) {
            engagements.calls().progress(connection, toolProgress);
            return Done.DONE;
        }

        @Override
        public Done onGateResult(GateResult gateResult) {
            engagements.gates().answer(connection, gateResult);
            return Done.DONE;
        }

        @Override
        public Done onTransformResult(TransformResult transformResult) {
            engagements.prompts().result(connection, transformResult);
            return Done.DONE;
        }

        @Override
        public Done onPush(Push push) {
            pushes.push(connection, registration(), push);
            return Done.DONE;
        }

        @Override
        public Done onToolsUpdate(ToolsUpdate toolsUpdate) {
            providers.updates().tools(connection, registration(), toolsUpdate);
            return Done.DONE;
        }

        @Override
        public Done onHooksUpdate(HooksUpdate hooksUpdate) {
            providers.updates().hooks(connection, registration(), hooksUpdate);
            return Done.DONE;
        }

        @Override
        public Done onContextUpdate(ContextUpdate contextUpdate) {
            providers.updates().context(connection, registration(), contextUpdate);
            return Done.DONE;
        }

        @Override
        public Done onFilterSet(FilterSet filterSet) {
            providers.updates().filter(connection, registration(), filterSet);
            return Done.DONE;
        }

        @Override
        public Done onStreamQuery(StreamQuery streamQuery) {
            queries.query(connection, registration(), streamQuery);
            return Done.DONE;
        }

        @Override
        public Done onShutdownReady(ShutdownReady shutdownReady) {
            shutdowns.ready(complaints, connection, registration(), shutdownReady);
            return Done.DONE;
        }
    }
}
