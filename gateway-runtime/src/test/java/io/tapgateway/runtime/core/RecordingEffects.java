package io.tapgateway.runtime.core;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps what the core wants done, in order, until a test takes it. Confined to one test. */
public final class RecordingEffects implements Effects {
    /** Something that the core wants done. Immutable. */
    public interface Effect {}

    public record Sent(ConnectionId connection, GatewayMessage message) implements Effect {}

    public record Pinged(ConnectionId connection) implements Effect {}

    public record Admitted(ConnectionId connection, InboundClass inbound) implements Effect {}

    public record StateChanged(ConnectionId connection, GatewayState from, GatewayState to) implements Effect {}

    public record Closed(ConnectionId connection, CloseCode code, String reason) implements Effect {}

    public record Consulted(ConnectionId connection, Optional<String> origin) implements Effect {}

    public record Preparing(ConnectionId connection, Path directory) implements Effect {}

    public record Reading(FileRequest request) implements Effect {}

    public record Completed(Receipt<?> receipt, Object answer) implements Effect {}

    public record Reported(Receipt<ToolOutcome> call, CallProgress progress) implements Effect {}

    public record Noticed(SessionId session, HostNotice notice) implements Effect {}

    public record Intercepting(InterceptorAddress interceptor, InterceptorNotice notice) implements Effect {}

    public record Failed(String what, Throwable bug) implements Effect {}

    public record Published(GatewayEvent event) implements Effect {}

    private final List<Effect> effects = new ArrayList<>();
    private final boolean observed;

    private RecordingEffects(boolean observed) {
        this.observed = observed;
    }

    /** Nobody wants to hear of events. */
    public static RecordingEffects unobserved() {
        return new RecordingEffects(false);
    }

    /** Events are recorded, too. */
    public static RecordingEffects observed() {
        return new RecordingEffects(true);
    }

    /** Everything since the last take, oldest first; it is not there any more. */
    public List<Effect> take() {
        List<Effect> taken = List.copyOf(effects);
        effects.clear();
        return taken;
    }

    /** Everything of one kind since the last take, oldest first; it stays. */
    public <T extends Effect> List<T> all(Class<T> kind) {
        return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** What a connection was sent since the last take, oldest first; it stays. */
    public List<GatewayMessage> sentTo(ConnectionId connection) {
        return all(Sent.class).stream()
                .filter(sent -> sent.connection().equals(connection))
                .map(Sent::message)
                .toList();
    }

    @Override
    public void report(Receipt<ToolOutcome> call, CallProgress progress) {
        effects.add(new Reported(call, progress));
    }

    @Override
    public void send(ConnectionId connection, GatewayMessage message) {
        effects.add(new Sent(connection, message));
    }

    @Override
    public void ping(ConnectionId connection) {
        effects.add(new Pinged(connection));
    }

    @Override
    public void admit(ConnectionId connection, InboundClass inbound) {
        effects.add(new Admitted(connection, inbound));
    }

    @Override
    public void stateChanged(ConnectionId connection, GatewayState from, GatewayState to) {
        effects.add(new StateChanged(connection, from, to));
    }

    @Override
    public void close(ConnectionId connection, CloseCode code, String reason) {
        effects.add(new Closed(connection, code, reason));
    }

    @Override
    public void consultOnPairing(ConnectionId connection, Optional<String> origin) {
        effects.add(new Consulted(connection, origin));
    }

    @Override
    public void prepareDirectory(ConnectionId connection, Path directory) {
        effects.add(new Preparing(connection, directory));
    }

    @Override
    public void readFile(FileRequest request) {
        effects.add(new Reading(request));
    }

    @Override
    public <T> void complete(Receipt<T> receipt, T answer) {
        effects.add(new Completed(receipt, answer));
    }

    @Override
    public void notifyHost(SessionId session, HostNotice notice) {
        effects.add(new Noticed(session, notice));
    }

    @Override
    public void notifyInterceptor(InterceptorAddress interceptor, InterceptorNotice notice) {
        effects.add(new Intercepting(interceptor, notice));
    }

    @Override
    public void fault(String what, Throwable bug) {
        effects.add(new Failed(what, bug));
    }

    @Override
    public boolean isObserved() {
        return observed;
    }

    @Override
    public void publish(GatewayEvent event) {
        effects.add(new Published(event));
    }
}
