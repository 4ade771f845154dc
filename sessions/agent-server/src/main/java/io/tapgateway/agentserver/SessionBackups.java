package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.BackupState;
import io.tapgateway.agentserver.coworker.ClientError;
import io.tapgateway.workspace.checkpoint.Checkpoint;
import io.tapgateway.workspace.checkpoint.CheckpointListener;
import io.tapgateway.workspace.checkpoint.CheckpointProblem;
import io.tapgateway.workspace.checkpoint.CheckpointState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** The checkpoints of a workspace in the words of the protocol (W-067 – W-069). Stateless. */
final class SessionBackups {
    private static final String PENDING = "Nothing is recorded yet.";

    private SessionBackups() {}

    static BackupState of(CheckpointState state) {
        List<BackupState.Checkpoint> told = new ArrayList<>();
        for (Checkpoint each : state.checkpoints()) {
            told.add(new BackupState.Checkpoint(
                    each.id().toString(),
                    told.size() + 1,
                    each.created(),
                    each.isAutomatic(),
                    each.changed(),
                    each.bytes()));
        }
        return switch (state.status()) {
            case NONE, INITIALIZING ->
                new BackupState(
                        BackupState.Status.INITIALIZING, Optional.empty(), state.began(), told, Optional.empty());
            case READY ->
                new BackupState(
                        BackupState.Status.READY,
                        Optional.of(state.directory().toString()),
                        state.began(),
                        told,
                        Optional.empty());
            case FAILED ->
                new BackupState(
                        BackupState.Status.FAILED,
                        Optional.empty(),
                        state.began(),
                        told,
                        state.problem().or(() -> Optional.of(PENDING)));
        };
    }

    /** Why a client is told unasked, or after what it has asked for; empty if it is not told. */
    static Optional<String> reason(CheckpointListener.Event event) {
        return switch (event) {
            case AUTOMATIC -> Optional.of("auto_checkpoint");
            case ASKED -> Optional.of("manual_checkpoint");
            case RESTORED -> Optional.of("restore");
            case DELETED -> Optional.of("delete");
            case BEGUN, READY, FAILED, DROPPED -> Optional.empty();
        };
    }

    /** Why nothing was recorded. */
    static ClientError notMade(Throwable failure) {
        return ClientError.backup(problem(failure).sentence());
    }

    /** Why nothing was restored. */
    static ClientError notRestored(Optional<String> id, Throwable failure) {
        CheckpointProblem problem = problem(failure);
        boolean unknown = problem.kind() == CheckpointProblem.Kind.UNKNOWN;
        return unknown ? unknownToRestore(id.orElse("")) : ClientError.backup("restore failed: " + problem.sentence());
    }

    static ClientError unknownToRestore(String id) {
        return ClientError.backup("restore failed: Error: Unknown checkpoint: " + id);
    }

    /** Why nothing was removed. */
    static ClientError notDeleted(String id, Throwable failure) {
        CheckpointProblem problem = problem(failure);
        boolean unknown = problem.kind() == CheckpointProblem.Kind.UNKNOWN;
        return unknown ? ClientError.unknownCheckpoint(id) : ClientError.backup(problem.sentence());
    }

    private static CheckpointProblem problem(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof CheckpointProblem problem
                ? problem
                : new CheckpointProblem(CheckpointProblem.Kind.FAILED, "The checkpoints failed.");
    }
}
