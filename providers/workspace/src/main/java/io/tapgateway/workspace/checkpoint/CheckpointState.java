package io.tapgateway.workspace.checkpoint;

import io.tapgateway.protocol.model.MayChange;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What there is to restore in a session. Immutable.
 *
 * @param status whether what the session found is recorded
 * @param problem why it is not, a sentence; empty unless it has failed
 * @param began when the session's part in the store began
 * @param directory where the store is
 * @param checkpoints the oldest first
 * @param canUndo whether what the last restore found can be restored
 */
@MayChange
public record CheckpointState(
        Status status,
        Optional<String> problem,
        Instant began,
        Path directory,
        List<Checkpoint> checkpoints,
        boolean canUndo) {
    /** Whether what a session found is recorded. */
    public enum Status {
        /** Nothing was changed yet, and nobody has asked. */
        NONE,
        /** It is being recorded. */
        INITIALIZING,
        /** It is recorded. */
        READY,
        /** It is not, and will not be. */
        FAILED
    }

    public CheckpointState {
        checkpoints = List.copyOf(checkpoints);
    }
}
