package io.tapgateway.link;

import io.tapgateway.link.RemoteSessionStates.RemoteSessionState;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessage.Signal;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.SessionInfo;
import java.util.Set;

/** How a host wants one of its sessions to be, at whatever gateway that is. Immutable. */
record Wish(SessionInfo info, boolean unchecked) {
    /** What a gateway knows of the wish once it has opened the session. */
    Wish asOpened() {
        return new Wish(info, false);
    }

    /** The same of a session that its gateway calls something else. */
    Wish called(SessionId id) {
        return new Wish(
                new SessionInfo(id, info.label(), info.cwd(), info.foreground(), info.discoverable(), info.reserved()),
                unchecked);
    }

    Wish reserving(Set<String> names) {
        return new Wish(info.withReservedToolNames(names), unchecked);
    }

    Wish unchecked(boolean wanted) {
        return new Wish(info, wanted);
    }

    Wish inFront(boolean wanted) {
        return new Wish(info.withForeground(wanted), unchecked);
    }

    /**
     * Tells the gateway at which the session is open in what this wish differs from what it has been told before.
     *
     * @param id what it is called there
     */
    void tell(RemoteSessionState session, SessionId id, Wish told) {
        Set<String> names = info.reservedToolNames();
        if (!names.equals(told.info.reservedToolNames())) {
            var unused = session.request(number -> new HostMessage.Reserve(number, id, names));
        }
        if (unchecked != told.unchecked) {
            session.say(new Signal(id, unchecked ? Signal.Kind.DO_NOT_VALIDATE : Signal.Kind.VALIDATE));
        }
    }
}
