package io.tapgateway.protocol.model;

/**
 * Something a provider may be allowed to do; {@link TrustLevel#may} is the matrix (A/capabilities, D-039, D-159, D-180,
 * D-193).
 */
public enum Capability {
    /** Register, change and serve tools. */
    REGISTER_TOOLS,
    /** Push events at any level, and set filters on its own streams. */
    PUSH_EVENTS,
    /** Push a {@code prompt}, which starts a whole turn of the agent (D-193). */
    PUSH_PROMPT,
    /** Register {@code deny}, {@code context}, {@code gate} and {@code ask} rules (D-159). */
    REGISTER_HOOK_RULES,
    /** Register static {@code append} transforms. */
    APPEND_TRANSFORMS,
    /** Register {@code prepend} and {@code callback} transforms, and append to protected sections (D-181, D-182). */
    CALLBACK_TRANSFORMS,
    /** Register {@code replace} transforms (D-181). */
    REPLACE_TRANSFORMS,
    /** Query its own streams. */
    QUERY_OWN_STREAMS,
    /** Query the streams of other providers. */
    QUERY_ALL_STREAMS,
    /** Subscribe to {@code tool.execution_complete} of its own tools (D-208). */
    SUBSCRIBE_OWN_TOOL_EVENTS,
    /** Subscribe to every session event. */
    SUBSCRIBE_ALL_EVENTS,
    /** Bind to {@code "all"} and announce {@code session.ready} (D-062). */
    BIND_ALL_SESSIONS,
    /** Set {@code context} and {@code startup_context}. */
    SET_CONTEXT,
    /** Answer with a file reference, and own a persistent directory (D-152, D-154). */
    RETURN_FILES
}
