package io.tapgateway.app.project;

import io.tapgateway.programs.Command;
import io.tapgateway.protocol.model.ProviderName;
import java.util.Locale;

/** A program as the file describes it. Immutable. */
public record ProgramSpec(ProviderName name, Command command, Restart restart) {
    /** When a program is started again after it has ended by itself. */
    public enum Restart {
        NEVER,
        ON_FAILURE,
        ALWAYS;

        /** As the file writes it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        boolean appliesTo(int exitCode) {
            return this == ALWAYS || (this == ON_FAILURE && exitCode != 0);
        }
    }
}
