package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.model.Capability;
import io.tapgateway.runtime.SessionHostEvent;
import java.util.Optional;

/** What it takes to subscribe to a session event (A/capabilities, D-208, D-209). */
final class EventRights {
    private EventRights() {}

    /** The needed capability; empty for names the protocol does not know, which are ignored. */
    static Optional<Capability> needed(String event) {
        return switch (event) {
            case SessionHostEvent.TOOL_EXECUTION_COMPLETE -> Optional.of(Capability.SUBSCRIBE_OWN_TOOL_EVENTS);
            case "user.message", "assistant.message", "assistant.intent" ->
                Optional.of(Capability.SUBSCRIBE_ALL_EVENTS);
            default -> Optional.empty();
        };
    }
}
