package io.tapgateway.emitters;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What the emitters of a session may do. Immutable.
 *
 * @param workspace where commands run; empty if none may
 * @param agentCommands whether the agent may start commands of its own, or those that it was given only
 * @param environment of the process that starts commands; a few variables of it are passed on
 */
public record EmitterSettings(Optional<Path> workspace, boolean agentCommands, Map<String, String> environment) {
    public EmitterSettings {
        environment = Map.copyOf(environment);
    }
}
