package io.tapgateway.app.cli.serving;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.workspace.ApprovalMode;
import io.tapgateway.workspace.WorkspaceSettings;
import io.tapgateway.workspace.checkpoint.CheckpointMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** On which files the agent of the first session works, if any. Confined to the main thread. */
public final class WorkspaceOption {
    @Option(
            names = "--workspace",
            paramLabel = "DIR",
            description =
                    "Let the agent of the first session read and change the files of this directory, and run commands there"
                            + " with your rights.")
    private @Nullable Path directory;

    @Option(
            names = "--approve",
            paramLabel = "commands|edits|nothing",
            description =
                    "What you are asked about in the workspace: commands that are not known to be harmless, each change of"
                            + " a file as well, or nothing. Default: commands.")
    private @Nullable ApprovalMode approval;

    @Mixin
    private CheckpointOption checkpoints = new CheckpointOption();

    /** Where it is. */
    public Optional<Path> directory() {
        return Optional.ofNullable(directory).map(Path::toAbsolutePath);
    }

    /** What a person is asked about there. */
    public ApprovalMode approval() {
        return approvalOr(ApprovalMode.COMMANDS);
    }

    /** The same where something else is usual. */
    public ApprovalMode approvalOr(ApprovalMode usual) {
        return approval == null ? usual : approval;
    }

    /**
     * Looks at it before anything starts.
     *
     * @throws Problem if it is not there
     */
    public void check() throws Problem {
        if (directory == null && approval != null) {
            throw new Problem("--approve is about a --workspace; name its directory.");
        }
        if (directory == null && checkpoints.isSaid()) {
            throw new Problem("--checkpoints is about a --workspace; name its directory.");
        }
        if (directory != null && !Files.isDirectory(directory)) {
            throw new Problem("There is no directory '" + directory + "' for a workspace.");
        }
    }

    /**
     * Lets the session work there; it ends with the session.
     *
     * @throws Problem if the directory is none for a workspace
     */
    public void attach(GatewayProcess gateway, SessionId session) throws Problem {
        if (directory == null) {
            return;
        }
        List<Path> closed = List.of(gateway.home().path(), gateway.home().copilotHome());
        WorkspaceSettings settings = WorkspaceSettings.of(directory)
                .without(closed.toArray(Path[]::new))
                .asking(approval());
        try {
            gateway.workspaces().attach(session, settings, mode());
        } catch (IllegalArgumentException e) {
            throw new Problem(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new Problem("The workspace '" + directory + "' cannot be read.");
        }
    }

    /** When what is there is recorded; never, if empty. */
    public Optional<CheckpointMode> mode() {
        return checkpoints.mode();
    }
}
