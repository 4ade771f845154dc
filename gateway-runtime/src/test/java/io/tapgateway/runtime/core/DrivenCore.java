package io.tapgateway.runtime.core;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Policies;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.core.kernel.Confinement;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.NumberedIds;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A core with one session, whose time a test moves and whose effects it sees. Confined to one test. */
public final class DrivenCore {
    public static final SessionId SESSION = new SessionId("s");

    private final RecordingEffects effects = RecordingEffects.unobserved();
    private final GatewayCore core;
    private long now;
    private long connections;

    public DrivenCore(Policies policies) {
        core = new GatewayCore(
                Limits.standard(),
                new NumberedIds(),
                () -> Instant.EPOCH.plusNanos(now),
                () -> now,
                effects,
                policies,
                Confinement.NONE);
        core.openSession(SessionInfo.of(SESSION.value(), "A session", Path.of("/code")), Optional.empty(), false, now);
    }

    public GatewayCore core() {
        return core;
    }

    public RecordingEffects effects() {
        return effects;
    }

    public long now() {
        return now;
    }

    public void input(Input input) {
        core.handle(input, now);
    }

    /** Lets time pass; what is due on the way happens when it is due. */
    public void pass(Duration time) {
        long end = now + time.toNanos();
        while (core.nextDeadline() <= end) {
            now = Math.max(now, core.nextDeadline());
            input(new Input.Tick());
        }
        now = end;
        input(new Input.Tick());
    }

    /** A token for programs of that name. */
    public Secret spawnToken(String name) {
        return core.issueSpawnToken(SESSION, new ProviderName(name)).orElseThrow();
    }

    /** A program connects. */
    public ConnectionId connect() {
        ConnectionId id = new ConnectionId(++connections);
        input(new PeerInput.Opened(id, new Peer.Remote(Optional.empty())));
        return id;
    }

    /** A program connects and proves who it is. */
    public ConnectionId connect(Secret token) {
        ConnectionId id = connect();
        says(id, Auth.token(token.reveal()));
        return id;
    }

    public void says(ConnectionId connection, ProviderMessage message) {
        input(new PeerInput.Received(connection, new Decoded.Valid<>(message), 1));
    }

    /** Its present state. */
    public GatewayState state(ConnectionId connection) {
        List<GatewayState> states = effects.all(RecordingEffects.StateChanged.class).stream()
                .filter(change -> change.connection().equals(connection))
                .map(RecordingEffects.StateChanged::to)
                .toList();
        return states.isEmpty() ? GatewayState.awaitAuth() : states.get(states.size() - 1);
    }

    /** What it was sent of that type, oldest first. */
    public <T extends GatewayMessage> List<T> sent(ConnectionId connection, Class<T> type) {
        return effects.sentTo(connection).stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** The texts of the errors that it was sent. */
    public List<String> errors(ConnectionId connection) {
        return sent(connection, ErrorMessage.class).stream()
                .map(ErrorMessage::message)
                .toList();
    }

    /** How it was closed from this side, if it was. */
    public Optional<CloseCode> closed(ConnectionId connection) {
        return effects.all(RecordingEffects.Closed.class).stream()
                .filter(closed -> closed.connection().equals(connection))
                .map(RecordingEffects.Closed::code)
                .findFirst();
    }
}
