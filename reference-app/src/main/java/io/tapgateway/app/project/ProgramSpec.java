package io.tapgateway.app.project;

import io.tapgateway.protocol.model.ProviderName;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A program as the file describes it. Immutable.
 *
 * @param command the program and its arguments; no shell reads them
 * @param directory in the workspace, without links
 * @param environment what the program finds beside the usual
 */
public record ProgramSpec(
        ProviderName name, List<String> command, Path directory, Map<String, String> environment, Restart restart) {
    public ProgramSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** When a program is started again after it has ended by itself. */
    public enum Restart {
        NEVER,
        ON_FAILURE,
        ALWAYS;

        /** As the file writes it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Optional<Restart> labelled(String label) {
            return Arrays.stream(values())
                    .filter(it -> it.label().equals(label))
                    .findFirst();
        }

        boolean appliesTo(int exitCode) {
            return this == ALWAYS || (this == ON_FAILURE && exitCode != 0);
        }
    }
}
