package io.tapgateway.mcp.session;

/**
 * How agents are served, whoever they are. Immutable.
 *
 * @param version of the program that serves them
 * @param lazy which tools they have to look for
 * @param approveInAgent whether agents that have a person fill in forms may have tools approved in that way (U-108)
 * @param leadsToHandshake whether agents that are better served with a handshake are made to begin with one (G-014)
 */
public record FaceSettings(String version, LazyTools lazy, boolean approveInAgent, boolean leadsToHandshake) {
    /** All tools in the list, and nothing approved where an agent could say yes by itself. */
    public static FaceSettings standard(String version) {
        return new FaceSettings(version, LazyTools.NEVER, false, true);
    }
}
