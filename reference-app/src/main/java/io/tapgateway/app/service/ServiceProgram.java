package io.tapgateway.app.service;

import com.google.common.collect.ImmutableSortedMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a service runs. Immutable.
 *
 * @param launcher the script that starts this program
 * @param arguments of the launcher
 * @param environment what it needs besides what the system gives it, by name in order; no secrets, for all may read it
 */
public record ServiceProgram(Path launcher, List<String> arguments, Map<String, String> environment) {
    public ServiceProgram {
        arguments = List.copyOf(arguments);
        environment = ImmutableSortedMap.copyOf(environment);
    }

    /** The launcher and its arguments. */
    List<String> command() {
        return Stream.concat(Stream.of(launcher.toString()), arguments.stream()).toList();
    }
}
