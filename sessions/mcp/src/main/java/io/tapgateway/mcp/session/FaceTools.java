package io.tapgateway.mcp.session;

import io.tapgateway.runtime.SessionAccess;

/**
 * Under which names an agent finds what its server lists, for whoever is asked in another way whether it may use that.
 * Stateless.
 */
public final class FaceTools {
    private FaceTools() {}

    /**
     * Whether the server of a session lists a tool of exactly that name, to an agent that calls itself so; be it a
     * shorter one (M-021), or a tool of the server's own.
     */
    public static boolean list(SessionAccess session, String agent, String name) {
        ShownNames names = ShownNames.forAgent(agent);
        return OwnTool.of(name).isPresent()
                || session.tools().stream()
                        .flatMap(tool -> names.shown(tool.name().value()).stream())
                        .anyMatch(name::equals);
    }
}
