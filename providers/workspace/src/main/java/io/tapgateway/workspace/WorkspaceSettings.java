package io.tapgateway.workspace;

import io.tapgateway.workspace.checkpoint.CheckpointMode;
import io.tapgateway.workspace.checkpoint.CheckpointStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a workspace is. Immutable.
 *
 * @param directories 1 to 16; the first is where relative paths begin, and commands
 * @param closed files and directories that tools neither read nor write, though they are below one of these: the home
 *     of the gateway, for example, with its tokens
 * @param force whether the root of the file system and the user's home may be among the directories
 * @param approval what a person is asked about
 * @param environment of this process; commands find what programs need of it, and no keys (T-34)
 * @param checkpointing where checkpoints are kept; empty if there are none
 * @param tools which tools there are
 * @param allowed what these reach
 */
public record WorkspaceSettings(
        List<Path> directories,
        List<Path> closed,
        boolean force,
        ApprovalMode approval,
        Map<String, String> environment,
        Optional<Checkpointing> checkpointing,
        ToolSet tools,
        AllowedPaths allowed) {
    /**
     * Where a session's checkpoints are kept, and when they are made.
     *
     * @param store of the same directories; shared by the sessions of a workspace, and closed by whoever opened it
     */
    public record Checkpointing(CheckpointStore store, CheckpointMode mode) {}

    public WorkspaceSettings {
        directories = List.copyOf(directories);
        closed = List.copyOf(closed);
        environment = Map.copyOf(environment);
    }

    /** One directory, with commands asked about. */
    public static WorkspaceSettings of(Path directory) {
        return new WorkspaceSettings(
                List.of(directory),
                List.of(),
                false,
                ApprovalMode.COMMANDS,
                System.getenv(),
                Optional.empty(),
                ToolSet.MODERN,
                AllowedPaths.ALL);
    }

    /** The same with other files that are closed to tools. */
    public WorkspaceSettings without(Path... others) {
        return new WorkspaceSettings(
                directories, List.of(others), force, approval, environment, checkpointing, tools, allowed);
    }

    /** The same with other questions. */
    public WorkspaceSettings asking(ApprovalMode other) {
        return new WorkspaceSettings(directories, closed, force, other, environment, checkpointing, tools, allowed);
    }

    /** The same with checkpoints. */
    public WorkspaceSettings recording(CheckpointStore store, CheckpointMode mode) {
        return new WorkspaceSettings(
                directories,
                closed,
                force,
                approval,
                environment,
                Optional.of(new Checkpointing(store, mode)),
                tools,
                allowed);
    }

    /** The same with other tools. */
    public WorkspaceSettings offering(ToolSet others) {
        return new WorkspaceSettings(directories, closed, force, approval, environment, checkpointing, others, allowed);
    }

    /** The same with tools that reach no more than that. */
    public WorkspaceSettings allowing(AllowedPaths paths) {
        return new WorkspaceSettings(directories, closed, force, approval, environment, checkpointing, tools, paths);
    }
}
