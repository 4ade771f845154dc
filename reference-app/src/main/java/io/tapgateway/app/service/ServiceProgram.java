package io.tapgateway.app.service;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a service runs. Immutable.
 *
 * @param launcher the script that starts this program
 * @param arguments of the launcher
 * @param environment what it needs besides what the system gives it; no secrets, for all may read it
 */
public record ServiceProgram(Path launcher, List<String> arguments, Map<String, String> environment) {
    public ServiceProgram {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }
}
