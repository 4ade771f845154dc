package io.tapgateway.simulation.invariant.authority;

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

import io.tapgateway.protocol.model.Capability;
import io.tapgateway.simulation.trace.ExpectedCredential;
import java.util.EnumSet;
import java.util.Set;

/**
 * Who may do what, written down once more from the specification (A/capabilities), so that not only one hand has
 * written it. Immutable.
 */
final class Matrix {
    private static final Set<Capability> SPAWNED = EnumSet.of(
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
            RETURN_FILES);

    private static final Set<Capability> DISCOVERED = EnumSet.of(REGISTER_TOOLS, PUSH_EVENTS, QUERY_OWN_STREAMS);

    private static final Set<Capability> PAIRED =
            EnumSet.of(REGISTER_TOOLS, PUSH_EVENTS, APPEND_TRANSFORMS, QUERY_OWN_STREAMS, SUBSCRIBE_OWN_TOOL_EVENTS);

    private Matrix() {}

    static boolean allows(ExpectedCredential credential, Capability capability) {
        return switch (credential.kind()) {
            case LOCAL -> true;
            case SPAWNED -> SPAWNED.contains(capability);
            case DISCOVERED -> DISCOVERED.contains(capability);
            case PAIRED -> PAIRED.contains(capability);
        };
    }
}
