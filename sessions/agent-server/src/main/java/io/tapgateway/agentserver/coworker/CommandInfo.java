package io.tapgateway.agentserver.coworker;

import java.util.List;
import java.util.Optional;

/**
 * A command that a client can have expanded (W-056). Immutable.
 *
 * @param skill whether it comes from a skill
 * @param hints the places for arguments that its text has
 */
public record CommandInfo(String name, Optional<String> description, boolean skill, List<String> hints) {
    public CommandInfo {
        hints = List.copyOf(hints);
    }
}
