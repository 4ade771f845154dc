package io.tapgateway.app.extension;

import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * A directory with an extension, and what becomes of it. Immutable.
 *
 * @param manifest empty if it cannot be used, or there is nothing to start
 * @param problem why it is not started; empty if it is
 */
public record FoundExtension(Scope scope, Path directory, Optional<Manifest> manifest, Fate fate, String problem) {
    /** Whose it is; whoever comes first wins (Z-004). */
    public enum Scope {
        /** Somebody has named the directory. */
        EXPLICIT,
        /** It lies in the directory of the session. */
        PROJECT,
        /** The user has installed it. */
        GLOBAL;

        /** For programs and people. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What becomes of it (Z-005, Z-006). */
    public enum Fate {
        /** It is started. */
        STARTED,
        /** Its user has switched it off. */
        DISABLED,
        /** Another one of that name comes first. */
        SHADOWED,
        /** Nobody has said that it may run. */
        UNAPPROVED,
        /** There are too many. */
        REFUSED,
        /** It cannot be used. */
        FAILED,
        /** It has no program. */
        NOTHING_TO_START;

        /** For programs and people. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** What to call it. */
    public String name() {
        return manifest.map(Manifest::name)
                .orElseGet(() -> Optional.ofNullable(directory.getFileName())
                        .map(Path::toString)
                        .orElse("/"));
    }
}
