package io.tapgateway.mcp.provider;

import io.tapgateway.protocol.model.ToolName;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How a server is. Immutable.
 *
 * @param pid of its program, while that runs; empty without one
 * @param problem what is in the way, for people; empty if nothing is
 * @param tools what its tools are called in the session
 * @param fingerprint names all that the server has told of its tools last: what is approved, when that is
 * @param waiting tools that have to be approved first, by the server's names, and what is new of each
 * @param leftOut tools that the session cannot have, by the server's names, and why
 */
public record McpServerView(
        McpServerSpec spec,
        State state,
        OptionalLong pid,
        String problem,
        List<ToolName> tools,
        String fingerprint,
        Map<String, List<String>> waiting,
        Map<String, String> leftOut) {
    /** Where it is in its life. */
    public enum State {
        /** There is a way to it, and it has not told of its tools yet. */
        STARTING,
        /** Its tools are there. */
        READY,
        /** The program or the connection has ended, and is tried again in a moment. */
        WAITING,
        /** The program has ended too often; somebody has to want it again. */
        LEFT_ALONE,
        /** Ended for good. */
        ENDED;

        /** For programs and people. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public McpServerView {
        tools = List.copyOf(tools);
    }
}
