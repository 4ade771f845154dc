package io.tapgateway.programs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What to run, and where. Immutable.
 *
 * @param line the program and its arguments; no shell reads them
 * @param directory in the workspace, without links
 * @param environment what the program finds beside the usual
 */
public record Command(List<String> line, Path directory, Map<String, String> environment) {
    public Command {
        line = List.copyOf(line);
        environment = Map.copyOf(environment);
    }
}
