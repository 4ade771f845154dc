package io.tapgateway.protocol.model;

import static io.tapgateway.protocol.model.Capability.APPEND_TRANSFORMS;
import static io.tapgateway.protocol.model.Capability.CALLBACK_TRANSFORMS;
import static io.tapgateway.protocol.model.Capability.PUSH_EVENTS;
import static io.tapgateway.protocol.model.Capability.PUSH_PROMPT;
import static io.tapgateway.protocol.model.Capability.QUERY_OWN_STREAMS;
import static io.tapgateway.protocol.model.Capability.REGISTER_HOOK_RULES;
import static io.tapgateway.protocol.model.Capability.REGISTER_TOOLS;
import static io.tapgateway.protocol.model.Capability.RETURN_FILES;
import static io.tapgateway.protocol.model.Capability.SET_CONTEXT;
import static io.tapgateway.protocol.model.Capability.SUBSCRIBE_ALL_EVENTS;
import static io.tapgateway.protocol.model.Capability.SUBSCRIBE_OWN_TOOL_EVENTS;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * How far a provider is trusted, and what follows from it: the capability matrix (A/capabilities). Fixed for the life
 * of a connection (D-045). Immutable.
 */
public enum TrustLevel {
    /** Code in the gateway's own process, handed over by the embedder (D-022). */
    INTERNAL("internal", EnumSet.allOf(Capability.class)),
    /** A program that the gateway's host started, known by its spawn token. */
    PROJECT(
            "project",
            EnumSet.of(
                    REGISTER_TOOLS,
                    PUSH_EVENTS,
                    PUSH_PROMPT,
                    REGISTER_HOOK_RULES,
                    APPEND_TRANSFORMS,
                    CALLBACK_TRANSFORMS,
                    QUERY_OWN_STREAMS,
                    SUBSCRIBE_OWN_TOOL_EVENTS,
                    SUBSCRIBE_ALL_EVENTS,
                    SET_CONTEXT,
                    RETURN_FILES)),
    /** Any program of the same user that read the token file: shown as project, but with Core rights only (D-039). */
    DISCOVERY("project", EnumSet.of(REGISTER_TOOLS, PUSH_EVENTS, QUERY_OWN_STREAMS)),
    /** Whoever a user let in by typing a pairing code. */
    EXTERNAL(
            "external",
            EnumSet.of(REGISTER_TOOLS, PUSH_EVENTS, APPEND_TRANSFORMS, QUERY_OWN_STREAMS, SUBSCRIBE_OWN_TOOL_EVENTS));

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable, and never shared before
    private final Set<Capability> capabilities;

    TrustLevel(String label, Set<Capability> capabilities) {
        this.label = label;
        this.capabilities = Collections.unmodifiableSet(capabilities);
    }

    /** Whether a provider of this level may do that. */
    public boolean may(Capability capability) {
        return capabilities.contains(capability);
    }

    /** What people and hosts are shown: {@code internal}, {@code project} or {@code external}. */
    public String label() {
        return label;
    }
}
