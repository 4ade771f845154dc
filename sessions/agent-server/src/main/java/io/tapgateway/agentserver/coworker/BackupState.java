package io.tapgateway.agentserver.coworker;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The checkpoints of a workspace, as clients see them. Immutable.
 *
 * @param directory where they are kept; empty until it is ready
 * @param failure why there are none; only if the status is failed
 */
public record BackupState(
        Status status,
        Optional<String> directory,
        Instant createdAt,
        List<Checkpoint> checkpoints,
        Optional<String> failure) {
    /** Whether something can be taken back. */
    public enum Status {
        INITIALIZING,
        READY,
        FAILED
    }

    /**
     * A state to which the files can be taken back.
     *
     * @param index counts from 1
     * @param automatic whether nobody has asked for it
     * @param changed whether it differs from the first state
     * @param patchBytes what it takes on disk beside that
     */
    public record Checkpoint(
            String id, int index, Instant createdAt, boolean automatic, boolean changed, long patchBytes) {}

    public BackupState {
        checkpoints = List.copyOf(checkpoints);
    }

    /** There are none, for that reason. */
    public static BackupState failed(Instant createdAt, String why) {
        return new BackupState(Status.FAILED, Optional.empty(), createdAt, List.of(), Optional.of(why));
    }
}
