package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.ClientInfo;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.ReservedNames;
import io.tapgateway.runtime.SessionInfo;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the gateway is told of the session of an agent (M-011). Stateless. */
final class AgentSessionInfo {
    private static final String BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int RANDOM_CHARACTERS = 8;
    private static final int LONGEST_NAME = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Nobody else may have the names of the face's own tools. */
    private static final ReservedNames OURS = new ReservedNames(OwnTool.names(), Set.of(), Set.of());

    private AgentSessionInfo() {}

    /**
     * A session that programs of this machine may join.
     *
     * @param where the agent works, for people
     * @param cwd its directory; empty if nobody knows
     * @param suffix tells it from other sessions of the same agent
     */
    static SessionInfo of(ClientInfo client, Optional<String> where, Optional<Path> cwd, String suffix) {
        SessionId id = new SessionId(name(client) + "-" + suffix);
        return new SessionInfo(id, label(client, where), cwd, false, true, OURS);
    }

    /** The same session in that directory. */
    static SessionInfo in(Path directory, ClientInfo client, SessionInfo session) {
        return new SessionInfo(
                session.id(),
                label(client, Optional.ofNullable(directory.getFileName()).map(Path::toString)),
                Optional.of(directory),
                session.foreground(),
                session.discoverable(),
                session.reserved());
    }

    private static String label(ClientInfo client, Optional<String> where) {
        String shown = title(client);
        return where.map(it -> shown + ": " + it).orElse(shown);
    }

    /** What people call the agent. */
    static String title(ClientInfo client) {
        String title = client.title().orElse(client.name()).strip();
        return title.isEmpty() ? "Agent" : title;
    }

    private static String name(ClientInfo client) {
        String plain = client.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String cut = plain.substring(0, Math.min(LONGEST_NAME, plain.length())).replaceAll("^-|-$", "");
        return cut.isEmpty() ? "agent" : cut;
    }

    /** A suffix for a session that has none. */
    static String random() {
        return RANDOM.ints(RANDOM_CHARACTERS, 0, BASE32.length())
                .mapToObj(at -> BASE32.substring(at, at + 1))
                .collect(Collectors.joining());
    }
}
