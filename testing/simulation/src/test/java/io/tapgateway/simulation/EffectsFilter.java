package io.tapgateway.simulation;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.FileRequest;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.InterceptorAddress;
import io.tapgateway.runtime.core.kernel.InterceptorNotice;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.transport.InboundClass;
import java.nio.file.Path;
import java.util.Optional;

/** Lets every effect through; a mutant overrides what it breaks. */
class EffectsFilter implements Effects {
    /** Lets everything through but answers of one kind. */
    abstract static class OfAnswers<A> extends EffectsFilter {
        private final Class<A> kind;

        OfAnswers(Class<A> kind, Effects world) {
            super(world);
            this.kind = kind;
        }

        abstract void answer(Receipt<A> receipt, A answer);

        @Override
        @SuppressWarnings("unchecked") // a receipt is for the kind of answer that comes with it
        public final <T> void complete(Receipt<T> receipt, T answer) {
            if (kind.isInstance(answer)) {
                answer((Receipt<A>) receipt, kind.cast(answer));
            } else {
                world.complete(receipt, answer);
            }
        }
    }

    final Effects world;

    EffectsFilter(Effects world) {
        this.world = world;
    }

    @Override
    public void report(Receipt<ToolOutcome> call, CallProgress progress) {
        world.report(call, progress);
    }

    @Override
    public void send(ConnectionId connection, GatewayMessage message) {
        world.send(connection, message);
    }

    @Override
    public void ping(ConnectionId connection) {
        world.ping(connection);
    }

    @Override
    public void admit(ConnectionId connection, InboundClass inbound) {
        world.admit(connection, inbound);
    }

    @Override
    public void stateChanged(ConnectionId connection, GatewayState from, GatewayState to) {
        world.stateChanged(connection, from, to);
    }

    @Override
    public void close(ConnectionId connection, CloseCode code, String reason) {
        world.close(connection, code, reason);
    }

    @Override
    public void consultOnPairing(ConnectionId connection, Optional<String> origin) {
        world.consultOnPairing(connection, origin);
    }

    @Override
    public void prepareDirectory(ConnectionId connection, Path directory) {
        world.prepareDirectory(connection, directory);
    }

    @Override
    public void readFile(FileRequest request) {
        world.readFile(request);
    }

    @Override
    public <T> void complete(Receipt<T> receipt, T answer) {
        world.complete(receipt, answer);
    }

    @Override
    public void notifyHost(SessionId session, HostNotice notice) {
        world.notifyHost(session, notice);
    }

    @Override
    public void notifyInterceptor(InterceptorAddress interceptor, InterceptorNotice notice) {
        world.notifyInterceptor(interceptor, notice);
    }

    @Override
    public void fault(String what, Throwable bug) {
        world.fault(what, bug);
    }

    @Override
    public boolean isObserved() {
        return world.isObserved();
    }

    @Override
    public void publish(GatewayEvent event) {
        world.publish(event);
    }
}
