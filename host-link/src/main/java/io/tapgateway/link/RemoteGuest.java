package io.tapgateway.link;

import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessage.Ask.Subject;
import io.tapgateway.link.message.SessionJson;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A session that somebody else hosts, in a gateway in another process: the guest takes part in the session of that id
 * at the next one (M-011). Thread-safe.
 */
final class RemoteGuest extends RemoteAccess {
    private final SessionNotices<SessionListener> notices;

    /** As the gateway has said it last; there before anybody can ask. */
    private volatile Optional<SessionInfo> info = Optional.empty();

    /** @param sessions those of this process; this one leaves them when it has ended */
    RemoteGuest(
            SessionId session, SessionListener guest, RemoteSessions sessions, GatewayClock clock, Executor executor) {
        super(session, sessions, clock, executor);
        this.notices = new SessionNotices<>(guest, executor);
    }

    @Override
    SessionNotices<SessionListener> notices() {
        return notices;
    }

    @Override
    String purpose() {
        return "attach to";
    }

    @Override
    Opening opening() {
        return new Opening() {
            @Override
            public HostMessage message(long number) {
                return new HostMessage.Attach(number, id());
            }

            @Override
            public void answered(JsonValue answer) {
                info = Optional.of(SessionJson.info(answer));
            }
        };
    }

    @Override
    public SessionInfo info() {
        return ask(Subject.INFO).read(SessionJson::info, none -> info.orElseThrow());
    }
}
