package io.tapgateway.app.cli.serving;

import io.tapgateway.workspace.checkpoint.CheckpointMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When what is in a workspace is recorded. Confined to the main thread. */
final class CheckpointOption {
    @Option(
            names = "--checkpoints",
            paramLabel = "auto|asked|off",
            description =
                    "Whether what is in the workspace is recorded, so that edits can be taken back: after each turn, when you"
                            + " ask, or never. Default: auto.")
    private @Nullable Recording recording;

    /** When it is. */
    enum Recording {
        /** After each turn, and when somebody asks. */
        AUTO,
        /** When somebody asks. */
        ASKED,
        /** Never. */
        OFF
    }

    /** Whether anybody has said so. */
    boolean isSaid() {
        return recording != null;
    }

    /** When it is; never, if empty. */
    Optional<CheckpointMode> mode() {
        Recording wanted = recording == null ? Recording.AUTO : recording;
        return switch (wanted) {
            case AUTO -> Optional.of(CheckpointMode.AUTO);
            case ASKED -> Optional.of(CheckpointMode.ASKED);
            case OFF -> Optional.empty();
        };
    }
}
