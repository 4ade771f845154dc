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
import io.tapgateway.runtime.core.call.CheckDesk;
import io.tapgateway.runtime.core.call.SentCalls;
import io.tapgateway.runtime.core.connection.Complaint;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.prompt.PromptDesk;
import io.tapgateway.runtime.core.provider.HelloDesk;
import io.tapgateway.runtime.core.provider.UpdateDesk;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.stream.PushDesk;
import io.tapgateway.runtime.core.stream.QueryDesk;
import java.util.Optional;

/** Which desk each message goes to. Confined to the loop. */
final class MessageDispatch {
    private final Complaints complaints;
    private final Entrance entrance;
    private final HelloDesk hellos;
    private final UpdateDesk updates;
    private final SentCalls sent;
    private final CheckDesk checks;
    private final PromptDesk prompts;
    private final PushDesk pushes;
    private final QueryDesk queries;
    private final Shutdowns shutdowns;

    MessageDispatch(
            Complaints complaints,
            Entrance entrance,
            HelloDesk hellos,
            UpdateDesk updates,
            SentCalls sent,
            CheckDesk checks,
            PromptDesk prompts,
            PushDesk pushes,
            QueryDesk queries,
            Shutdowns shutdowns) {
        this.complaints = complaints;
        this.entrance = entrance;
        this.hellos = hellos;
        this.updates = updates;
        this.sent = sent;
        this.checks = checks;
        this.prompts = prompts;
        this.pushes = pushes;
        this.queries = queries;
        this.shutdowns = shutdowns;
    }

    /** Hands over a message that is legal in the state of its connection. */
    void dispatch(Connection connection, ProviderMessage message) {
        Optional<Complaint> complaint = message.accept(new Handling(connection, message));
        if (complaint.isPresent()) {
            complaints.refuse(connection, message, complaint.get());
        }
    }

    /** Returns the refusal; empty if the message is accepted or already answered. */
    private final class Handling implements ProviderMessage.Visitor<Optional<Complaint>> {
        private final Connection connection;
        private final ProviderMessage message;

        private Handling(Connection connection, ProviderMessage message) {
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
        public Optional<Complaint> onAuth(Auth auth) {
            entrance.authenticate(connection, auth);
            return Optional.empty();
        }

        @Override
        public Optional<Complaint> onAuthConfirm(AuthConfirm authConfirm) {
            entrance.confirm(connection, authConfirm);
            return Optional.empty();
        }

        @Override
        public Optional<Complaint> onHello(Hello hello) {
            return hellos.hello(connection, hello);
        }

        @Override
        public Optional<Complaint> onGoodbye(Goodbye goodbye) {
            hellos.goodbye(connection);
            return Optional.empty();
        }

        @Override
        public Optional<Complaint> onSessionReady(SessionReady sessionReady) {
            return updates.ready(registration(), sessionReady);
        }

        @Override
        public Optional<Complaint> onToolResult(ToolResult toolResult) {
            sent.result(connection, toolResult);
            return Optional.empty();
        }

        @Override
        public Optional<Complaint> onToolProgress(ToolProgress toolProgress) {
            sent.progress(connection, toolProgress);
            return Optional.empty();
        }

        @Override
        public Optional<Complaint> onGateResult(GateResult gateResult) {
            checks.answer(connection, gateResult);
            return Optional.empty();
        }

        @Override
        public Optional<Complaint> onTransformResult(TransformResult transformResult) {
            prompts.result(connection, transformResult);
            return Optional.empty();
        }

        @Override
        public Optional<Complaint> onPush(Push push) {
            return pushes.push(registration(), push);
        }

        @Override
        public Optional<Complaint> onToolsUpdate(ToolsUpdate toolsUpdate) {
            return updates.tools(registration(), toolsUpdate);
        }

        @Override
        public Optional<Complaint> onHooksUpdate(HooksUpdate hooksUpdate) {
            return updates.hooks(registration(), hooksUpdate);
        }

        @Override
        public Optional<Complaint> onContextUpdate(ContextUpdate contextUpdate) {
            return updates.context(registration(), contextUpdate);
        }

        @Override
        public Optional<Complaint> onFilterSet(FilterSet filterSet) {
            return updates.filter(registration(), filterSet);
        }

        @Override
        public Optional<Complaint> onStreamQuery(StreamQuery streamQuery) {
            return queries.query(registration(), streamQuery);
        }

        @Override
        public Optional<Complaint> onShutdownReady(ShutdownReady shutdownReady) {
            return shutdowns.ready(registration(), shutdownReady);
        }
    }
}
