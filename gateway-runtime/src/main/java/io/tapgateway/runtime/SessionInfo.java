package io.tapgateway.runtime;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What a host tells the gateway about its session. Immutable.
 *
 * @param id new among the open sessions; by it they are named everywhere
 * @param label for people and providers; the gateway shows it cleaned and cut at 120 characters (D-060)
 * @param cwd where the agent works; only providers of this session are told
 * @param foreground whether this is the session the user looks at
 * @param discoverable whether holders of the discovery token may see and join it (D-059)
 * @param reserved names that it keeps
 */
public record SessionInfo(
        SessionId id,
        String label,
        Optional<Path> cwd,
        boolean foreground,
        boolean discoverable,
        ReservedNames reserved) {

    /** @throws InvalidMessage if no session may have that id (D-066) */
    public SessionInfo {
        id.requireOpenable();
    }

    /** A session that only providers of its own host can join. */
    public static SessionInfo of(String id, String label, Path cwd) {
        return new SessionInfo(new SessionId(id), label, Optional.of(cwd), false, false, ReservedNames.NONE);
    }

    /** This session under another label. */
    public SessionInfo withLabel(String other) {
        return new SessionInfo(id, other, cwd, foreground, discoverable, reserved);
    }

    /** This session, visible to holders of the discovery token or not. */
    public SessionInfo withDiscoverable(boolean visible) {
        return new SessionInfo(id, label, cwd, foreground, visible, reserved);
    }

    /** This session, in the foreground or not. */
    public SessionInfo withForeground(boolean inFront) {
        return new SessionInfo(id, label, cwd, inFront, discoverable, reserved);
    }

    /** Names of the host's own tools, which no provider may take (D-119). */
    public Set<String> reservedToolNames() {
        return reserved.tools();
    }

    /** This session with other names of the host's own tools. */
    public SessionInfo withReservedToolNames(Set<String> names) {
        return withReserved(new ReservedNames(names, reserved.providers(), reserved.configured()));
    }

    /** This session with other names that no provider may use (D-072). */
    public SessionInfo withReservedProviderNames(Set<ProviderName> names) {
        return withReserved(new ReservedNames(reserved.tools(), names, reserved.configured()));
    }

    /** This session with other names that are kept for internal and project providers (D-075). */
    public SessionInfo withConfiguredProviderNames(Set<ProviderName> names) {
        return withReserved(new ReservedNames(reserved.tools(), reserved.providers(), names));
    }

    private SessionInfo withReserved(ReservedNames names) {
        return new SessionInfo(id, label, cwd, foreground, discoverable, names);
    }
}
